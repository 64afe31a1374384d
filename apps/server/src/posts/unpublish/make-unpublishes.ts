import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform, TargetUnpublish } from '@fanfare/contract';
import type { UnpublishDraft } from '@fanfare/network';
import type { Decision, Refused } from '@fanfare/rules';
import type { Networks } from '../../config/networks.ts';
import type { PublishingPool } from '../../db/database.ts';
import { retryTransient } from '../../db/retry-transient.ts';
import { STOPPING } from '../../http/stopping.ts';
import { ownErrorText } from '../../process/error-text.ts';
import type { Bulkheads } from '../../publishing/bulkheads.ts';
import type { SealedWrite } from '../../writes/seal-adapter.ts';
import { TOO_MANY_PUBLISHES } from '../no-capacity.ts';
import { type RunUnpublishDeps, runUnpublish } from './run-unpublish.ts';
import { claimUnpublishes, findUnpublishes, type UnpublishRow } from './unpublishes.table.ts';

export type MakeUnpublishesDeps = RunUnpublishDeps & {
  readonly db: PublishingPool;
  readonly networks: Networks;
  readonly bulkheads: Bulkheads;
};

/** A target whose posts are to be deleted at its network. */
export type RequestedUnpublish = {
  readonly targetId: string;
  readonly accountId: string;
  readonly platform: Platform;
  /** The network's ids of its posts, in the order in which they are deleted. */
  readonly platformPostIds: readonly string[];
};

export type UnpublishOutcome = Pick<TargetUnpublish, 'status' | 'error' | 'unpublishedAt'>;

/** Wait of a request for another one's attempt; longer than any attempt takes. */
const MAX_WAIT_MS = 50_000;
const POLL_MS = 50;
/** Wait for capacity before a refusal. A deletion that another request makes needs none. */
const MAX_CAPACITY_WAIT_MS = 2_000;

/**
 * Deletes the posts of targets at their networks, and returns the outcome of each by its id. What
 * is deleted already is not deleted again; attempts of other requests are waited for, and their
 * outcome is the answer here. Refuses with `rate_limited` and `unavailable` before anything is
 * sent.
 */
export async function makeUnpublishes(
  deps: MakeUnpublishesDeps,
  projectId: string,
  wanted: readonly RequestedUnpublish[],
): Promise<Decision<{ readonly outcomes: ReadonlyMap<string, UnpublishOutcome> }>> {
  const ended = new Map<string, UnpublishOutcome>();
  const attemptedElsewhere = new Set<string>();
  const startedAt = performance.now();
  for (;;) {
    const open = wanted.filter(({ targetId }) => !ended.has(targetId));
    if (open.length === 0) break;
    const rows = await retryTransient(() => findUnpublishes(deps.db, projectId, idsOf(open)));
    const free = recordProgress({ ended, attemptedElsewhere }, open, rows);
    const waitedMs = performance.now() - startedAt;
    if (free.length > 0) {
      const made = await claimAndRun(deps, projectId, { free, mayWait: waitedMs < MAX_CAPACITY_WAIT_MS });
      if (made !== 'no_capacity') {
        if ('ok' in made) return made;
        for (const [targetId, outcome] of made) ended.set(targetId, outcome);
        // Another request was faster with the rest.
        for (const { targetId } of free) attemptedElsewhere.add(targetId);
      }
    }
    if (ended.size === wanted.length || waitedMs > MAX_WAIT_MS) break;
    // In real time: it waits for other requests, here or on another server.
    await sleep(POLL_MS);
  }
  const outcomeOf = (id: string) => [id, ended.get(id) ?? failedWith(STILL_ATTEMPTED)] as const;
  return { ok: true, outcomes: new Map(idsOf(wanted).map(outcomeOf)) };
}

type Progress = {
  readonly ended: Map<string, UnpublishOutcome>;
  /** Targets that another request was seen to attempt; its outcome is the answer here. */
  readonly attemptedElsewhere: Set<string>;
};

/** Records finished targets, and returns the open ones that no request is attempting. */
function recordProgress(
  { ended, attemptedElsewhere }: Progress,
  open: readonly RequestedUnpublish[],
  rows: readonly UnpublishRow[],
): RequestedUnpublish[] {
  const byId = new Map(rows.map((row) => [row.targetId, row]));
  return open.filter(({ targetId }) => {
    const row = byId.get(targetId);
    if (!row) ended.set(targetId, failedWith(ownErrorText('account_deleted')));
    else if (row.attempt === 'live') attemptedElsewhere.add(targetId);
    else if (row.unpublishedAt || (row.unpublishError && row.attempt === null && attemptedElsewhere.has(targetId)))
      ended.set(targetId, toOutcome(row));
    else return true;
    return false;
  });
}

/** Claims free targets and deletes the posts of the claimed ones, all at the same time. */
async function claimAndRun(
  deps: MakeUnpublishesDeps,
  projectId: string,
  { free, mayWait }: { readonly free: readonly RequestedUnpublish[]; readonly mayWait: boolean },
): Promise<'no_capacity' | Refused | ReadonlyMap<string, UnpublishOutcome>> {
  // Checked without an await before the capacity is reserved: a stop waits for reserved capacity.
  if (deps.stopping.aborted) return STOPPING;
  const capacity = deps.bulkheads.enter(projectId, free.length);
  if (!capacity) return mayWait ? 'no_capacity' : TOO_MANY_PUBLISHES;
  try {
    const attemptId = deps.ids.uuid();
    const asked = { projectId, attemptId, targetIds: idsOf(free), leaseSeconds: deps.leaseSeconds };
    const claimed = new Set(await retryTransient(() => claimUnpublishes(deps.db, asked)));
    const outcomes = new Map<string, UnpublishOutcome>();
    const runs = await Promise.allSettled(
      free
        .filter(({ targetId }) => claimed.has(targetId))
        .map(async ({ targetId, accountId, platform, platformPostIds }) => {
          const write = writeOf(deps, platform);
          const attempt = { projectId, targetId, attemptId };
          const row = await runUnpublish(deps, { attempt, accountId, platformPostIds, write });
          if (row === null) outcomes.set(targetId, failedWith(ownErrorText('account_deleted')));
          // Otherwise another attempt took it over, and the caller waits for that.
          else if (row.attempt === null) outcomes.set(targetId, toOutcome(row));
        }),
    );
    // All have ended, so nothing runs when the capacity is released.
    for (const run of runs) if (run.status === 'rejected') throw run.reason;
    return outcomes;
  } finally {
    capacity.leave();
  }
}

function writeOf({ networks }: MakeUnpublishesDeps, platform: Platform): SealedWrite<UnpublishDraft> {
  const write = networks.adapterOf(platform)?.unpublish;
  if (write) return write;
  throw new Error(`The rules of ${platform} say that it deletes posts, and its adapter has no function for it.`);
}

const idsOf = (wanted: readonly RequestedUnpublish[]): string[] => wanted.map(({ targetId }) => targetId);

const failedWith = (error: string): UnpublishOutcome => ({ status: 'failed', error, unpublishedAt: null });

function toOutcome({ unpublishedAt, unpublishError }: UnpublishRow): UnpublishOutcome {
  if (unpublishedAt) return { status: 'unpublished', error: null, unpublishedAt: unpublishedAt.toISOString() };
  return failedWith(unpublishError ?? STILL_ATTEMPTED);
}

const STILL_ATTEMPTED = ownErrorText(
  'outcome_unknown',
  'Another request is still deleting this post. Send the request again in a minute.',
);
