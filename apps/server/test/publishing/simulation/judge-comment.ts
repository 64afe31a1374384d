import type { ModelNetwork } from './model-network.ts';
import { type ModelRows, type ModelTarget, writeOf } from './model-rows.ts';

/** The final invariants of a target's first comment; returns a sentence for each broken one. */
export function judgeComment(target: ModelTarget, rows: ModelRows, network: ModelNetwork): readonly string[] {
  const { id, status, commentStatus, commentId } = target;
  const live = network.comments.filter(({ targetId }) => targetId === id);
  const code = target.commentError?.split(':')[0] ?? null;
  const found: string[] = [];
  if (live.length > 1) found.push(`${id} has ${live.length} live comments`);
  if (commentStatus === 'published' && live.length !== 1) found.push(`${id} reports a comment and has ${live.length}`);
  if (commentStatus === 'failed' && code !== 'outcome_unknown' && live.length > 0)
    found.push(`${id} reports that its comment failed with ${code}, and has one`);
  if (commentStatus === 'none' && live.length > 0) found.push(`${id} reports no comment and has one`);
  const isDue = status === 'published' && target.firstComment !== null;
  if (isDue !== (commentStatus !== 'none')) found.push(`${id} is ${status}, and its comment is ${commentStatus}`);
  if (commentId !== null && !live.some((comment) => commentId.includes(comment.id)))
    found.push(`${id} carries the id of another comment, ${commentId}`);
  const billed = rows.ledger.has(writeOf(id, 'comment'));
  if (billed !== (commentStatus === 'published'))
    found.push(`${id}: its comment is ${commentStatus} and billed: ${billed}`);
  return found;
}
