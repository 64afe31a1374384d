import type { Account, Fanfare, Usage } from '@fanfare/sdk';
import { useCallback, useEffect, useState } from 'react';

type State =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly accounts: readonly Account[]; readonly usage: Usage };

/** The connected accounts and what is left of the plan. */
export function useAccounts(fanfare: Fanfare) {
  const [state, setState] = useState<State>({ status: 'loading' });

  const reload = useCallback(async () => {
    try {
      const [{ accounts }, usage] = await Promise.all([fanfare.accounts.list(), fanfare.usage.get()]);
      setState({ status: 'ready', accounts, usage });
    } catch (error) {
      // What is shown stays: whatever is done next tells of it.
      setState((shown) => (shown.status === 'ready' ? shown : { status: 'failed', error }));
    }
  }, [fanfare]);

  useEffect(() => void reload(), [reload]);
  return { state, reload };
}
