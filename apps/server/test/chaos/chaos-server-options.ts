import type { Timings } from '../../src/composition/server-options.ts';
import type { CheckpointName } from '../../src/publishing/checkpoint.ts';
import type { CrashPoint } from './crash-points.ts';
import type { Mutant } from './mutants.ts';

/** Start options of a chaos server. */
export type ChaosServerOptions = {
  readonly timings: Timings;
  /** Divides all waits. */
  readonly waitScale: number;
  /** Divides the timeouts of network calls. */
  readonly timeoutScale: number;
  /** Time limit of a statement; that of the service when absent. */
  readonly statementTimeoutMs?: number;
  readonly clockSkewMs: number;
  /**
   * False for servers that live for seconds: none would see a job that is due, and each would pay
   * for its queue.
   */
  readonly jobs: boolean;
  /** Runs the job that deletes hosted files all the time, also without the others. */
  readonly deletesMedia: boolean;
  readonly crashPoints: readonly CrashPoint[];
  /** The process keeps when targets passed these checkpoints, for `passes` of its fleet. */
  readonly recordedPoints: readonly CheckpointName[];
  readonly mutants: readonly Mutant[];
};

export const DEFAULT_SERVER_OPTIONS: ChaosServerOptions = {
  timings: { leaseSeconds: 2, heartbeatMs: 500, sweepMs: 300 },
  waitScale: 20,
  timeoutScale: 20,
  clockSkewMs: 0,
  jobs: true,
  deletesMedia: false,
  crashPoints: [],
  recordedPoints: [],
  mutants: [],
};
