export { columns } from './columns.ts';
export { describeFailure } from './describe-failure.ts';
export { type DevService, findService, HOW_TO_START } from './find-service.ts';
export { type SimulatedNetworks, simulatedNetworks } from './simulated-networks.ts';
