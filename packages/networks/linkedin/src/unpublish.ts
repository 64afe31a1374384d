import {
  type Call,
  errorRowOf,
  okOrThrow,
  type Prepared,
  type PublicWrite,
  type Sent,
  type UnpublishDraft,
  unclearAnswer,
} from '@fanfare/network';
import { deleteRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { LINKEDIN_ERRORS } from './error-table.ts';
import { requireWriteScope } from './social-scopes.ts';
import { restliValue } from './urn.ts';

/** A deletion whose answer was lost is sent again after this long. */
const RESEND_AFTER_MS = 2_000;

const DELETED: Sent = { platformPostId: null, url: null };

/** Deleting a post of the member or the page. LinkedIn makes a repeated deletion a no-op. */
export function createUnpublish(config: LinkedinConfig): PublicWrite<UnpublishDraft> {
  return {
    prepare: async (call, { platformPostId }) => {
      requireWriteScope(call, 'deleting posts');
      return { handle: platformPostId, body: null };
    },
    send: (call, prepared) => send(call, config, prepared),
    reconcile: async () => ({ state: 'resend', afterMs: RESEND_AFTER_MS }),
  };
}

/** LinkedIn, Posts API, delete posts: idempotent, 204 in any case (checked 2026-11). */
async function send(call: Call, config: LinkedinConfig, { handle }: Prepared): Promise<Sent> {
  if (handle === null) throw new RangeError('A deletion is sent by its handle, the URN of the post.');
  const answer = await deleteRest(call, config, call.credential.accessToken, { path: `posts/${restliValue(handle)}` });
  if (answer.status === 204) return DELETED;
  if (errorRowOf(LINKEDIN_ERRORS, answer, 'delete').name === 'delete_post_gone') return DELETED;
  okOrThrow(call, LINKEDIN_ERRORS, answer, { on: 'delete', effect: 'public' });
  // Any other 2xx may come from something in between.
  throw unclearAnswer('LinkedIn', 'the post was deleted', answer);
}
