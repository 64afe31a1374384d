import type { Post } from '@fanfare/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { fanfare } from '../../api/fanfare.ts';
import { postKey, WHILE_PUBLISHING_MS } from '../../posts/use-live-post.ts';
import { useCurrent } from '../../session/current.ts';
import type { SendAgain } from './send-again.ts';

/** Reads the events of each target, by its id. */
export function useTimelines(postId: string, isPublishing: boolean) {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: [...postKey(postId), 'timeline'],
    queryFn: ({ signal }) => callApp('timeline.get', { params: { projectId, postId }, signal }),
    select: ({ targets }) => new Map(targets.map((timeline) => [timeline.targetId, timeline])),
    refetchInterval: isPublishing ? WHILE_PUBLISHING_MS : false,
  });
}

/** Read live from the networks, so only once somebody asks. */
export const useMetrics = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['metrics', id],
    queryFn: ({ signal }) => fanfare.posts.metrics(id, { signal }).then((metrics) => metrics),
    enabled: isWanted,
    staleTime: 60_000,
  });

export function useCancel(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => fanfare.posts.cancel(id).then(({ post }) => post),
    // Also after a refusal: then the post is not what the page shows.
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  });
}

export function useSendAgain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ request }: SendAgain) => fanfare.posts.create(request).then((created) => created),
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  });
}

export function useUnpublish(id: Post['id']) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (targetIds: readonly string[]) =>
      fanfare.posts.unpublish(id, { targetIds }).then(({ targets }) => targets),
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  });
}

export const useRepost = (id: Post['id']) =>
  useMutation({
    mutationFn: (targetIds: readonly string[]) =>
      fanfare.posts.repost(id, { targetIds }).then(({ reposts }) => reposts),
  });
