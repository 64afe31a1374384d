import type { Created, Fanfare } from './fanfare.ts';
import type { PostRequest } from './harbour-post.ts';
import { showProgress } from './say.ts';

export type Published = Created & { readonly status: number; readonly tookMs: number };

/**
 * Publishes and waits until every network has answered: seconds for images, up to minutes for
 * videos, which networks process first. A success does not mean that every target succeeded: one
 * account can fail while the others publish, so read each target.
 *
 * If the connection breaks during this call (Node's fetch gives up after five minutes), call again
 * with the same key: it returns the post's current state at once.
 */
export async function publish(call: Fanfare, post: PostRequest): Promise<Published> {
  const startedAt = performance.now();
  const { status, body } = await showProgress(
    `Waiting for ${post.platforms.length} accounts`,
    call<Created>('POST', '/posts', post),
  );
  return { ...body, status, tookMs: performance.now() - startedAt };
}
