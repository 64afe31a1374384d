/**
 * The server for programs that start it themselves: an installation that adds a network (docs/adding-a-network.md). Nothing else of this package is
 * public.
 */
export type { Settings } from './config.ts';
export type { AddHubDrivers, AddNetworks } from './networks.ts';
export { type RunOptions, runServer } from './run-server.ts';
