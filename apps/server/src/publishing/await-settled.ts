import { setTimeout as sleep } from 'node:timers/promises';
import { targetStatus } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { findTargets, type TargetRow } from './targets.table.ts';

const POLL_MS = 500;

type Deps = { readonly db: Database; readonly stopping: AbortSignal };

/**
 * Waits until targets that another run took over have settled with their first comments, and
 * returns the rows of the post. Some are still pending after `atMostMs`, or `stoppingMs` after this
 * process began to stop. Polls in real time: other processes do not follow a test's clock.
 */
export async function awaitSettled(
  deps: Deps,
  rows: readonly TargetRow[],
  limits: { readonly atMostMs: number; readonly stoppingMs: number },
): Promise<TargetRow[]> {
  const startedAt = performance.now();
  let stoppedAt: number | null = null;
  let seen = [...rows];
  while (seen.some((row) => targetStatus(row) === 'pending')) {
    const now = performance.now();
    if (deps.stopping.aborted) stoppedAt ??= now;
    if (now - startedAt > limits.atMostMs || (stoppedAt !== null && now - stoppedAt > limits.stoppingMs)) break;
    await sleep(POLL_MS);
    const [first] = seen;
    seen = await findTargets(deps.db, first!.projectId, first!.postId);
  }
  return seen;
}
