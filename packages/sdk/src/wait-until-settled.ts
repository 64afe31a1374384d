import { FanfareApiError, FanfareConnectionError, FanfareTimeoutError } from './errors.ts';
import type { RequestOptions } from './options.ts';
import { path } from './path.ts';
import { isPassing } from './retry.ts';
import type { Runtime } from './runtime.ts';
import type { Send } from './transport.ts';
import type { Post, PostAnswer } from './types.gen.ts';

/** Options of a wait for a post. */
export type WaitOptions = Pick<RequestOptions, 'signal' | 'headers' | 'maxRetries'> & {
  /** Called with the post on the first read and each change. An error ends the wait. */
  onProgress?: (post: Post) => void;
  /** The time limit in milliseconds, from `publishAt` if scheduled; an hour by default. */
  timeoutMs?: number;
  /**
   * The wait between two reads, in milliseconds. By default 0.5 s, growing to 5 s, and up to a
   * minute before `publishAt` of a scheduled post.
   */
  intervalMs?: number;
};

type Deps = { readonly send: Send; readonly runtime: Pick<Runtime, 'now' | 'sleep'> };

const DEFAULT_TIMEOUT_MS = 3_600_000;
/** The time for which a server may be unreachable: after a restart it continues the post. */
const AWAY_MS = 120_000;

/** Whether every target has its final status. */
export const isSettled = (post: Post): boolean =>
  post.targets.every(
    ({ status, thread = [] }) => status !== 'pending' && thread.every((one) => one.status !== 'pending'),
  );

const mayPass = (error: unknown): boolean =>
  error instanceof FanfareConnectionError || (error instanceof FanfareApiError && isPassing(error.status, error.code));

/** Reads a post until every target has its final status. */
export async function waitUntilSettled({ send, runtime }: Deps, id: string, options: WaitOptions): Promise<Post> {
  const { onProgress, timeoutMs = DEFAULT_TIMEOUT_MS, intervalMs, ...rest } = options;
  const startedAt = runtime.now();
  let post: Post | null = null;
  let etag: string | undefined;
  let answeredAt = startedAt;
  for (let pauseMs = 500; ; pauseMs = Math.min(5000, pauseMs * 1.5)) {
    try {
      const { data, response } = await send<PostAnswer | null>({
        method: 'GET',
        path: path`/posts/${id}`,
        options: rest,
        etag,
      });
      answeredAt = runtime.now();
      etag = response.headers.get('etag') ?? undefined;
      if (data !== null) {
        post = data.post;
        onProgress?.(post);
      }
    } catch (error) {
      if (!mayPass(error) || runtime.now() - answeredAt >= AWAY_MS) throw error;
    }
    if (post && isSettled(post)) return post;
    const now = runtime.now();
    const dueAt = post?.publishAt ? Date.parse(post.publishAt) : startedAt;
    const leftMs = Math.max(startedAt, dueAt) + timeoutMs - now;
    if (leftMs <= 0) throw new FanfareTimeoutError(`Post ${id} has not settled within ${timeoutMs} ms`);
    const untilDueMs = Math.min(dueAt - now, 60_000);
    await runtime.sleep(Math.min(leftMs, intervalMs ?? Math.max(pauseMs, untilDueMs)), options.signal);
  }
}
