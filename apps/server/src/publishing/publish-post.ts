import type { MediaSource } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import type { Logger } from '../process/log/log.ts';
import { awaitSettled } from './await-settled.ts';
import { commentMs, deadlineMs } from './deadline.ts';
import type { TargetRun } from './publish-target.ts';
import type { TargetRow } from './targets.table.ts';

type Deps = {
  readonly db: Database;
  readonly publishTarget: (run: TargetRun) => Promise<TargetRow>;
  /** Files are fetched once per post and shared by its targets. */
  readonly openMediaSource: (post: PostRef) => MediaSource & { close(): Promise<void> };
  readonly log: Logger;
  readonly stopping: AbortSignal;
  /** Time that a caller waits for a target that this stopping server handed over. */
  readonly stoppingMs: number;
};

/** A post of a project. */
export type PostRef = Pick<TargetRow, 'projectId' | 'postId'>;

export type ClaimedTarget = { readonly target: TargetRow; readonly draft: Draft };

/**
 * Runs all targets of a post concurrently and returns their rows in the same order. A failing one
 * stops no other. Waits for targets that another run took over or whose end could not be stored.
 * Some are pending when this process stops, or when the wait exceeds their deadlines.
 */
export async function publishPost(deps: Deps, claimed: readonly ClaimedTarget[]): Promise<TargetRow[]> {
  const [first] = claimed;
  if (!first) return [];
  const media = deps.openMediaSource(first.target);
  try {
    const rows = await Promise.all(
      claimed.map(({ target, draft }) =>
        deps
          .publishTarget({ target, draft, media, deadlineMs: deadlineMs(draft), scheduled: false })
          .catch((err: unknown) => {
            deps.log.error({ targetId: target.id, err }, 'the end of a target could not be stored');
            return target;
          }),
      ),
    );
    const atMostMs = Math.max(...claimed.map(({ draft }) => deadlineMs(draft) + commentMs(draft)));
    return await awaitSettled(deps, rows, { atMostMs, stoppingMs: deps.stoppingMs });
  } finally {
    await media.close();
  }
}
