export type { Conformance, Edge, Run } from './conformance.ts';
export { describeConformance } from './describe-conformance.ts';
export type { DocumentedError } from './documented-error.ts';
export type { Fault } from './fault.ts';
export type { MovedClock } from './moved-clock.ts';
export type { Files, LivePost, Rig, StartRig } from './rig.ts';
export type { Stage } from './stage.ts';
export { startGate } from './start-gate.ts';
