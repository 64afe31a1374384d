import { type Attempt, type Call, findOnce, NetworkError, okOrThrow, readAnswer, type Verdict } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { readPosts } from './call-x.ts';
import type { XConfig } from './config.ts';
import { X_ERRORS } from './error-table.ts';
import { postUrl } from './post-url.ts';
import { isSameText } from './same-text.ts';
import { type SeenPost, TimelineAnswer } from './wire.ts';

const LOOKS_AFTER_MS = [5_000, 15_000, 40_000, 90_000];
const LATE_LOOKS_MS = [0, 5_000, 15_000];
/** X's clock and the database's may differ by this much. */
const CLOCK_TOLERANCE_MS = 5_000;
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/**
 * Decides by reading whether an attempt went through: exactly one post of the account since then
 * has the same text and as many media. A post that is not there proves nothing, so the verdict is
 * never `absent`. Throws NetworkError `credential_rejected` when the access token has to be renewed
 * first.
 */
export async function reconcilePublish(call: Call, config: XConfig, attempt: Attempt<Draft>): Promise<Verdict> {
  const post = await findOnce(call, attempt, {
    looksAfterMs: LOOKS_AFTER_MS,
    lateLooksMs: LATE_LOOKS_MS,
    read: async () => {
      const posts = await readTimeline(call, config, attempt.intendedAt - CLOCK_TOLERANCE_MS);
      return typeof posts === 'string' ? posts : posts.filter((each) => isSame(each, attempt));
    },
  });
  if (post === null) return { state: 'undecided' };
  return { state: 'live', platformPostId: post.id, url: postUrl(config, call.account.username, post.id) };
}

function isSame(post: SeenPost, { input, intendedAt }: Attempt<Draft>): boolean {
  const createdAt = Date.parse(post.created_at ?? '');
  if (!(createdAt >= intendedAt - CLOCK_TOLERANCE_MS)) return false;
  if ((post.attachments?.media_keys ?? []).length !== input.media.length) return false;
  return isSameText(post, input.content);
}

/** Posts of the account since a time; `failed` if unreadable now, `closed` if always. */
async function readTimeline(
  call: Call,
  config: XConfig,
  since: number,
): Promise<readonly SeenPost[] | 'failed' | 'closed'> {
  const posts: SeenPost[] = [];
  let next: string | undefined;
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const { data, meta } = await readPage(call, config, since, next);
      posts.push(...data);
      next = meta.next_token;
      if (next === undefined) return posts;
    }
    return 'failed';
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
    const closed = ['permission_missing', 'network_credits_exhausted', 'account_restricted'];
    return closed.includes(error.code) ? 'closed' : 'failed';
  }
}

/** X API, user posts timeline (checked 2026-08). */
async function readPage(call: Call, config: XConfig, since: number, next: string | undefined) {
  const answer = await readPosts(call, config, call.credential.accessToken, {
    path: `/2/users/${encodeURIComponent(call.account.platformUserId)}/tweets`,
    query: {
      start_time: new Date(since).toISOString().replace(/\.\d+Z$/, 'Z'),
      max_results: String(PAGE_SIZE),
      exclude: 'retweets',
      pagination_token: next,
    },
    fields: 'created_at,entities,attachments,note_tweet',
  });
  okOrThrow(call, X_ERRORS, answer, { on: 'read', effect: 'read' });
  return readAnswer('X', TimelineAnswer, answer, 'a question for recent posts');
}
