import { bearer, okOrThrow, type PublicWrite, type RepostDraft, unclearAnswer } from '@fanfare/network';
import type { MastodonConfig } from './config.ts';
import { MASTODON_ERRORS } from './error-table.ts';
import { requirePostId } from './post-id.ts';
import { requireScopes } from './require-scopes.ts';
import { StatusAnswer } from './wire.ts';

/** A boost whose answer was lost is sent again after this long. */
const RESEND_AFTER_MS = 2_000;

/**
 * Boosting a post. A second boost changes nothing and gives the first one back (mastodon/mastodon
 * app/services/reblog_service.rb, checked 2026-11), so that an unknown outcome is simply sent
 * again.
 */
export function createRepost(config: MastodonConfig): PublicWrite<RepostDraft> {
  return {
    async prepare(call, { platformPostId }) {
      requireScopes(call.credential, ['write:statuses'], 'reposts');
      // The handle alone is enough to send: it is what is left after a crash.
      return { handle: requirePostId(platformPostId), body: null };
    },
    async send(call, { handle }) {
      if (handle === null) throw new RangeError('A repost is sent by its handle, the id of the post.');
      const answer = await call.http({
        method: 'POST',
        url: `${config.url}/api/v1/statuses/${handle}/reblog`,
        headers: bearer(call.credential.accessToken),
        effect: 'public',
        signal: call.signal,
      });
      okOrThrow(call, MASTODON_ERRORS, answer, { on: 'repost', effect: 'public' });
      const read = StatusAnswer.safeParse(answer.json);
      if (read.success) return { platformPostId: read.data.id, url: read.data.url ?? null };
      throw unclearAnswer('Mastodon', 'the post was reposted', answer);
    },
    reconcile: async () => ({ state: 'resend', afterMs: RESEND_AFTER_MS }),
  };
}
