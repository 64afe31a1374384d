import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '@fanfare/contract';
import type { RepostDraft } from '@fanfare/network';
import { type Decision, planOf, quotaPeriodOf, REPOST_UNITS, type Refused } from '@fanfare/rules';
import type { Caller } from '../../callers/caller.ts';
import type { Networks } from '../../config/networks.ts';
import type { PublishingPool } from '../../db/database.ts';
import { retryTransient } from '../../db/retry-transient.ts';
import { STOPPING } from '../../http/stopping.ts';
import { ownErrorText } from '../../process/error-text.ts';
import type { Bulkheads } from '../../publishing/bulkheads.ts';
import type { SealedWrite } from '../../writes/seal-adapter.ts';
import { TOO_MANY_PUBLISHES } from '../no-capacity.ts';
import { quotaExceeded } from '../quota-exceeded.ts';
import { claimReposts, findReposts, type RepostKey, type RepostRow } from './reposts.table.ts';
import { type RunRepostDeps, runRepost } from './run-repost.ts';

export type MakeRepostsDeps = RunRepostDeps & {
  readonly db: PublishingPool;
  readonly networks: Networks;
  readonly bulkheads: Bulkheads;
  readonly now: () => Date;
};

/** A requested repost. */
export type RequestedRepost = RepostKey & { readonly platform: Platform };

/** The outcome of one account's repost, as both routes return it. */
export type RepostOutcome = Pick<RepostRow, 'platformRepostId' | 'repostedAt'> & {
  readonly status: 'reposted' | 'failed' | 'unsupported';
  readonly error: string | null;
};

export type MadeReposts = Decision<
  /** Outcomes are in the order of the request. */
  | { readonly state: 'made'; readonly outcomes: readonly RepostOutcome[] }
  /** An account was removed since the request was judged: judge it again. */
  | { readonly state: 'account_removed' }
>;

/** Wait of a request for another one's attempt; longer than any attempt takes. */
const MAX_WAIT_MS = 50_000;
const POLL_MS = 50;
/** Wait for capacity before a refusal. A repost that another request makes needs none. */
const MAX_CAPACITY_WAIT_MS = 2_000;

const UNSUPPORTED: RepostOutcome = { status: 'unsupported', platformRepostId: null, error: null, repostedAt: null };

const nameOf = ({ accountId, platformPostId }: RepostKey): string => `${accountId} ${platformPostId}`;

/**
 * Makes reposts, each at most once. Returns what is done, waits for the attempts of other requests,
 * and reserves the rest, quota included, before it calls a network. Refuses with `quota_exceeded`,
 * `rate_limited` and `unavailable`, each before anything was sent.
 */
export async function makeReposts(
  deps: MakeRepostsDeps,
  caller: Caller,
  asked: readonly RequestedRepost[],
): Promise<MadeReposts> {
  const writes = new Map<string, SealedWrite<RepostDraft>>();
  const wanted = new Map<string, RequestedRepost>();
  for (const repost of asked) {
    const write = deps.networks.adapterOf(repost.platform)?.repost;
    if (!write) continue;
    wanted.set(nameOf(repost), repost);
    writes.set(nameOf(repost), write);
  }
  const progress: Progress = { ended: new Map(), attemptedElsewhere: new Set() };
  const { ended, attemptedElsewhere } = progress;
  const startedAt = performance.now();

  while (ended.size < wanted.size) {
    const open = [...wanted.values()].filter((key) => !ended.has(nameOf(key)));
    const rows = await retryTransient(() => findReposts(deps.db, caller.projectId, open));
    const free = recordProgress(progress, open, rows);
    const waitedMs = performance.now() - startedAt;
    if (free.length > 0) {
      const made = await claimAndRun(deps, caller, { keys: free, writes, mayWait: waitedMs < MAX_CAPACITY_WAIT_MS });
      if (made === 'account_removed') return { ok: true, state: made };
      if (made !== 'no_capacity') {
        if ('ok' in made) return made;
        for (const [name, outcome] of made) ended.set(name, outcome);
        // Another request was faster with the rest.
        for (const key of free) attemptedElsewhere.add(nameOf(key));
      }
    }
    if (ended.size === wanted.size || waitedMs > MAX_WAIT_MS) break;
    // In real time: it waits for other requests, here or on another server.
    await sleep(POLL_MS);
  }
  const outcomeOf = (name: string): RepostOutcome =>
    ended.get(name) ?? (wanted.has(name) ? stillAttempted() : UNSUPPORTED);
  return { ok: true, state: 'made', outcomes: asked.map((repost) => outcomeOf(nameOf(repost))) };
}

