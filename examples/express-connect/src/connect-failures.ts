import type { ConnectFailureReason } from '@fanfare/sdk';

/** Words for a user whose account was not connected, with the remedy. */
const FAILURES: Readonly<Record<ConnectFailureReason, string>> = {
  access_denied: 'You did not allow the access, so nothing was connected. Changed your mind? Connect again.',
  exchange_failed: 'The network did not complete the connection. Please connect again.',
  permissions_missing: 'A permission that publishing needs was left out. Connect again and leave every box ticked.',
  account_not_eligible:
    'The network lets no app publish to this kind of account. On Instagram, switch to a Business or Creator account first.',
  account_limit_reached: 'There is no room for another account. Disconnect one you no longer need.',
  network_unavailable: 'The network did not answer. Please try again in a few minutes.',
};

/** A newer Fanfare may return reasons that this app does not know. */
export function explainConnectFailure(reason: string): string {
  return Object.hasOwn(FAILURES, reason)
    ? FAILURES[reason as ConnectFailureReason]
    : 'The account was not connected. Please try again.';
}
