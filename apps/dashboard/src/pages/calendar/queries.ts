import type { Platform, Post } from '@fanfare/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { fanfare } from '../../api/fanfare.ts';
import { useCurrent } from '../../session/current.ts';
import { type Day, startOf } from './days.ts';
import { type Move, movePost, postOfMove } from './move-post.ts';

const MOST_SHOWN = 1_000;
const PAGE = 100;
/** Posts go out while somebody looks. */
const LOOK_AGAIN_MS = 60_000;

export type CalendarPosts = {
  readonly posts: readonly Post[];
  /** There are more than are shown. */
  readonly isCut: boolean;
};

type Filters = { readonly platform: string; readonly accountId: string };

/** Posts from the first to the last day, earliest first, without cancelled ones. */
export const useCalendarPosts = (first: Day, last: Day, { platform, accountId }: Filters) =>
  useQuery({
    queryKey: ['posts', 'calendar', { first, last, platform, accountId }],
    queryFn: async ({ signal }): Promise<CalendarPosts> => {
      const posts: Post[] = [];
      const found = fanfare.posts.list(
        {
          order: 'publishAt',
          // Both bounds are left out by the API.
          publishAfter: new Date(startOf(first).getTime() - 1),
          publishBefore: startOf(last, 1),
          limit: PAGE,
          ...(platform && { platform: platform as Platform }),
          ...(accountId && { accountId }),
        },
        { signal },
      );
      for await (const post of found) {
        if (post.status === 'cancelled') continue;
        if (posts.length === MOST_SHOWN) return { posts, isCut: true };
        posts.push(post);
      }
      return { posts, isCut: false };
    },
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

export function useMovePost() {
  const projectId = useCurrent().project.id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (move: Move) => movePost(projectId, move),
    onSettled: () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey: [name] }) => ['posts', 'usage', 'drafts'].includes(String(name)),
      }),
  });
}

/** A move that stopped half-way: its post is cancelled, and its draft is still there. */
export type UnfinishedMove = { readonly key: string; readonly postId: string; readonly preview: string };

export function useUnfinishedMoves() {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: ['drafts', 'of moves'],
    queryFn: async ({ signal }): Promise<UnfinishedMove[]> => {
      const { drafts } = await callApp('drafts.list', { params: { projectId }, signal });
      const moves = drafts.flatMap(({ idempotencyKey: key, preview }) => {
        const postId = postOfMove(key);
        return postId === null ? [] : [{ key, postId, preview }];
      });
      const isCancelled = await Promise.all(
        moves.map(({ postId }) =>
          fanfare.posts.get(postId, { signal }).then(
            ({ post }) => post.status === 'cancelled',
            // A post that cannot be read: its draft is in the list of drafts all the same.
            () => false,
          ),
        ),
      );
      return moves.filter((_, index) => isCancelled[index]);
    },
    staleTime: 0,
  });
}
