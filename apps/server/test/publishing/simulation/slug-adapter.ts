import { NetworkError, type PublicWrite, type Verdict } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { LATEST_EFFECT_MS } from './model-http.ts';

/**
 * A call begins at most this long after its intent, and its effect is visible this long after it
 * happened.
 */
const LATEST_START_MS = 20_000;
const VISIBLE_AFTER_MS = 5_000;

/**
 * A network that creates a post per call and finds posts by our slug, as blogs do. Its adapter
 * waits until no call can be in flight, and then it is certain: the only kind of adapter that
 * returns `absent` after a silence, so that the target is sent again.
 */
export function createSlugPublish(): PublicWrite<Draft> {
  return {
    prepare: async (_call, draft) => ({ handle: null, body: { slug: draft.spaceSlug, text: draft.content } }),
    async send(call, prepared) {
      const { signal } = call;
      const answer = await call.http({
        method: 'POST',
        url: 'https://slug.test/posts',
        body: { json: prepared.body },
        effect: 'public',
        signal,
      });
      const { id } = (answer.json ?? {}) as { id?: string };
      if (answer.status === 201 && id) return { platformPostId: id, url: `https://slug.test/${id}` };
      const isRejected = answer.status < 500;
      throw new NetworkError({
        code:
          answer.status === 401 ? 'credential_rejected' : answer.status === 429 ? 'rate_limited' : 'content_rejected',
        outcome: isRejected ? 'rejected' : 'unknown',
        message: 'The blog refused the post.',
        retryAfterMs: answer.status === 429 ? Number(answer.headers['retry-after']) * 1_000 : undefined,
      });
    },
    async reconcile(call, { input, agoMs }): Promise<Verdict> {
      const certainAfterMs = LATEST_START_MS + LATEST_EFFECT_MS + VISIBLE_AFTER_MS;
      await call.clock.sleep(Math.max(0, certainAfterMs - agoMs), call.signal);
      const { signal } = call;
      const url = `https://slug.test/by-slug/${input.spaceSlug}`;
      const answer = await call.http({ method: 'GET', url, effect: 'read', signal });
      if (answer.status === 401) {
        throw new NetworkError({
          code: 'credential_rejected',
          outcome: 'rejected',
          message: 'The blog wants a new key.',
        });
      }
      if (answer.status !== 200) return { state: 'undecided' };
      const [id, another] = answer.json as string[];
      if (another) return { state: 'undecided' };
      if (id) return { state: 'live', platformPostId: id, url: `https://slug.test/${id}` };
      const error = new NetworkError({
        code: 'network_unavailable',
        outcome: 'rejected',
        message: 'The blog does not have the post.',
        retryAfterMs: 1_000,
      });
      return { state: 'absent', error };
    },
  };
}
