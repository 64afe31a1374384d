import type { Account, Fanfare, Usage } from '@fanfare/sdk';
import { useCallback, useEffect, useState } from 'react';

type State =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly accounts: readonly Account[]; readonly usage: Usage };

/** The connected accounts and the remaining units of the plan. */
export function useAccounts(fanfare: Fanfare) {
  const [state, setState] = useState<State>({ status: 'loading' });

  const reload = useCallback(async () => {
    try {
      const [{ accounts }, usage] = await Promise.all([fanfare.accounts.list(), fanfare.usage.get()]);
      setState({ status: 'ready', accounts, usage });
    } catch (error) {
      // The shown data stays: the user's next action shows the error.
      setState((shown) => (shown.status === 'ready' ? shown : { status: 'failed', error }));
    }
  }, [fanfare]);

  useEffect(() => void reload(), [reload]);
  return { state, reload };
}
