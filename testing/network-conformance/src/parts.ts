/** Parts that the conformance suite of hub drivers uses too. */
export { caught } from './caught.ts';
export { IN_BETWEEN_ANSWERS } from './describe-in-between.ts';
export { describeWrites } from './describe-writes.ts';
export type { Fault } from './fault.ts';
export { createMovedClock, type MovedClock } from './moved-clock.ts';
export { type CallOptions, openWire, type Wire } from './open-wire.ts';
export { echo, printed, secretsIn } from './printed.ts';
export type { WireRequest } from './record-requests.ts';
export { createRequestBook } from './request-book.ts';
export { settle } from './settle.ts';
export { type GateFault, startGate } from './start-gate.ts';
export type { Subject } from './subject.ts';
export { tempDirOfSuite } from './temp-dir-of-suite.ts';
