import { writeSync } from 'node:fs';
import type { Checkpoint, CheckpointName } from '../../src/posts/checkpoint.ts';

/** Where and how a server process is to fall. */
export type Arm = {
  readonly point: CheckpointName;
  readonly action: 'kill' | 'stop' | 'hang';
  /** At this reach of the point, counted from 1. */
  readonly atReach: number;
};

/** What a process writes to its standard error right before it stops itself; its parent wakes it later. */
export const STOPPED_MARK = 'chaos: stopped';

/** Checkpoints at which the process falls as it was told to. `rearm` replaces what is left. */
export function createArmedCheckpoint(arms: readonly Arm[]): {
  checkpoint: Checkpoint;
  rearm(arms: readonly Arm[]): void;
} {
  let left = arms.map((arm) => ({ ...arm, reaches: 0 }));
  return {
    rearm(next) {
      left = next.map((arm) => ({ ...arm, reaches: 0 }));
    },
    async checkpoint(name) {
      const due = left.find((arm) => arm.point === name && ++arm.reaches === arm.atReach);
      if (!due) return;
      left = left.filter((arm) => arm !== due);
      if (due.action === 'kill') process.kill(process.pid, 'SIGKILL');
      if (due.action === 'stop') {
        writeSync(2, `${STOPPED_MARK}\n`);
        process.kill(process.pid, 'SIGSTOP');
      }
      // A hang: the run goes on no more, its process lives and keeps its lease alive as a live process does.
      if (due.action === 'hang') await new Promise(() => undefined);
    },
  };
}

/** The checkpoints each network really passes with a picture: what is prepared as containers has no uploads, and the reverse. */
export const POINTS: Readonly<Record<string, readonly CheckpointName[]>> = {
  instagram: ['C0', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C13'],
  threads: ['C0', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C13'],
  x: ['C0', 'C1', 'C2', 'C5', 'C6', 'C7', 'C8', 'C13'],
  linkedin: ['C0', 'C1', 'C2', 'C5', 'C6', 'C7', 'C8', 'C13'],
};
