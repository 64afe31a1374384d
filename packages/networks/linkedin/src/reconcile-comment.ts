import { type Attempt, type Call, type CommentDraft, NetworkError, readAnswer, type Verdict } from '@fanfare/network';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { grantedScope, readScopes } from './social-scopes.ts';
import { authorUrn, restliValue } from './urn.ts';
import { CommentsAnswer, type SeenComment } from './wire.ts';

/** When the comments are read, counted from the attempt. */
const LOOKS_AFTER_MS = [3_000, 10_000, 30_000];
/** LinkedIn's clock and the database's may differ by this much. */
const CLOCK_TOLERANCE_MS = 5_000;
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/**
 * Decides by reading whether a comment was made: exactly one below the post, by the account, with the same text and a time after the attempt.
 * Where the account may not read, and when nothing is found, it stays undecided: silence proves nothing.
 */
export async function reconcileComment(
  call: Call,
  config: LinkedinConfig,
  attempt: Attempt<CommentDraft>,
): Promise<Verdict> {
  if (grantedScope(call.credential, readScopes(call.account)) === null) return { state: 'undecided' };

  const actor = authorUrn(call.account.platformUserId);
  const attemptedAt = call.clock.now() - attempt.agoMs;
  for (const afterMs of looksLeft(attempt.agoMs)) {
    const untilLookMs = attemptedAt + afterMs - call.clock.now();
    if (untilLookMs > 0) await call.clock.sleep(untilLookMs, call.signal);

    const comments = await listComments(call, config, attempt.input.platformPostId);
    if (comments === 'closed') return { state: 'undecided' };
    const [match, another] = comments.filter((comment) => isSame(comment, actor, attempt));
    if (another !== undefined) return { state: 'undecided' };
    if (match !== undefined) {
      return { state: 'live', platformPostId: match.commentUrn ?? match.$URN ?? match.id ?? null, url: null };
    }
  }
  return { state: 'undecided' };
}

/** After a crash the looks that were missed are worth one, at once. */
function looksLeft(elapsedMs: number): readonly number[] {
  const ahead = LOOKS_AFTER_MS.filter((afterMs) => afterMs > elapsedMs);
  return ahead.length === LOOKS_AFTER_MS.length ? ahead : [elapsedMs, ...ahead];
}

/** Everything below the post; none when it could not be read whole this time, `closed` when it never will be. */
async function listComments(
  call: Call,
  config: LinkedinConfig,
  postUrn: string,
): Promise<readonly SeenComment[] | 'closed'> {
  const comments: SeenComment[] = [];
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await readRest(call, config, call.credential.accessToken, {
        path: `socialActions/${restliValue(postUrn)}/comments?start=${page * PAGE_SIZE}&count=${PAGE_SIZE}`,
      });
      const { elements } = readAnswer('LinkedIn', CommentsAnswer, answer, 'a list of comments');
      comments.push(...elements);
      if (elements.length < PAGE_SIZE) return comments;
    }
    return [];
  } catch (error) {
    if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
    call.signal.throwIfAborted();
    return error.code === 'permission_missing' ? 'closed' : [];
  }
}

function isSame(comment: SeenComment, actor: string, { input, intendedAt }: Attempt<CommentDraft>): boolean {
  const createdAt = comment.created?.time;
  if (createdAt === undefined || createdAt < intendedAt - CLOCK_TOLERANCE_MS) return false;
  return comment.actor === actor && comment.message?.text?.trim() === input.text.trim();
}
