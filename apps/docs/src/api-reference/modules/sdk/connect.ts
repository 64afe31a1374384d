/**
 * Connecting an account: what `accounts.connect` and `accounts.connectHub` take, and what the user brings back.
 *
 * @module
 */
export {
  type ConnectFailureReason,
  type ConnectHubByCode,
  type ConnectHubByKey,
  type ConnectHubRequest,
  type ConnectOutcome,
  type ConnectRequest,
  type ConnectStarted,
  connect,
} from '@fanfare/sdk';
