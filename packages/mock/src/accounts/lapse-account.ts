import type { Platform, TargetErrorDetail } from '@fanfare/contract';
import { nextAccountStatus } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import type { StoredAccount } from '../world.ts';
import { writeAccountStatus } from './account-events.ts';

/**
 * Reason that an account is expired. LinkedIn renews for partners only (refresh tokens, 2026-11).
 */
export const expiryReason = (platform: Platform): string =>
  platform === 'linkedin' ? 'not_renewable' : 'refresh_rejected';

type Deps = Pick<MockState, 'world' | 'events'>;

/** Takes the credential of an account that expired or was revoked, and of its whole consent. */
export function lapseAccount(
  { world, events }: Deps,
  account: StoredAccount,
  event: 'credential_lapsed' | 'removed_by_user',
): void {
  const { grant } = account;
  const copies = [...world.accounts.values()].filter((one) => one !== account && one.grant === grant);
  for (const one of [account, ...(grant === null ? [] : copies.filter(({ status }) => status === 'active'))]) {
    const status = nextAccountStatus(one.status, event);
    if (status === one.status) continue;
    one.status = status;
    one.statusReason = event === 'credential_lapsed' ? expiryReason(one.platform) : 'revoked_by_user';
    if (status === 'revoked') one.grant = null;
    writeAccountStatus({ events }, one);
  }
}

/**
 * Ends the account when the network definitely refused its credential, and returns the error as the
 * caller gets it: like every later one it is `account_not_active`. The key of a hub does not
 * expire: one that is refused was deleted on the hub.
 */
export function lapseWhenRejected<E extends Pick<TargetErrorDetail, 'code'> | null>(
  deps: Deps,
  account: StoredAccount,
  error: E,
): E {
  if (error?.code !== 'credential_rejected') return error;
  lapseAccount(deps, account, account.platform === 'hub' ? 'removed_by_user' : 'credential_lapsed');
  return { ...error, code: 'account_not_active' };
}
