import type { PostList } from '@fanfare/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fanfare } from '../../api/fanfare.ts';
import { type PostFilters, toListParams } from './filters.ts';

const WHILE_PUBLISHING_MS = 5_000;

/** One page of posts. Read again while one of them is being published. */
export const usePosts = (filters: PostFilters) =>
  useQuery<PostList>({
    queryKey: ['posts', 'list', filters],
    queryFn: ({ signal }) => fanfare.posts.list(toListParams(filters), { signal }).then((page) => page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.posts.some(({ status }) => status === 'publishing') ? WHILE_PUBLISHING_MS : false,
  });
