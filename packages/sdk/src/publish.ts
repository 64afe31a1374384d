import { FanfareError } from './errors.ts';
import type { RequestOptions } from './options.ts';
import type { Runtime } from './runtime.ts';
import type { Answer, Send } from './transport.ts';
import type { CreatePostRequest, Post, PostCreated } from './types.gen.ts';
import { isSettled, type WaitOptions, waitUntilSettled } from './wait-until-settled.ts';

type Deps = { readonly send: Send; readonly runtime: Runtime };

/** A create request that has its key. */
export type KeyedRequest = CreatePostRequest & { idempotencyKey: string };

/** Time limit of a publish. Node’s `fetch` gives up after 300 s; no option changes that. */
const PUBLISH_TIMEOUT_MS = 300_000;
/** Time after which publishing is polled when the caller wants progress. */
const WATCH_AFTER_MS = 2000;

const createCall = (request: KeyedRequest, options: RequestOptions | undefined) =>
  ({ method: 'POST', path: '/posts', body: request, options, timeoutMs: PUBLISH_TIMEOUT_MS }) as const;

/**
 * Creates a post. After a lost answer the request is sent again with its key, which publishes
 * nothing a second time. The first request may still be running then: wait for it, so that the
 * caller gets the result it would have got.
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
 * Reports the progress of a post while its create request is open: a second request with the same
 * key returns the post’s id immediately. Errors here are ignored, because the create request
 * reports them too; only an error thrown by `onProgress` ends it.
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

/** Calls the listener only when a target has changed. */
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
