/**
 * `mock.hubs`: connect codes of self-hosted hubs, and hubs that fail.
 *
 * @module
 */
export type { ConnectCodeSeed, HubCall, HubFailure, HubFailureScript, MockHubs } from '@fanfare/mock';
