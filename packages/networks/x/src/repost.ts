import {
  type Answer,
  bearer,
  type Call,
  errorRowOf,
  isOk,
  NetworkError,
  type Prepared,
  type PublicWrite,
  type RepostDraft,
  requireScopes,
  type Sent,
  unclearAnswer,
} from '@fanfare/network';
import { WRITE_SCOPES, type XConfig } from './config.ts';
import { toXError, X_ERRORS } from './error-table.ts';
import { requirePostId } from './post-id.ts';
import { RepostAnswer } from './wire.ts';

/** A repost whose answer was lost is sent again after this long. */
const RESEND_AFTER_MS = 2_000;

/**
 * Resharing a post. X ignores a repeated repost, so one with an unknown outcome is sent again;
 * "already reposted" is success.
 */
export function createRepost(config: XConfig): PublicWrite<RepostDraft> {
  return {
    prepare: async (call, { platformPostId }) => {
      requireScopes('X', call.credential, WRITE_SCOPES, 'reposts');
      // The handle alone is enough to send: it is what is left after a crash.
      return { handle: requirePostId(platformPostId), body: null };
    },
    send: (call, prepared) => send(call, config, prepared),
    reconcile: async () => ({ state: 'resend', afterMs: RESEND_AFTER_MS }),
  };
}

/** X API, repost post, checked 2026-08. */
async function send(call: Call, config: XConfig, { handle }: Prepared): Promise<Sent> {
  if (handle === null) throw new RangeError('A repost is sent by its handle, the id of the post.');
  const answer = await call.http({
    method: 'POST',
    url: `${config.apiUrl}/2/users/${encodeURIComponent(call.account.platformUserId)}/retweets`,
    headers: bearer(call.credential.accessToken),
    body: { json: { tweet_id: handle } },
    effect: 'public',
    signal: call.signal,
  });
  return isOk(answer) ? readRepost(call, answer) : readRefusal(call, answer);
}

function readRepost(call: Call, answer: Answer): Sent {
  const read = RepostAnswer.safeParse(answer.json);
  const { data, errors } = read.success ? read.data : {};
  // `rest_id`, the id of the repost itself, came in 2026; older answers do without.
  if (data?.retweeted === true) return { platformPostId: data.rest_id ?? null, url: null };
  // X reports what it does not find with status 200, `errors` and no `data`.
  if (data === undefined && errors !== undefined && errors.length > 0) return readRefusal(call, answer);
  throw unclearAnswer('X', 'the post was reposted', answer);
}

function readRefusal(call: Call, answer: Answer): Sent {
  if (errorRowOf(X_ERRORS, answer, 'repost').name === 'already_reposted') return { platformPostId: null, url: null };
  const error = toXError(answer, { on: 'repost', effect: 'public', now: call.clock.now() });
  throw isOk(answer) ? new NetworkError({ ...error.facts, outcome: 'rejected' }) : error;
}
