import type { Account } from '@fanfare/sdk';
import { useMemo } from 'react';
import { useAccountStates, useAccounts } from '../../accounts/queries.ts';

/** An account, and its paid plan in the network's word; null for none, and where nobody knows. */
export type ComposerAccount = Account & { readonly subscription?: string | null };

/** The accounts of the project with their plans, which decide how long a post may be. */
export function useComposerAccounts() {
  const { data, error, refetch } = useAccounts();
  const { data: states } = useAccountStates();
  const accounts = useMemo(
    () =>
      data?.map(
        (account): ComposerAccount => ({
          ...account,
          subscription: states?.get(account.id)?.subscription ?? null,
        }),
      ),
    [data, states],
  );
  return { data: accounts, error, refetch };
}
