import { type Call, NetworkError, type Sent } from '@fanfare/network';
import type { ContainerApi } from './container.ts';
import { callGraph } from './graph.ts';
import { isSameText } from './is-same-text.ts';
import { repeatGraph } from './repeat-graph.ts';
import { type TimelinePost, timelineSchema } from './wire.ts';

/** The form of the post when the network reads it back. */
export type WantedPost = { readonly text: string; readonly mediaType: string; readonly notBefore: number };

/** Timestamps of the network have whole seconds and its own clock, not the database's. */
const CLOCK_TOLERANCE_MS = 5000;
const PAUSES_MS = [0, 3000, 6000];

const isWanted = (post: TimelinePost, wanted: WantedPost): boolean =>
  isSameText(post.text, wanted.text) &&
  post.mediaType === wanted.mediaType &&
  post.publishedAt >= wanted.notBefore - CLOCK_TOLERANCE_MS;

/**
 * The id of a post known to be live whose answer was lost: the one post of the own timeline with
 * the same text, kind and time, or null when there is not exactly one. A post without text is never
 * looked for: taking the newest post has bound wrong ones (trypostit/trypost#281).
 */
export async function findPublished(call: Call, api: ContainerApi, wanted: WantedPost): Promise<Sent | null> {
  if (wanted.text.trim() === '') return null;
  const list = (): Promise<readonly TimelinePost[]> =>
    callGraph(call, api.graph, {
      method: 'GET',
      path: `${encodeURIComponent(call.account.platformUserId)}/${api.edge}`,
      params: { fields: `id,${api.textField},media_type,timestamp,permalink`, limit: '25' },
      token: call.credential.accessToken,
      effect: 'read',
      answer: timelineSchema,
    });
  try {
    for (const pauseMs of PAUSES_MS) {
      if (pauseMs > 0) await call.clock.sleep(pauseMs, call.signal);
      const found = (await repeatGraph(call, list)).filter((post) => isWanted(post, wanted));
      if (found.length > 1) return null;
      if (found[0]) return { platformPostId: found[0].id, url: found[0].permalink };
    }
    return null;
  } catch (error) {
    if (!(error instanceof NetworkError) || call.signal.aborted) throw error;
    return null;
  }
}
