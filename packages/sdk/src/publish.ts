import { FanfareError } from './errors.ts';
import type { RequestOptions } from './options.ts';
import type { Runtime } from './runtime.ts';
import type { Answer, Send } from './transport.ts';
import type { CreatePostRequest, Post, PostCreated } from './types.gen.ts';
import { isSettled, type WaitOptions, waitUntilSettled } from './wait-until-settled.ts';

type Deps = { readonly send: Send; readonly runtime: Runtime };

/** A create request that has its key. */
export type KeyedRequest = CreatePostRequest & { idempotencyKey: string };

/** How long a connection is kept for publishing. `fetch` of Node gives up after 300 s without an answer, whatever the options are. */
const PUBLISH_TIMEOUT_MS = 300_000;
/** Publishing that takes longer than this is watched when somebody wants to see progress. */
const WATCH_AFTER_MS = 2000;

const createCall = (request: KeyedRequest, options: RequestOptions | undefined) =>
  ({ method: 'POST', path: '/posts', body: request, options, timeoutMs: PUBLISH_TIMEOUT_MS }) as const;

/**
 * Creates a post. When an answer is lost the request is sent again with its key, which publishes nothing a second time; the original may still be under way
 * then, and is waited for, so that whoever asked sees what they would have seen.
 */
export async function publish(
  deps: Deps,
  request: KeyedRequest,
  options: RequestOptions | undefined,
): Promise<Answer<PostCreated>> {
  return withKey(request.idempotencyKey, async () => {
    const answer = await deps.send<PostCreated>(createCall(request, options));
    const { data, attempts } = answer;
    if (attempts === 1 || !data.replayed || data.post.publishAt !== null || isSettled(data.post)) return answer;
    const { timeoutMs: _, ...rest } = options ?? {};
    const post = await waitUntilSettled(deps, data.post.id, rest);
    return { ...answer, data: { ...data, post } };
  });
}

/** Creates a post and waits until every target has its final status, scheduled ones included. */
export async function publishAndWait(
  deps: Deps,
  request: KeyedRequest,
  options: WaitOptions,
): Promise<Answer<PostCreated>> {
  const { timeoutMs: _timeout, intervalMs: _interval, onProgress: _progress, ...rest } = options;
  const waiting = { ...options, ...(options.onProgress && { onProgress: changesOnly(options.onProgress) }) };
  const creating = publish(deps, request, rest);
  const watched = waiting.onProgress
    ? await watchWhile(deps, request, { ...waiting, onProgress: waiting.onProgress }, creating)
    : await creating;
  return withKey(request.idempotencyKey, async () => {
    const { data } = watched;
    if (isSettled(data.post)) {
      waiting.onProgress?.(data.post);
      return watched;
    }
    return { ...watched, data: { ...data, post: await waitUntilSettled(deps, data.post.id, waiting) } };
  });
}

/**
 * Reports the progress of a post whose creation is not answered yet: a second request with its key returns its id immediately. Only what `onProgress` throws ends
 * the creation, from which everything else is learnt.
 */
async function watchWhile(
  deps: Deps,
  request: KeyedRequest,
  options: WaitOptions & { onProgress: (post: Post) => void },
  creating: Promise<Answer<PostCreated>>,
): Promise<Answer<PostCreated>> {
  const answered = new AbortController();
  const { onProgress, timeoutMs: _timeout, intervalMs: _interval, ...rest } = options;
  const signal = options.signal ? AbortSignal.any([options.signal, answered.signal]) : answered.signal;
  const thrown = new Promise<never>((_, reject) => {
    const report = (post: Post): void => {
      if (signal.aborted) return;
      try {
        onProgress(post);
      } catch (error) {
        reject(error);
        answered.abort();
      }
    };
    const watch = async (): Promise<void> => {
      await deps.runtime.sleep(WATCH_AFTER_MS, signal);
      const again = await deps.send<PostCreated>(createCall(request, { ...rest, signal }));
      await waitUntilSettled(deps, again.data.post.id, { ...options, signal, onProgress: report });
    };
    watch().catch(() => undefined);
  });
  try {
    return await Promise.race([creating, thrown]);
  } finally {
    answered.abort();
    creating.catch(() => undefined);
  }
}

/** The same listener, but for posts whose targets are as they were the last time. */
function changesOnly(onProgress: (post: Post) => void): (post: Post) => void {
  let last = '';
  return (post) => {
    const state = JSON.stringify(post.targets);
    if (state !== last) {
      last = state;
      onProgress(post);
    }
  };
}

/** Errors contain the key, so that the caller can repeat the request. */
export async function withKey<T>(idempotencyKey: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (idempotencyKey && error instanceof FanfareError) error.idempotencyKey = idempotencyKey;
    throw error;
  }
}
