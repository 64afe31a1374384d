/**
 * Connecting an account: what `accounts.connect` and `accounts.connectHub` take, and what the user brings back.
 *
 * @module
 */
export {
  type ConnectFailed,
  type ConnectFailureReason,
  type ConnectHubByCode,
  type ConnectHubByKey,
  type ConnectHubRequest,
  type ConnectOutcome,
  type ConnectRequest,
  type ConnectStarted,
  type ConnectSucceeded,
  connect,
} from '@fanfare/sdk';
