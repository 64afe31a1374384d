import type { CheckpointName } from '../../src/publishing/checkpoint.ts';

/** A target passed a checkpoint. */
export type Pass = {
  readonly point: CheckpointName;
  readonly targetId: string;
  /** On the monotonic clock of its process. */
  readonly atMs: number;
};
