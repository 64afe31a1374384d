import type { Account } from '@fanfare/contract';

/** The entry of `platforms` for an account. */
export const targetEntry = (
  account: Pick<Account, 'id' | 'platform'>,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  platform: account.platform,
  accountId: account.id,
  ...more,
});
