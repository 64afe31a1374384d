import type { MediaSource } from '@fanfare/network';
import { type Draft, targetStatus } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { awaitSettled } from './await-settled.ts';
import { stopping } from './create-post.ts';
import { commentMs, deadlineMs } from './deadline.ts';
import type { TargetRun } from './publish-target.ts';
import type { TargetRow } from './targets.table.ts';

type Deps = {
  readonly db: Database;
  readonly publishTarget: (run: TargetRun) => Promise<TargetRow>;
  /** Files are fetched once per post and shared by its targets. */
  readonly openMediaSource: () => MediaSource & { close(): Promise<void> };
  readonly log: Logger;
  readonly stopping: AbortSignal;
  /** How long a caller's answer is held back for a target that was handed to another server while this one stops. */
  readonly stoppingMs: number;
};

export type ClaimedTarget = { readonly target: TargetRow; readonly draft: Draft };

/**
 * Runs all targets of a post side by side; one that fails stops no other. Returns their settled rows in the same order. A target that another run took
 * over, or whose end could not be written down, is waited for. Throws `unavailable` when this process stops before all have settled: the post exists,
 * goes on elsewhere, and its key finds it.
 */
export async function publishPost(deps: Deps, claimed: readonly ClaimedTarget[]): Promise<TargetRow[]> {
  const media = deps.openMediaSource();
  try {
    const rows = await Promise.all(
      claimed.map(({ target, draft }) =>
        deps
          .publishTarget({ target, draft, media, deadlineMs: deadlineMs(draft), scheduled: false })
          .catch((err: unknown) => {
            deps.log.error({ targetId: target.id, err }, 'the end of a target could not be written down');
            return target;
          }),
      ),
    );
    const atMostMs = Math.max(...claimed.map(({ draft }) => deadlineMs(draft) + commentMs(draft)));
    const settled = await awaitSettled(deps, rows, { atMostMs, stoppingMs: deps.stoppingMs });
    if (deps.stopping.aborted && settled.some((row) => targetStatus(row) === 'pending')) throw stopping();
    return settled;
  } finally {
    await media.close();
  }
}
