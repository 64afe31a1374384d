import type { AccountStatus } from '@fanfare/contract';

/** Events of an account (spec 3.1). */
export type AccountEvent =
  /** The credential lapsed and the network definitely refused to renew it. */
  | 'credential_lapsed'
  /** The network says the user removed the service. */
  | 'removed_by_user'
  /** `DELETE /accounts/:id`. */
  | 'disconnected'
  /** The connect flow was completed for the same profile. */
  | 'reconnected';

const NEXT: Record<AccountEvent, Record<AccountStatus, AccountStatus>> = {
  credential_lapsed: { active: 'expired', expired: 'expired', revoked: 'revoked' },
  removed_by_user: { active: 'revoked', expired: 'revoked', revoked: 'revoked' },
  disconnected: { active: 'revoked', expired: 'revoked', revoked: 'revoked' },
  reconnected: { active: 'active', expired: 'active', revoked: 'active' },
};

/** The status after an event, for every pair: events arrive late and twice. */
export function nextAccountStatus(status: AccountStatus, event: AccountEvent): AccountStatus {
  return NEXT[event][status];
}

/** Only an active account publishes; on any other its target fails with `account_not_active`. */
export function canPublish(status: AccountStatus): boolean {
  return status === 'active';
}

/**
 * Says why nothing can be published to an account that is not active; `gone` once it was removed.
 */
export function inactiveMessage(status: AccountStatus | 'gone', statusReason: string | null): string {
  const why = statusReason === null ? '' : ` (${statusReason})`;
  return `The account is ${status}${why}. Connect it again to publish.`;
}

/** Revoked accounts do not count against the plan's connected-account cap (spec 8, metering 5). */
export function countsAgainstCap(status: AccountStatus): boolean {
  return status !== 'revoked';
}
