import type { ConnectHubRequest } from '@fanfare/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fanfare } from '../api/fanfare.ts';

const ACCOUNTS = ['accounts'];

/** Every account of the project, the revoked ones too: old posts have targets on them. */
export const useAllAccounts = () =>
  useQuery({
    queryKey: [...ACCOUNTS, 'with revoked'],
    queryFn: ({ signal }) =>
      fanfare.accounts.list({ includeRevoked: true }, { signal }).then(({ accounts }) => accounts),
  });

/** Every platform, and whether this installation has credentials for it. */
export const usePlatforms = () =>
  useQuery({
    queryKey: ['platforms'],
    queryFn: ({ signal }) => fanfare.platforms.list({ signal }).then(({ platforms }) => platforms),
    staleTime: 300_000,
  });

export function useConnectHub() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: ConnectHubRequest) => fanfare.accounts.connectHub(request).then(({ account }) => account),
    onSuccess: () => queries.invalidateQueries({ queryKey: ACCOUNTS }),
  });
}
