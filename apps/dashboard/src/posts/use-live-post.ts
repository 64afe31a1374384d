import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fanfare } from '../api/fanfare.ts';
import { followEvents } from './follow-events.ts';

/** Beside the event stream, should that be cut by a proxy. */
export const WHILE_PUBLISHING_MS = 5_000;
/** Opens the stream when the post is about to be published: browsers have few connections. */
const SOON_MS = 10 * 60_000;

/** The post, and the beginning of the key of everything about it. */
export const postKey = (id: string) => ['posts', 'one', id] as const;

/** A post. Read again with its events, and from time to time while something is pending. */
export function useLivePost(id: string) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: postKey(id),
    queryFn: ({ signal }) => fanfare.posts.get(id, { signal }).then(({ post }) => post),
    refetchInterval: ({ state }) => (state.data?.status === 'publishing' ? WHILE_PUBLISHING_MS : false),
  });
  const { status, publishAt = null } = query.data ?? {};
  const isSoon = publishAt !== null && Date.parse(publishAt) - Date.now() < SOON_MS;
  const isUnderWay = status === 'publishing' || (status === 'scheduled' && isSoon);
  useEffect(() => {
    if (!isUnderWay) return;
    return followEvents((post) => {
      if (post.id === id) void queries.invalidateQueries({ queryKey: postKey(id) });
    });
  }, [id, isUnderWay, queries]);
  return query;
}
