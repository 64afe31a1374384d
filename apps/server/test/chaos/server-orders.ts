import type { Timings } from '../../src/server-options.ts';
import type { Arm } from './arms.ts';
import type { Mutant } from './mutants.ts';

/** What a chaos server is told when it starts. */
export type ServerOrders = {
  readonly timings: Timings;
  /** Waits are this many times shorter. */
  readonly waitScale: number;
  /** Time-outs of network calls are this many times shorter. */
  readonly timeoutScale: number;
  readonly clockSkewMs: number;
  /** False where servers live for seconds: none of them would live to see a tick, and each would pay for its job queue. */
  readonly minuteTick: boolean;
  readonly arms: readonly Arm[];
  readonly mutants: readonly Mutant[];
};

export const USUAL_ORDERS: ServerOrders = {
  timings: { leaseSeconds: 2, heartbeatMs: 500, sweepMs: 300 },
  waitScale: 20,
  timeoutScale: 20,
  clockSkewMs: 0,
  minuteTick: true,
  arms: [],
  mutants: [],
};
