import type { TargetErrorCode } from '@fanfare/contract';
import { nextAccountStatus } from '@fanfare/rules';
import type { StoredAccount } from '../world.ts';

const REASONS = { credential_lapsed: 'refresh_rejected', removed_by_user: 'revoked_by_user' } as const;

/** The account has lost its credential: it lapsed, or its user took the service away. */
export function lapseAccount(account: StoredAccount, event: keyof typeof REASONS): void {
  account.status = nextAccountStatus(account.status, event);
  account.statusReason = REASONS[event];
}

/** What a failure at the network does to the account: a credential that is definitely refused is asked no more. */
export function lapseWhenRejected(account: StoredAccount, code: TargetErrorCode | undefined): void {
  if (code === 'credential_rejected') lapseAccount(account, 'credential_lapsed');
}
