import { type CreatePostRequest, type Fanfare, FanfareError, failedTargets, type Post } from '@fanfare/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { requestOf } from './next-step.ts';

const PAGE = 10;
const REFRESH_MS = 3000;

/** The posts, newest first, and their actions. */
export function usePosts(fanfare: Fanfare) {
  const [posts, setPosts] = useState<readonly Post[]>([]);
  /** Undefined until the first page is loaded. */
  const [nextCursor, setNextCursor] = useState<string | null | undefined>(undefined);
  const [error, setError] = useState<unknown>(null);
  const [retried, setRetried] = useState<ReadonlySet<string>>(new Set());
  /** By post: the request this page sent, so that a retry has the alt texts, too. */
  const sent = useRef(new Map<string, CreatePostRequest>());
  /** Requests without an answer: they are sent again with the same key, and published once. */
  const unanswered = useRef<{ readonly body: string; readonly idempotencyKey: string } | null>(null);

  const reload = useCallback(async () => {
    try {
      const page = await fanfare.posts.list({ limit: PAGE });
      setPosts((shown) => merge(shown, page.posts));
      setNextCursor((cursor) => (cursor === undefined ? page.nextCursor : cursor));
      setError(null);
    } catch (failure) {
      setError(failure);
    }
  }, [fanfare]);

  useEffect(() => void reload(), [reload]);

  const isWaiting = posts.some(({ status }) => status === 'scheduled' || status === 'publishing');
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);

  const loadMore = async (): Promise<void> => {
    if (!nextCursor) return;
    const page = await fanfare.posts.list({ limit: PAGE, cursor: nextCursor });
    setPosts((shown) => merge(shown, page.posts));
    setNextCursor(page.nextCursor);
  };

  /** Resolves once the post is recorded. Rejects when nothing was, or when that is unknown. */
  const publish = async (request: CreatePostRequest): Promise<void> => {
    const body = JSON.stringify(request);
    const known = unanswered.current?.body === body ? { idempotencyKey: unanswered.current.idempotencyKey } : {};
    try {
      await new Promise<void>((recorded, refused) => {
        const show = (post: Post): void => {
          sent.current.set(post.id, request);
          setPosts((shown) => merge(shown, [post]));
          recorded();
        };
        const creating = request.publishAt
          ? fanfare.posts.create({ ...request, ...known })
          : fanfare.posts.createAndWait({ ...request, ...known }, { onProgress: show });
        creating.then(({ post }) => show(post), refused);
      });
      unanswered.current = null;
    } catch (error) {
      const key = error instanceof FanfareError ? error.idempotencyKey : undefined;
      unanswered.current = key === undefined ? null : { body, idempotencyKey: key };
      throw error;
    }
  };

  /** Sends failed targets again, with a key made from the post: nothing is published twice. */
  const retry = async (post: Post, request: CreatePostRequest): Promise<void> => {
    await publish(request);
    setRetried((ids) => new Set([...ids, post.id]));
  };

  /** Failed targets that may succeed unchanged; null for none. Never one that may be live. */
  const retryOf = (post: Post): CreatePostRequest | null => {
    const request = requestOf(post, sent.current);
    const isSettled = post.targets.every(({ status }) => status !== 'pending');
    if (retried.has(post.id)) return null;
    return request && isSettled ? failedTargets(request, post, { retryableOnly: true }) : null;
  };

  const cancel = async (id: string): Promise<void> => {
    const { post } = await fanfare.posts.cancel(id);
    setPosts((shown) => merge(shown, [post]));
  };

  const requestFor = (post: Post): CreatePostRequest | null => requestOf(post, sent.current);
  return { posts, error, hasMore: Boolean(nextCursor), reload, loadMore, publish, retry, retryOf, requestFor, cancel };
}

/** Newest first; a newer version of a post replaces the shown one. */
function merge(shown: readonly Post[], fresh: readonly Post[]): readonly Post[] {
  const byId = new Map([...shown, ...fresh].map((post) => [post.id, post]));
  const orderOf = ({ createdAt, id }: Post): string => `${createdAt} ${id}`;
  return [...byId.values()].sort((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1));
}
