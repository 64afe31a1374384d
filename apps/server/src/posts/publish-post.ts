import type { MediaSource } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { Logger } from '../log.ts';
import { deadlineMs } from './deadline.ts';
import type { TargetRun } from './publish-target.ts';
import type { TargetRow } from './targets.table.ts';

type Deps = {
  readonly publishTarget: (run: TargetRun) => Promise<TargetRow>;
  /** Files are fetched once per post and shared by its targets. */
  readonly openMediaSource: () => MediaSource & { close(): Promise<void> };
  readonly log: Logger;
};

export type ClaimedTarget = { readonly target: TargetRow; readonly draft: Draft };

/**
 * Runs all targets of a post side by side; one that fails stops no other. Returns their rows in the same order. A target whose end could not be
 * written down comes back as it was claimed: still pending, and taken up again from its journal.
 */
export async function publishPost(deps: Deps, claimed: readonly ClaimedTarget[]): Promise<TargetRow[]> {
  const media = deps.openMediaSource();
  try {
    return await Promise.all(
      claimed.map(({ target, draft }) =>
        deps.publishTarget({ target, draft, media, deadlineMs: deadlineMs(draft) }).catch((error: unknown) => {
          deps.log.error({ targetId: target.id, err: error }, 'the end of a target could not be written down');
          return target;
        }),
      ),
    );
  } finally {
    await media.close();
  }
}
