import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckpointName } from '../../src/publishing/checkpoint.ts';
import type { MediaPoint } from './media-points.ts';
import type { StatementPoint } from './statement-points.ts';

/** Steps of a removal: claimed, about to be sent, sent and not stored, stored and not settled. */
export const UNPUBLISH_POINTS = [
  'unpublish claimed',
  'unpublish intended',
  'unpublish sent',
  'unpublish deleted',
] as const;
type UnpublishPoint = (typeof UNPUBLISH_POINTS)[number];

/** Point at which a server process is to crash, and the kind of crash. */
export type CrashPoint = {
  readonly point: CheckpointName | StatementPoint | MediaPoint | UnpublishPoint;
  /** `hang` leaves the process running; only the run that reached the point stops. */
  readonly action: 'kill' | 'stop' | 'hang';
  /** The nth pass of the point, counted from 1. */
  readonly atReach: number;
  /** Only for targets of this project; for any when absent. */
  readonly projectId?: string;
  /** A run that hangs continues after this time; never when absent. */
  readonly forMs?: number;
};

/**
 * A process writes this to its standard error right before it crashes, followed by the crash point.
 */
const CRASH_MARK = 'chaos crash: ';

/** Reads the crash point from a line of standard error. */
export const parseCrash = (line: string): CrashPoint | null =>
  line.startsWith(CRASH_MARK) ? (JSON.parse(line.slice(CRASH_MARK.length)) as CrashPoint) : null;

/** Crashes the process at the first crash point it passes. `rearm` replaces the remaining ones. */
export function createArmedCheckpoint(crashPoints: readonly CrashPoint[]): {
  checkpoint(name: CrashPoint['point'], of: { readonly projectId?: string }): Promise<void>;
  rearm(crashPoints: readonly CrashPoint[]): void;
} {
  let left = crashPoints.map((crashPoint) => ({ crashPoint, reaches: 0 }));
  return {
    rearm(next) {
      left = next.map((crashPoint) => ({ crashPoint, reaches: 0 }));
    },
    async checkpoint(name, { projectId }) {
      const due = left.find(
        (each) =>
          each.crashPoint.point === name &&
          (each.crashPoint.projectId === undefined || each.crashPoint.projectId === projectId) &&
          ++each.reaches === each.crashPoint.atReach,
      );
      if (!due) return;
      const { crashPoint } = due;
      // One crash at a time: the parent sets the other crash points again.
      left = [];
      writeSync(2, `${CRASH_MARK}${JSON.stringify(crashPoint)}\n`);
      if (crashPoint.action === 'kill') process.kill(process.pid, 'SIGKILL');
      if (crashPoint.action === 'stop') process.kill(process.pid, 'SIGSTOP');
      // The run stops; its process lives on and keeps renewing the lease.
      if (crashPoint.action === 'hang')
        await (crashPoint.forMs === undefined ? new Promise(() => undefined) : sleep(crashPoint.forMs));
    },
  };
}

/**
 * The checkpoints each network passes with a picture and, where it has them, a first comment.
 * Networks that publish containers have no uploads, and the reverse.
 */
export const POINTS: Readonly<Record<string, readonly CheckpointName[]>> = {
  instagram: ['C0', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C10', 'C11', 'C12', 'C13'],
  threads: ['C0', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C10', 'C11', 'C12', 'C13'],
  x: ['C0', 'C1', 'C2', 'C5', 'C6', 'C7', 'C8', 'C13'],
  linkedin: ['C0', 'C1', 'C2', 'C5', 'C6', 'C7', 'C8', 'C10', 'C11', 'C12', 'C13'],
  wordpress: ['C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C13'],
  micropub: ['C0', 'C1', 'C2', 'C5', 'C6', 'C7', 'C8', 'C13'],
};
