import type { Call, MediaSource, Sent } from '@fanfare/network';
import { awaitsComment, type Draft } from '@fanfare/rules';
import type { Networks } from '../networks.ts';
import { addComment } from './add-comment.ts';
import { type AttemptDeps, type AttemptEnd, attemptWrite, type Opened } from './attempt-write.ts';
import { COMMENT_BUDGET_MS } from './deadline.ts';
import { openForRun } from './open-for-run.ts';
import { stoppable } from './stoppable.ts';
import type { ErrorDetail, Lease, TargetRow } from './targets.table.ts';
import { EMPTY_JOURNAL, type Journal } from './write-intents.table.ts';

/** A scheduled target is put off at most this far past its time. */
const MAX_DEFERRAL_SECONDS = 3_600;
const PERMALINK_TIMEOUT_MS = 10_000;

export type ExecutorDeps = AttemptDeps & {
  readonly networks: Networks;
  /** Told for how long the run may go on from now: so long its lease is kept. */
  readonly keepLease: (lease: Lease, ms: number) => void;
  /** Told about what operators watch. */
  readonly observe: {
    published(platform: string): void;
    failed(platform: string, code: string): void;
    unknownOutcome(platform: string): void;
    leaseLost(platform: string): void;
  };
};

type Accepted = Extract<AttemptEnd, { state: 'accepted' }>;

/** One claimed target and what it publishes. */
export type TargetRun = {
  readonly target: TargetRow;
  readonly draft: Draft;
  readonly media: MediaSource;
  /** How long the run may take to publish; of a target that awaits its first comment, to post that. */
  readonly deadlineMs: number;
  /** True for a target of a scheduled post: nobody waits for it, so that it may be put off. */
  readonly scheduled: boolean;
};

/**
 * The one executor: the only code that makes network writes. Requests, the scheduler and recovery all call it. Runs a claimed target to its end, going on
 * from what earlier runs left in the journal, and returns its row as it then stands: settled, or pending where it was put off, handed over or taken by
 * another run. Never throws for anything a network does; an exception means that our own database could not be reached, and recovery goes on from
 * the journal.
 */
export async function publishTarget(deps: ExecutorDeps, run: TargetRun): Promise<TargetRow> {
  const { target } = run;
  const lease: Lease = { projectId: target.projectId, targetId: target.id, token: target.leaseToken };
  deps.keepLease(lease, run.deadlineMs);
  await deps.checkpoint('C0', lease);
  // The first run of a target has nothing behind it.
  const journal = lease.token === 1 ? EMPTY_JOURNAL : await deps.store.findJournal(lease);
  if (awaitsComment(target)) {
    // The run that published it ended before it knew the address, or wrote it down.
    const published = await addUrl(deps, run, lease, target, null);
    return comment(deps, run, { lease, journal, published, deadlineMs: run.deadlineMs });
  }
  const row = await publish(deps, run, { lease, journal });
  // Also one that a run which was overtaken has settled meanwhile: this run holds it now, and the comment is its to post.
  if (!awaitsComment(row) || row.leaseToken !== lease.token) return row;
  deps.keepLease(lease, COMMENT_BUDGET_MS);
  return comment(deps, run, { lease, journal: EMPTY_JOURNAL, published: row, deadlineMs: COMMENT_BUDGET_MS });
}

type At = { readonly lease: Lease; readonly journal: Journal };

async function publish(deps: ExecutorDeps, run: TargetRun, { lease, journal }: At): Promise<TargetRow> {
  const { target, draft } = run;
  const adapter = deps.networks.adapterOf(target.platform);
  if (!adapter) throw new Error(`There is no adapter for ${target.platform}.`);
  const hasVideo = draft.media.some((item) => item.type === 'video');
  const tooLate = hasVideo ? 'media_processing_timeout' : 'network_unavailable';
  const end = await attemptWrite(
    deps,
    { kind: 'publish', network: adapter.publish, input: draft, tooLate },
    {
      lease,
      accountId: target.accountId,
      media: run.media,
      journal,
      deadline: AbortSignal.timeout(run.deadlineMs),
      firstOrdinal: 0,
    },
  );
  switch (end.state) {
    case 'accepted':
      return conclude(deps, run, lease, end);
    case 'failed':
      return settle(deps, run, lease, end.error);
    case 'put_off':
      return putOff(deps, run, lease, end);
    case 'stopping':
      await deps.store.handOver(lease);
      return current(deps, run, lease);
    case 'lease_lost':
      deps.observe.leaseLost(target.platform);
      return current(deps, run, lease);
  }
}

