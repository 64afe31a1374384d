import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkpoint, CheckpointName } from '../../src/posts/checkpoint.ts';

/** Where and how a server process is to fall. */
export type Arm = {
  readonly point: CheckpointName;
  /** `hang` leaves the process alone: only the run that came here goes no further. */
  readonly action: 'kill' | 'stop' | 'hang';
  /** At this reach of the point, counted from 1. */
  readonly atReach: number;
  /** Only by targets of this project; by any when absent. */
  readonly projectId?: string;
  /** A run that hangs goes on after this long; never when absent. */
  readonly forMs?: number;
};

/** What a process writes to its standard error right before it falls, with the arm that did it. */
const FALL_MARK = 'chaos fall: ';

/** The arm a line of standard error tells of. */
export const fallIn = (line: string): Arm | null =>
  line.startsWith(FALL_MARK) ? (JSON.parse(line.slice(FALL_MARK.length)) as Arm) : null;

/** Checkpoints at which the process falls as it was told to, at whichever arm is reached first. `rearm` replaces what is left. */
export function createArmedCheckpoint(arms: readonly Arm[]): {
  checkpoint: Checkpoint;
  rearm(arms: readonly Arm[]): void;
} {
  let left = arms.map((arm) => ({ arm, reaches: 0 }));
  return {
    rearm(next) {
      left = next.map((arm) => ({ arm, reaches: 0 }));
    },
    async checkpoint(name, { projectId }) {
      const due = left.find(
        (each) =>
          each.arm.point === name &&
          (each.arm.projectId === undefined || each.arm.projectId === projectId) &&
          ++each.reaches === each.arm.atReach,
      );
      if (!due) return;
      const { arm } = due;
      // One fall at a time: what else was armed is laid out anew by the parent.
      left = [];
      writeSync(2, `${FALL_MARK}${JSON.stringify(arm)}\n`);
      if (arm.action === 'kill') process.kill(process.pid, 'SIGKILL');
      if (arm.action === 'stop') process.kill(process.pid, 'SIGSTOP');
      // The run goes on no more; its process lives, and keeps its lease alive as a live process does.
      if (arm.action === 'hang') await (arm.forMs === undefined ? new Promise(() => undefined) : sleep(arm.forMs));
    },
  };
}

/** The checkpoints each network really passes with a picture and a first comment: what is prepared as containers has no uploads, and the reverse. */
export const POINTS: Readonly<Record<string, readonly CheckpointName[]>> = {
  instagram: ['C0', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C10', 'C11', 'C12', 'C13'],
  threads: ['C0', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C10', 'C11', 'C12', 'C13'],
  x: ['C0', 'C1', 'C2', 'C5', 'C6', 'C7', 'C8', 'C13'],
  linkedin: ['C0', 'C1', 'C2', 'C5', 'C6', 'C7', 'C8', 'C10', 'C11', 'C12', 'C13'],
};
