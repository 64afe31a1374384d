export { type DevService, findService, HOW_TO_START } from './find-service.ts';
export { type SimulatedNetworks, simulatedNetworks } from './simulated-networks.ts';
