import { useQuery } from '@tanstack/react-query';
import { fanfare } from '../api/fanfare.ts';

/** Every account of the project, the revoked ones too: old posts have targets on them. */
export const useAllAccounts = () =>
  useQuery({
    queryKey: ['accounts', 'with revoked'],
    queryFn: ({ signal }) =>
      fanfare.accounts.list({ includeRevoked: true }, { signal }).then(({ accounts }) => accounts),
  });
