/**
 * Connecting an account: the requests of `accounts.connect` and `accounts.connectHub`, and the
 * outcome of a connect flow.
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