/** It is live: that is written down and billed first; its address and its first comment come after. */
async function conclude(
  deps: ExecutorDeps,
  run: TargetRun,
  lease: Lease,
  { intentId, sent, opened }: Accepted,
): Promise<TargetRow> {
  const settled = await deps.store.settlePublished(lease, { intentId, eventId: deps.ids.uuid(), ...sent });
  await deps.checkpoint('C8', lease);
  if (!settled) return toldOtherwise(deps, run, lease, sent);
  deps.observe.published(settled.platform);
  const published = await addUrl(deps, run, lease, settled, opened);
  if (!awaitsComment(published)) await deps.checkpoint('C13', lease);
  return published;
}

async function comment(
  deps: ExecutorDeps,
  run: TargetRun,
  of: At & { readonly published: TargetRow; readonly deadlineMs: number },
): Promise<TargetRow> {
  const row = await addComment(deps, run, of);
  await deps.checkpoint('C13', of.lease);
  return row ?? current(deps, run, of.lease);
}

/** The target had settled before. What the network took all the same, and the target does not tell of, is for an operator to see. */
async function toldOtherwise(deps: ExecutorDeps, run: TargetRun, lease: Lease, sent: Sent): Promise<TargetRow> {
  const row = await current(deps, run, lease);
  const { platformPostId, url } = sent;
  const isSame = platformPostId === null || row.platformPostId === null || row.platformPostId === platformPostId;
  const isTold = row.status === 'published' ? isSame : row.errorDetail?.code === 'outcome_unknown';
  if (!isTold)
    deps.log.warn({ targetId: row.id, platformPostId, url }, 'a network published what is not told of its target');
  return row;
}

/** The public address is nice to have: the post is live and billed, and stays so when the network does not tell its address. */
async function addUrl(
  deps: ExecutorDeps,
  run: TargetRun,
  lease: Lease,
  settled: TargetRow,
  opened: Opened | null,
): Promise<TargetRow> {
  const adapter = deps.networks.adapterOf(run.target.platform);
  if (!adapter?.permalink || settled.url !== null || settled.platformPostId === null) return settled;
  const { projectId, accountId } = settled;
  const as = opened ?? (await openForRun(deps, { projectId, accountId }, null));
  if (!('credential' in as)) return settled;
  const call: Call = {
    http: deps.http,
    clock: stoppable(deps.clock, deps.stopping),
    signal: AbortSignal.timeout(PERMALINK_TIMEOUT_MS),
    account: as.account,
    credential: as.credential,
    media: run.media,
    step: () => Promise.reject(new Error('Reading an address takes no steps.')),
  };
  try {
    const url = await adapter.permalink(call, settled.platformPostId);
    const filled = url === null ? null : await deps.store.fillUrl(lease, url);
    await deps.checkpoint('C9', lease);
    return filled ?? settled;
  } catch (reason) {
    deps.log.warn({ targetId: settled.id, reason }, 'the address of a published post could not be read');
    return settled;
  }
}

async function settle(deps: ExecutorDeps, run: TargetRun, lease: Lease, error: ErrorDetail): Promise<TargetRow> {
  const settled = await deps.store.settleFailed(lease, error);
  if (settled) deps.observe.failed(run.target.platform, error.code);
  if (settled && error.code === 'outcome_unknown') deps.observe.unknownOutcome(run.target.platform);
  return settled ?? current(deps, run, lease);
}

/** A scheduled target waits outside a run for as long as its network asks, up to an hour past its time; an immediate one is answered. */
async function putOff(
  deps: ExecutorDeps,
  run: TargetRun,
  lease: Lease,
  { error, waitMs }: Extract<AttemptEnd, { state: 'put_off' }>,
): Promise<TargetRow> {
  const deferred = run.scheduled
    ? await deps.store.defer(lease, { ms: waitMs, limitSeconds: MAX_DEFERRAL_SECONDS })
    : null;
  return deferred ?? settle(deps, run, lease, error);
}

/** Somebody else settled it, or is about to: tell what is stored. One that was removed with its account is told as it was taken: nothing is left to do for it. */
async function current(deps: ExecutorDeps, run: TargetRun, lease: Lease): Promise<TargetRow> {
  return (await deps.store.find(lease)) ?? run.target;
}
