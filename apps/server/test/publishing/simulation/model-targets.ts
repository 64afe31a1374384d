import { COMMENT_BUDGET_MS } from '../../../src/publishing/deadline.ts';
import type { ErrorDetail, Lease, TargetRow } from '../../../src/publishing/targets.table.ts';
import { isHeld } from './model-intents.ts';
import {
  bill,
  isOpen,
  type ModelIntent,
  type ModelRows,
  type ModelTarget,
  release,
  standingWrite,
  toRow,
} from './model-rows.ts';

/** Models the SQL of `targets.table.ts`. */

export function renewLeases(rows: ModelRows, leases: readonly Lease[], leaseSeconds: number): void {
  const now = rows.clock.now();
  for (const { targetId, token } of leases) {
    const target = rows.targets.get(targetId);
    if (!target || target.done || target.leaseToken !== token) continue;
    if (target.leaseExpiresAt !== null && target.leaseExpiresAt > now)
      target.leaseExpiresAt = now + leaseSeconds * 1_000;
  }
}

export function settlePublished(
  rows: ModelRows,
  lease: Lease,
  end: { readonly intentId: string; readonly platformPostId: string | null; readonly url: string | null },
): TargetRow | null {
  accept(rows, end.intentId, end.platformPostId);
  const target = rows.targets.get(lease.targetId);
  if (!target || !isPending(rows, target)) return null;
  const { platformPostId, url } = end;
  Object.assign(target, { status: 'published', errorDetail: null, publishedAt: rows.clock.now(), platformPostId, url });
  if (target.firstComment !== null && target.commentStatus === 'none')
    Object.assign(target, { phase: 'published', deadlineAt: rows.clock.now() + COMMENT_BUDGET_MS });
  else endRun(rows, target);
  bill(rows, target.id, 'publish');
  return toRow(target);
}

function accept(rows: ModelRows, intentId: string, remoteId: string | null): void {
  const intent = rows.intents.get(intentId);
  if (!intent) return;
  const standing = standingWrite(rows, intent.targetId, intent.kind);
  const isLate = standing && standing !== intent && !rows.without.has('one_public_write');
  intent.state = isLate ? 'accepted_late' : 'accepted';
  intent.remoteId = remoteId ?? intent.remoteId;
}

/** Models the SQL of `first-comments.table.ts`. */
export function settleComment(
  rows: ModelRows,
  lease: Lease,
  comment: { readonly intentId: string; readonly commentId: string | null },
): TargetRow | null {
  accept(rows, comment.intentId, comment.commentId);
  const target = rows.targets.get(lease.targetId);
  if (!target || !isOut(rows, target)) return null;
  Object.assign(target, { commentStatus: 'published', commentId: comment.commentId, commentError: null });
  endRun(rows, target);
  bill(rows, target.id, 'comment');
  return toRow(target);
}

export function failComment(rows: ModelRows, lease: Lease, error: string): TargetRow | null {
  const target = rows.targets.get(lease.targetId);
  if (!target || !isOut(rows, target) || !mayFail(rows, target, lease)) return null;
  failedComment(rows, target, error);
  return toRow(target);
}

/** Any end without a comment. */
export function failedComment(rows: ModelRows, target: ModelTarget, error: string): void {
  Object.assign(target, { commentStatus: 'failed', commentError: error });
  endRun(rows, target);
  release(rows, target.id);
}

/** Its comment is pending. */
const isOut = (rows: ModelRows, target: ModelTarget): boolean =>
  target.status === 'published' && (!target.done || rows.without.has('final_status'));

export function settleFailed(rows: ModelRows, lease: Lease, error: ErrorDetail): TargetRow | null {
  const target = rows.targets.get(lease.targetId);
  if (!target || !isPending(rows, target) || !mayFail(rows, target, lease)) return null;
  fail(rows, target, error);
  return toRow(target);
}

const mayFail = (rows: ModelRows, target: ModelTarget, lease: Lease): boolean =>
  isHeld(rows, target, lease) || rows.without.has('settle_fence');

/** Any end without a post. */
export function fail(rows: ModelRows, target: ModelTarget, error: ErrorDetail): void {
  Object.assign(target, { status: 'failed', errorDetail: error, publishedAt: null });
  endRun(rows, target);
  release(rows, target.id);
}

function endRun(rows: ModelRows, target: ModelTarget): void {
  Object.assign(target, { phase: 'done', done: true, leaseOwner: null, leaseExpiresAt: null });
  const { id, status, commentStatus } = target;
  rows.events.push(`${id} target.${status}`);
  if (commentStatus === 'published' || commentStatus === 'failed') rows.events.push(`${id} comment.${commentStatus}`);
}

const isPending = (rows: ModelRows, target: ModelTarget): boolean =>
  target.status === 'pending' || rows.without.has('final_status');

const TWIN_WITHIN_MS = 10 * 60_000;

const plainText = (text: string): string => text.replace(/https?:\/\/|&(amp|lt|gt);|[\s!-/:-@[-`{-~]/gi, '');

export function belongsToAnother(
  rows: ModelRows,
  lease: Lease,
  found: { readonly accountId: string; readonly platformPostId: string; readonly intendedAt: number },
): boolean {
  const mine = rows.targets.get(lease.targetId);
  const mayHaveSent = (intent: ModelIntent, content: string): boolean => {
    if (intent.kind !== 'publish') return false;
    if (intent.remoteId === found.platformPostId) return true;
    const mayBeLive = isOpen(intent.state) || (intent.state === 'accepted' && intent.remoteId === null);
    if (rows.without.has('twins')) return false;
    const isTwin = mine !== undefined && plainText(content) === plainText(mine.content);
    return mayBeLive && isTwin && intent.intendedAt > found.intendedAt - TWIN_WITHIN_MS;
  };
  return [...rows.targets.values()].some(
    (other) =>
      other.id !== lease.targetId &&
      other.accountId === found.accountId &&
      (other.platformPostId === found.platformPostId ||
        [...rows.intents.values()].some(
          (intent) => intent.targetId === other.id && mayHaveSent(intent, other.content),
        )),
  );
}

export function fillUrl(rows: ModelRows, targetId: string, url: string): TargetRow | null {
  const target = rows.targets.get(targetId);
  if (target?.status !== 'published') return null;
  target.url ??= url;
  return toRow(target);
}

export function findTarget(rows: ModelRows, targetId: string): TargetRow | null {
  const target = rows.targets.get(targetId);
  return target ? toRow(target) : null;
}
