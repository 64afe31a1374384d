import type { DatabasePool } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { completeRemoval, keepRemoval, type OpenRemoval, takeRemoval } from './removal-requests.table.ts';
import { type RemovedProfile, removeProfile } from './remove-profile.ts';

/** A removal belongs to a process this long after its last step; the longest single step, waiting for a network, takes 10 s. */
export const TAKEN_SECONDS = 60;
/** One that failed is tried again after this, by any server. */
const AGAIN_SECONDS = 30;

type Deps = {
  readonly db: DatabasePool;
  readonly log: Logger;
  readonly observe: { removed(removal: { readonly platform: string; readonly source: string }): void };
  /** How often this server looks for removals that another one left behind. */
  readonly lookEveryMs: number;
};

/** The removals this server works on, one after the other. */
export type Removals = {
  /** Looks for open removals now. */
  wake(): void;
  /** Ends after the step under way; what is left goes on at another server, or when one starts. */
  stop(): Promise<void>;
};

export function startRemovals(deps: Deps): Removals {
  let working: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const run = async (removal: OpenRemoval): Promise<void> => {
    const startedAt = performance.now();
    const { id, platform, source } = removal;
    const goOn = async (): Promise<boolean> => {
      if (!stopped) await keepRemoval(deps.db, id, TAKEN_SECONDS);
      return !stopped;
    };
    try {
      const removed = await finishRemoval({ db: deps.db, goOn }, removal);
      if (!removed.finished) return await keepRemoval(deps.db, id, 0);
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
      // Without a database it is left as it is, and is free again when its minute is over.
      await keepRemoval(deps.db, id, AGAIN_SECONDS).catch(() => undefined);
    }
  };

  const work = async (): Promise<void> => {
    do {
      again = false;
      const removal = stopped ? null : await takeRemoval(deps.db, { seconds: TAKEN_SECONDS });
      if (!removal) continue;
      again = true;
      await run(removal);
    } while (again && !stopped);
  };

  const wake = (): void => {
    again = true;
    if (stopped || working) return;
    working = work()
      .catch((err: unknown) => deps.log.warn({ err }, 'looking for open removals failed'))
      .finally(() => {
        working = null;
        if (again) wake();
      });
  };
  const looking = setInterval(wake, deps.lookEveryMs);
  // What a former process left behind is not made to wait.
  wake();

  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(looking);
      await working;
    },
  };
}

/** Removes the profile and says so in the request, which from then on holds no id. `first` is false when somebody else had completed it meanwhile. */
export async function finishRemoval(
  deps: Parameters<typeof removeProfile>[0],
  removal: OpenRemoval,
): Promise<RemovedProfile & { readonly first: boolean }> {
  const removed = await removeProfile(deps, removal);
  return { ...removed, first: removed.finished && (await completeRemoval(deps.db, removal.id)) };
}
