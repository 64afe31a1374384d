import { useMutation } from '@tanstack/react-query';
import { fanfare } from '../../../api/fanfare.ts';

/** Looks up whom a post of an account can mention. The network is called once for each search. */
export const useFindMentions = (accountId: string) =>
  useMutation({
    mutationFn: (q: string) =>
      fanfare.accounts.mentions(accountId, { q }).then(({ mentions, error }) => ({ mentions, error })),
  });
