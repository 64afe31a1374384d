import type { Space } from '@fanfare/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { fanfare } from '../../api/fanfare.ts';
import { useCurrent } from '../../app/current.tsx';

/** An account of this project, also a revoked one. */
export const useAccount = (id: string) =>
  useQuery({
    queryKey: ['accounts', id],
    queryFn: ({ signal }) => fanfare.accounts.get(id, { signal }).then(({ account }) => account),
  });

/** What the public API does not say of it: permissions, since when, the last post. */
export function useAccountFacts(accountId: string) {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: ['accounts', accountId, 'facts'],
    queryFn: ({ signal }) =>
      callApp('accountFacts.get', { params: { projectId, accountId }, signal }).then(({ account }) => account),
  });
}

export const MOST_COUNTED = 100;

/** How many posts wait for their time to go out from it, at most `MOST_COUNTED`. */
export const useScheduledCount = (accountId: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['posts', 'scheduled of', accountId],
    queryFn: ({ signal }) =>
      fanfare.posts
        .list({ accountId, status: 'scheduled', limit: MOST_COUNTED }, { signal })
        .then(({ posts }) => posts.length),
    enabled: isWanted,
  });

export function useDisconnect() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => fanfare.accounts.delete(id).then(() => undefined),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['accounts'] }),
  });
}

export const SPACES_A_PAGE = 25;

/** One page of the spaces of a hub whose name or slug contains `q`. The last ones stay while others are read. */
export const useSpaces = (accountId: string, q: string, offset: number) =>
  useQuery<{ readonly spaces: readonly Space[]; readonly total: number }>({
    queryKey: ['spaces', accountId, q, offset],
    queryFn: ({ signal }) =>
      fanfare.accounts
        .spaces(accountId, { limit: SPACES_A_PAGE, offset, ...(q !== '' && { q }) }, { signal })
        .then(({ spaces, total }) => ({ spaces, total })),
    placeholderData: keepPreviousData,
  });
