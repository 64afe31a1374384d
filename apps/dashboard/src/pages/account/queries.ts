import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
