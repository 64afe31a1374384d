import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { fanfare } from '../../api/fanfare.ts';
import { useCurrent } from '../../session/current.ts';

/** An account of this project, also a revoked one. */
export const useAccount = (id: string) =>
  useQuery({
    queryKey: ['accounts', id],
    queryFn: ({ signal }) => fanfare.accounts.get(id, { signal }).then(({ account }) => account),
  });

/** Reads permissions, time of connecting and last post of an account. */
export function useAccountFacts(accountId: string) {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: ['accounts', accountId, 'facts'],
    queryFn: ({ signal }) =>
      callApp('accountFacts.get', { params: { projectId, accountId }, signal }).then(({ account }) => account),
  });
}

export const MOST_COUNTED = 100;

/** Counts the posts that wait for their time, for one account, at most `MOST_COUNTED`. */
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
