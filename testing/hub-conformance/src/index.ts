export { caught, startGate } from '@fanfare/network-conformance/parts';
export { describeDriver } from './describe-driver.ts';
export type { DriverConformance, HubEdge, HubRun } from './driver-conformance.ts';
export type { HubFixture } from './hub-fixture.ts';
export type { GivenKey, HubFault, LiveHubPost, StartTestHub, TestHub } from './test-hub.ts';
