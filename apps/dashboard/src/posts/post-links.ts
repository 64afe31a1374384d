import type { PostLinks } from '@fanfare/app-contract';
import type { Post } from '@fanfare/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../api/app-api.ts';
import { useCurrent } from '../session/current.ts';

/** Reads relations of these posts and what was dismissed, by their ids. At most 100. */
export function usePostLinks(posts: readonly Pick<Post, 'id'>[]) {
  const projectId = useCurrent().project.id;
  const postIds = posts.map(({ id }) => id).join(',');
  return useQuery({
    queryKey: ['posts', 'links', postIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, PostLinks>> => {
      const { posts: found } = await callApp('postLinks.list', {
        params: { projectId },
        query: { postIds },
        signal,
      });
      return new Map(found.map((links) => [links.postId, links]));
    },
    enabled: postIds !== '',
  });
}

/** Says that somebody has dealt with what failed of a post, or takes that back. */
export function useDismiss() {
  const projectId = useCurrent().project.id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ postId, isDismissed }: { readonly postId: string; readonly isDismissed: boolean }) => {
      const params = { projectId, postId };
      if (isDismissed) await callApp('attention.dismiss', { params, body: {} });
      else await callApp('attention.restore', { params });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  });
}
