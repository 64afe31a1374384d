import type { Timings } from '../../src/compose-publishing.ts';
import type { Arm } from './arms.ts';
import type { Mutant } from './mutants.ts';

/** What a chaos server is told when it starts. */
export type ServerOrders = {
  readonly timings: Timings;
  /** Waits and time-outs of network calls are this many times shorter. */
  readonly timeScale: number;
  readonly clockSkewMs: number;
  readonly arms: readonly Arm[];
  readonly mutants: readonly Mutant[];
};

export const USUAL_ORDERS: ServerOrders = {
  timings: { leaseSeconds: 2, heartbeatMs: 500, sweepMs: 300 },
  timeScale: 20,
  clockSkewMs: 0,
  arms: [],
  mutants: [],
};
