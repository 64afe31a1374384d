import { setTimeout as sleep } from 'node:timers/promises';
import { targetStatus } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { findTargets, type TargetRow } from './targets.table.ts';

const POLL_MS = 500;
/** Limit of a caller's wait for what follows posts that are live: it goes on without the caller. */
const FOLLOW_UPS_MS = 60_000;

type Deps = { readonly db: Database; readonly stopping: AbortSignal };

/**
 * Waits until targets that another run took over have settled with their first comments, and what
 * follows at once as well, and returns the rows of the post. Some are still pending after
 * `atMostMs`, or `stoppingMs` after this process began to stop. Polls in real time: other processes
 * do not follow a test's clock.
 */
export async function awaitSettled(
  deps: Deps,
  rows: readonly TargetRow[],
  limits: { readonly atMostMs: number; readonly stoppingMs: number },
): Promise<TargetRow[]> {
  const startedAt = performance.now();
  const [first] = rows;
  const read = () => findTargets(deps.db, first!.projectId, first!.postId);
  let stoppedAt: number | null = null;
  let seen = [...rows];
  // A row that was settled alone does not show what follows it.
  if (seen.some((row) => row.hasFollowUps)) seen = await read();
  for (;;) {
    const isPending = seen.some((row) => targetStatus(row) === 'pending');
    if (!isPending && !seen.some(awaitsFollowUps)) return seen;
    const now = performance.now();
    if (deps.stopping.aborted) stoppedAt ??= now;
    const atMostMs = isPending ? limits.atMostMs : Math.min(FOLLOW_UPS_MS, limits.atMostMs);
    if (now - startedAt > atMostMs || (stoppedAt !== null && now - stoppedAt > limits.stoppingMs)) return seen;
    await sleep(POLL_MS);
    seen = await read();
  }
}

/** Whether posts of a chain are still to be sent, or comments without a pause. */
const awaitsFollowUps = ({ publishedAt, followUps = [] }: TargetRow): boolean =>
  followUps.some(
    ({ status, followUpKind, dueAt }) =>
      status === 'pending' && (followUpKind === 'thread' || dueAt?.getTime() === publishedAt?.getTime()),
  );