type Progress = {
  readonly ended: Map<string, RepostOutcome>;
  /** Reposts that another request was seen to attempt; its outcome is the answer here. */
  readonly attemptedElsewhere: Set<string>;
};

/** Records finished reposts, and returns the open ones that no request is attempting. */
function recordProgress(
  { ended, attemptedElsewhere }: Progress,
  open: readonly RequestedRepost[],
  rows: readonly RepostRow[],
): RequestedRepost[] {
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return open.filter((key) => {
    const name = nameOf(key);
    const row = byName.get(name);
    if (row?.state === 'attempting' && row.leased) attemptedElsewhere.add(name);
    else if (row?.state === 'reposted' || (row?.state === 'failed' && attemptedElsewhere.has(name)))
      ended.set(name, toOutcome(row));
    else return true;
    return false;
  });
}

type Claim = {
  readonly keys: readonly RepostKey[];
  readonly writes: ReadonlyMap<string, SealedWrite<RepostDraft>>;
  readonly mayWait: boolean;
};

/** Claims free reposts and runs the claimed ones concurrently. */
async function claimAndRun(
  deps: MakeRepostsDeps,
  caller: Caller,
  { keys, writes, mayWait }: Claim,
): Promise<'no_capacity' | 'account_removed' | Refused | ReadonlyMap<string, RepostOutcome>> {
  // Checked without an await before the capacity is reserved: a stop waits for reserved capacity.
  if (deps.stopping.aborted) return STOPPING;
  const { projectId } = caller;
  const capacity = deps.bulkheads.enter(projectId, keys.length);
  if (!capacity && mayWait) return 'no_capacity';
  if (!capacity) return TOO_MANY_PUBLISHES;
  try {
    const plan = planOf(caller.plan);
    const period = quotaPeriodOf(deps.now());
    const attemptId = deps.ids.uuid();
    const quota = {
      periodStart: period.start,
      allowance: plan.includedUnits,
      overage: plan.overage,
      units: REPOST_UNITS,
    };
    const { leaseSeconds } = deps;
    const claim = await retryTransient(() =>
      claimReposts(deps.db, { projectId, attemptId, keys, leaseSeconds, quota }),
    );
    if (claim.state === 'account_removed') return claim.state;
    if (claim.state === 'quota_exceeded')
      return await quotaExceeded(deps, { what: 'repost', caller, units: keys.length * REPOST_UNITS, period });
    const outcomes = new Map<string, RepostOutcome>();
    const runs = await Promise.allSettled(
      claim.claimed.map(async ({ inDoubt, ...key }) => {
        const write = writes.get(nameOf(key))!;
        const row = await runRepost(deps, { attempt: { ...key, projectId, attemptId }, write, inDoubt });
        if (row === null) outcomes.set(nameOf(key), failedWith(ownErrorText('account_deleted')));
        // Otherwise another attempt took it over, and the caller waits for that.
        else if (row.state !== 'attempting') outcomes.set(nameOf(key), toOutcome(row));
      }),
    );
    // All have ended, so nothing runs when the capacity is released.
    for (const run of runs) if (run.status === 'rejected') throw run.reason;
    return outcomes;
  } finally {
    capacity.leave();
  }
}

function toOutcome({ state, platformRepostId, error, repostedAt }: RepostRow): RepostOutcome {
  return { status: state === 'reposted' ? 'reposted' : 'failed', platformRepostId, error, repostedAt };
}

const failedWith = (error: string): RepostOutcome => ({
  status: 'failed',
  platformRepostId: null,
  error,
  repostedAt: null,
});

const stillAttempted = (): RepostOutcome =>
  failedWith(
    ownErrorText('outcome_unknown', 'Another request is still making this repost. Send the request again in a minute.'),
  );
