/**
 * `failedTargets` makes the request that sends only the failed targets of a post again. It sends
 * nothing itself.
 *
 * @module
 */
export { type FailedTargetsOptions, type FailedTargetsRequest, failedTargets } from '@fanfare/sdk';
