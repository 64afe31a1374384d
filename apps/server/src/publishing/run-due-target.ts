import type { MediaSource } from '@fanfare/network';
import { draftOf } from './draft-of.ts';
import type { ClaimedRow } from './due-targets.table.ts';
import type { TargetRun } from './publish-target.ts';
import type { TargetRow } from './targets.table.ts';

type Deps = {
  readonly publishTarget: (run: TargetRun) => Promise<TargetRow>;
  readonly openMediaSource: (projectId: string) => MediaSource & { close(): Promise<void> };
};

/** Runs one target that the runner claimed, with its own media source. */
export async function runDueTarget(
  deps: Deps,
  { target, post, remainingMs }: ClaimedRow,
  onAnswered: () => void,
): Promise<void> {
  const media = deps.openMediaSource(target.projectId);
  try {
    await deps.publishTarget({
      target,
      draft: draftOf(target, post),
      media,
      deadlineMs: Math.max(1, Math.floor(remainingMs)),
      scheduled: post.publishAt !== null,
      onAnswered,
    });
  } finally {
    await media.close();
  }
}
