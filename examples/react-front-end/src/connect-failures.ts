import type { ConnectFailureReason } from '@fanfare/sdk';

const FAILURES: Readonly<Record<ConnectFailureReason, string>> = {
  access_denied: 'You did not allow the access, so nothing was connected.',
  exchange_failed: 'The network did not complete the connection. Please connect again.',
  permissions_missing: 'A permission that publishing needs was left out. Connect again and leave every box ticked.',
  account_not_eligible: 'The network lets no app publish to this kind of account.',
  account_limit_reached: 'Your plan has no room for another account.',
  network_unavailable: 'The network did not answer. Please try again in a few minutes.',
};

/** A newer server may return reasons that are not known here. */
export const explainConnectFailure = (reason: string): string =>
  Object.entries(FAILURES).find(([name]) => name === reason)?.[1] ?? 'The account was not connected. Please try again.';
