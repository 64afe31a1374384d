import type { ConnectHubRequest, Space } from '@fanfare/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../api/app-api.ts';
import { fanfare } from '../api/fanfare.ts';
import { useCurrent } from '../session/current.ts';

const ACCOUNTS = ['accounts'];

/** The accounts of the project that are connected, or have to be connected again. */
export const useAccounts = () =>
  useQuery({
    queryKey: ACCOUNTS,
    queryFn: ({ signal }) => fanfare.accounts.list({}, { signal }).then(({ accounts }) => accounts),
  });

/** Every account of the project, the revoked ones too: old posts have targets on them. */
export const useAllAccounts = () =>
  useQuery({
    queryKey: [...ACCOUNTS, 'with revoked'],
    queryFn: ({ signal }) =>
      fanfare.accounts.list({ includeRevoked: true }, { signal }).then(({ accounts }) => accounts),
  });

/** Since when each account has its status, and its plan, by its id. */
export function useAccountStates() {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: [...ACCOUNTS, 'states'],
    queryFn: ({ signal }) =>
      callApp('accountFacts.list', { params: { projectId }, signal }).then(
        ({ accounts }) => new Map(accounts.map((state) => [state.accountId, state])),
      ),
  });
}

/** Every platform, and whether this installation has credentials for it. */
export const usePlatforms = () =>
  useQuery({
    queryKey: ['platforms'],
    queryFn: ({ signal }) => fanfare.platforms.list({ signal }).then(({ platforms }) => platforms),
    staleTime: 300_000,
  });

export const SPACES_A_PAGE = 25;

type SpaceSearch = { readonly q: string; readonly offset?: number; readonly isWanted?: boolean };

/** One page of the spaces of a hub that contain `q`. The last ones stay meanwhile. */
export const useSpaces = (accountId: string, { q, offset = 0, isWanted = true }: SpaceSearch) =>
  useQuery<{ readonly spaces: readonly Space[]; readonly total: number }>({
    queryKey: ['spaces', accountId, q, offset],
    queryFn: ({ signal }) =>
      fanfare.accounts
        .spaces(accountId, { limit: SPACES_A_PAGE, offset, ...(q !== '' && { q }) }, { signal })
        .then(({ spaces, total }) => ({ spaces, total })),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });

export function useConnectHub() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: ConnectHubRequest) => fanfare.accounts.connectHub(request).then(({ account }) => account),
    onSuccess: () => queries.invalidateQueries({ queryKey: ACCOUNTS }),
  });
}
