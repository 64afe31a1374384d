import {
  type Answer,
  bearer,
  type Call,
  errorRowOf,
  isOk,
  NetworkError,
  type Prepared,
  type PublicWrite,
  requireScopes,
  type Sent,
  type UnpublishDraft,
  unclearAnswer,
} from '@fanfare/network';
import { WRITE_SCOPES, type XConfig } from './config.ts';
import { toXError, X_ERRORS } from './error-table.ts';
import { requirePostId } from './post-id.ts';
import { DeletedAnswer } from './wire.ts';

/** A deletion whose answer was lost is sent again after this long. */
const RESEND_AFTER_MS = 2_000;

const DELETED: Sent = { platformPostId: null, url: null };

/** Deleting a post of the account's own. X does not find it a second time, which is success. */
export function createUnpublish(config: XConfig): PublicWrite<UnpublishDraft> {
  return {
    prepare: async (call, { platformPostId }) => {
      requireScopes('X', call.credential, WRITE_SCOPES, 'deleting posts');
      return { handle: requirePostId(platformPostId), body: null };
    },
    send: (call, prepared) => send(call, config, prepared),
    reconcile: async () => ({ state: 'resend', afterMs: RESEND_AFTER_MS }),
  };
}

/** X API, delete post, and its OpenAPI description 2.167, checked 2026-11. */
async function send(call: Call, config: XConfig, { handle }: Prepared): Promise<Sent> {
  if (handle === null) throw new RangeError('A deletion is sent by its handle, the id of the post.');
  const answer = await call.http({
    method: 'DELETE',
    url: `${config.apiUrl}/2/tweets/${encodeURIComponent(handle)}`,
    headers: bearer(call.credential.accessToken),
    effect: 'public',
    signal: call.signal,
  });
  if (!isOk(answer)) return readRefusal(call, answer);
  const { data, errors } = DeletedAnswer.safeParse(answer.json).data ?? {};
  if (data?.deleted === true) return DELETED;
  // X reports what it does not find with status 200, `errors` and no `data`.
  if (data === undefined && errors !== undefined && errors.length > 0) return readRefusal(call, answer);
  throw unclearAnswer('X', 'the post was deleted', answer);
}

function readRefusal(call: Call, answer: Answer): Sent {
  if (errorRowOf(X_ERRORS, answer, 'delete').name === 'delete_post_gone') return DELETED;
  const error = toXError(answer, { on: 'delete', effect: 'public', now: call.clock.now() });
  throw isOk(answer) ? new NetworkError({ ...error.facts, outcome: 'rejected' }) : error;
}
