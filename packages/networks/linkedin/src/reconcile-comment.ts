import {
  type AccountCall,
  type Attempt,
  type Call,
  type CommentDraft,
  findOnce,
  NetworkError,
  readAnswer,
  type Verdict,
} from '@fanfare/network';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { grantedScope, readScopes } from './social-scopes.ts';
import { authorUrn, restliValue } from './urn.ts';
import { CommentsAnswer, type SeenComment } from './wire.ts';

const LOOKS_AFTER_MS = [3_000, 10_000, 30_000];
/** LinkedIn's clock and the database's may differ by this much. */
const CLOCK_TOLERANCE_MS = 5_000;
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/**
 * Decides by reading whether a comment was made: exactly one below the post, by the account, with
 * the same text and a time after the attempt. Where the account may not read, and when nothing is
 * found, it stays undecided.
 */
export async function reconcileComment(
  call: Call,
  config: LinkedinConfig,
  attempt: Attempt<CommentDraft>,
): Promise<Verdict> {
  if (!canReadComments(call)) return { state: 'undecided' };

  const actor = authorUrn(call.account.platformUserId);
  const comment = await findOnce(call, attempt, {
    looksAfterMs: LOOKS_AFTER_MS,
    read: async () => {
      const comments = await listComments(call, config, attempt.input.platformPostId);
      return typeof comments === 'string' ? comments : comments.filter((each) => isSame(each, actor, attempt));
    },
  });
  if (comment === null) return { state: 'undecided' };
  return { state: 'live', platformPostId: comment.commentUrn ?? comment.$URN ?? comment.id ?? null, url: null };
}

/** Whether a comment whose answer was lost may be found. */
const canReadComments = ({ account, credential }: AccountCall): boolean =>
  grantedScope(credential, readScopes(account)) !== null;

/** Everything below the post; none when it cannot be read now, `closed` when never. */
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
