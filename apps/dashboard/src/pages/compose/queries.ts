import type { Post, WebhookEvent } from '@fanfare/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fanfare } from '../../api/fanfare.ts';

export const useAccounts = () =>
  useQuery({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => fanfare.accounts.list({}, { signal }).then(({ accounts }) => accounts),
  });

export const useUsage = () =>
  useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => fanfare.usage.get({ signal }).then((usage) => usage) });

/** Spaces of a hub account whose name contains `q`. The last ones stay while others are read. */
export const useSpaces = (accountId: string, q: string, isOpen: boolean) =>
  useQuery({
    queryKey: ['spaces', accountId, q],
    queryFn: ({ signal }) =>
      fanfare.accounts
        .spaces(accountId, { limit: 25, ...(q !== '' && { q }) }, { signal })
        .then(({ spaces, total }) => ({ spaces, total })),
    enabled: isOpen,
    placeholderData: (before) => before,
  });

const isSettled = ({ targets }: Post): boolean => targets.every(({ status }) => status !== 'pending');
/** Beside the event stream, should that be cut by a proxy. */
const READ_AGAIN_MS = 5000;

/** A post whose targets settle while one looks. */
export function useLivePost(postId: string) {
  const queries = useQueryClient();
  const post = useQuery({
    queryKey: ['posts', postId],
    queryFn: ({ signal }) => fanfare.posts.get(postId, { signal }).then(({ post }) => post),
    refetchInterval: ({ state: { data } }) => (data?.status === 'publishing' ? READ_AGAIN_MS : false),
  });
  const isOpen = post.data !== undefined && !isSettled(post.data);
  useEffect(() => {
    if (!isOpen) return;
    return followEvents(({ id }) => {
      if (id === postId) void queries.invalidateQueries({ queryKey: ['posts', postId] });
    });
  }, [isOpen, postId, queries]);
  return post;
}

export type EventPost = { readonly id: string; readonly idempotencyKey: string };

/** Calls `onPost` for each event of a post, until the function that it returns is called. */
export function followEvents(onPost: (post: EventPost) => void): () => void {
  const stopped = new AbortController();
  const follow = async (): Promise<void> => {
    for await (const event of fanfare.events.stream({ signal: stopped.signal })) {
      const post = postOf(event);
      if (post) onPost(post);
    }
  };
  // Without the stream the page reads the post from time to time.
  follow().catch(() => undefined);
  return () => stopped.abort();
}

const postOf = ({ data }: WebhookEvent): EventPost | null => ('post' in data && data.post ? data.post : null);
