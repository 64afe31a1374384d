/**
 * Functions that send nothing: the request that repeats only what failed. For what a user brings back from connecting there is `connect.parseRedirect`.
 *
 * @module
 */
export { type FailedTargetsOptions, type FailedTargetsRequest, failedTargets } from '@fanfare/sdk';
