export { columns } from './columns.ts';
export { type DevService, findService } from './find-service.ts';
export { type SimulatedNetworks, simulatedNetworks } from './simulated-networks.ts';
export { tellFailure } from './tell-failure.ts';
