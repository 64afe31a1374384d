/**
 * The server for programs that start it themselves: an installation that adds a network
 * (docs/adding-a-network.md). Nothing else of this package is public.
 */

export { type RunOptions, runServer } from './composition/run-server.ts';
export type { Settings } from './config/config.ts';
export type { AddHubDrivers, AddNetworks } from './config/networks.ts';
