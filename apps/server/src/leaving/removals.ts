import type { DatabasePool } from '../db/database.ts';
import type { Logger } from '../process/log/log.ts';
import { claimRemoval, completeRemoval, extendRemoval, type OpenRemoval } from './removal-requests.table.ts';
import { type RemovedProfile, type RemoveProfileDeps, removeProfile } from './remove-profile.ts';

/** Lease of a removal after each step; the longest step, waiting for a network, takes 10 s. */
export const LEASE_SECONDS = 60;
/** Delay before a failed removal is retried. */
const RETRY_SECONDS = 30;

export type RemovalsDeps = {
  readonly db: DatabasePool;
  readonly log: Logger;
  readonly observe: { removed(removal: { readonly platform: string; readonly source: string }): void };
  /** Runs when targets may have been deleted, before the removal is complete. */
  readonly forgetPosts: () => void;
};

/** Runs open removals one by one. A stop waits for the current step only. */
export async function removeProfiles(deps: RemovalsDeps, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const removal = await claimRemoval(deps.db, { seconds: LEASE_SECONDS });
    if (!removal) return;
    await run(deps, removal, stopping);
  }
}

async function run(deps: RemovalsDeps, removal: OpenRemoval, stopping: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const { id, platform, source } = removal;
  const shouldContinue = async (): Promise<boolean> => {
    if (!stopping.aborted) await extendRemoval(deps.db, id, LEASE_SECONDS);
    return !stopping.aborted;
  };
  try {
    const removed = await finishRemoval({ db: deps.db, shouldContinue, forgetPosts: deps.forgetPosts }, removal);
    if (!removed.finished) return await extendRemoval(deps.db, id, 0);
    if (!removed.first) return;
    deps.observe.removed(removal);
    const { accounts, targets, emptiedPosts } = removed;
    const durationMs = Math.round(performance.now() - startedAt);
    deps.log.info(
      { removalId: id, platform, source, accounts, targets, emptiedPosts, durationMs },
      'a profile was removed',
    );
  } catch (err) {
    deps.log.error({ removalId: id, platform, source, err }, 'a removal failed; it is tried again');
    // Without a database the lease stays, and expires.
    await extendRemoval(deps.db, id, RETRY_SECONDS).catch(() => undefined);
  }
}

/** Removes the profile and completes the request. `first`: no other process completed it. */
export async function finishRemoval(
  deps: RemoveProfileDeps & { readonly forgetPosts?: () => void },
  removal: OpenRemoval,
): Promise<RemovedProfile & { readonly first: boolean }> {
  const removed = await removeProfile(deps, removal);
  deps.forgetPosts?.();
  return { ...removed, first: removed.finished && (await completeRemoval(deps.db, removal.id)) };
}
