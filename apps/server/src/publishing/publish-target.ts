import { type AccountCall, isOwnMistake, type MediaSource, type Sent } from '@fanfare/network';
import { awaitsComment, type Draft } from '@fanfare/rules';
import { tryOpenCredential } from '../accounts/credentials/try-open-credential.ts';
import type { OpenAccount } from '../accounts/credentials/with-credential.ts';
import type { Networks } from '../config/networks.ts';
import type { SealedAdapter } from '../writes/seal-adapter.ts';
import { stoppable } from '../writes/stoppable.ts';
import { addComment } from './add-comment.ts';
import { COMMENT_BUDGET_MS } from './deadline.ts';
import { errorDetail } from './error-detail.ts';
import { discardTargetWrite, makeTargetWrite, type TargetWriteDeps, type TargetWriteEnd } from './make-target-write.ts';
import type { Lease, TargetRow } from './targets.table.ts';
import { EMPTY_JOURNAL, type Journal } from './write-intents.table.ts';

/** Limit of the deferral of a scheduled target after its due time. */
const MAX_DEFERRAL_SECONDS = 3_600;
const PERMALINK_TIMEOUT_MS = 10_000;

export type ExecutorDeps = TargetWriteDeps & {
  readonly networks: Networks;
  /** Renews the lease for the time that the run may still take. */
  readonly renewLease: (lease: Lease, ms: number) => void;
  /** Looks for what follows a post that was settled: due now, or soon. */
  readonly findFollowUps: () => void;
  /** Counters for operators. */
  readonly observe: {
    published(platform: string): void;
    failed(platform: string, code: string): void;
    unknownOutcome(platform: string): void;
    leaseLost(platform: string): void;
  };
};

/** A claimed target and its draft. */
export type TargetRun = {
  readonly target: TargetRow;
  readonly draft: Draft;
  readonly media: MediaSource;
  /** Time limit of the publish, or of the first comment when the target awaits it. */
  readonly deadlineMs: number;
  /** True for a scheduled post: no request waits for it, so it may be deferred. */
  readonly scheduled: boolean;
  /** Called when the network has accepted the post and only the settle is left. */
  readonly onAnswered?: () => void;
};

/**
 * The executor: runs a claimed target to its end, from the journal on, and returns its row. It is
 * pending when it was deferred, handed over or taken by another run. Throws only when our own
 * database cannot be reached; recovery then continues from the journal.
 */
export async function publishTarget(deps: ExecutorDeps, run: TargetRun): Promise<TargetRow> {
  const { target } = run;
  const lease: Lease = { projectId: target.projectId, targetId: target.id, token: target.leaseToken };
  deps.renewLease(lease, run.deadlineMs);
  await deps.checkpoint('C0', lease);
  // Nothing was recorded before the first run of a target.
  const journal = lease.token === 1 ? EMPTY_JOURNAL : await deps.store.findJournal(lease);
  if (awaitsComment(target)) {
    // The run that published it ended before it knew the address, or stored it.
    const published = await addUrl(deps, run, lease, target, null);
    return comment(deps, run, { lease, journal, published, deadlineMs: run.deadlineMs });
  }
  const row = await publish(deps, run, { lease, journal });
  // Holds also when an overtaken run has settled it meanwhile: this run posts the comment.
  if (!awaitsComment(row) || row.leaseToken !== lease.token) return row;
  deps.renewLease(lease, COMMENT_BUDGET_MS);
  return comment(deps, run, { lease, journal: EMPTY_JOURNAL, published: row, deadlineMs: COMMENT_BUDGET_MS });
}

type At = { readonly lease: Lease; readonly journal: Journal };

async function publish(deps: ExecutorDeps, run: TargetRun, { lease, journal }: At): Promise<TargetRow> {
  const { target, draft, media, deadlineMs } = run;
  const adapter = deps.networks.adapterOf(target.platform);
  if (!adapter) throw new Error(`There is no adapter for ${target.platform}.`);
  if (target.follows !== null && target.replyTo === null)
    return settleFailed(deps, run, lease, { state: 'failed', error: NOTHING_TO_ANSWER, waitMs: null });
  const isProcessed = draft.media.some(({ type }) => type !== 'image');
  const of = {
    kind: 'publish',
    tooLate: isProcessed ? 'media_processing_timeout' : 'network_unavailable',
    accountId: target.accountId,
    ...{ lease, media, journal, deadlineMs },
  } as const;
  const end = await (target.followUpKind === 'comment'
    ? makeTargetWrite(deps, { ...of, write: commentOf(adapter), input: commentBelow(target) })
    : makeTargetWrite(deps, { ...of, write: adapter.publish, input: draft }));
  switch (end.state) {
    case 'accepted':
      return settlePublished(deps, run, lease, end);
    case 'failed':
      return settleFailed(deps, run, lease, end);
    case 'stopping':
      await deps.store.handOver(lease);
      return current(deps, run, lease);
    case 'lease_lost':
      deps.observe.leaseLost(target.platform);
      return current(deps, run, lease);
  }
}

const NOTHING_TO_ANSWER = errorDetail(
  'network_unavailable',
  'The network did not return the id of the post before, so there was nothing to answer.',
);

function commentOf({ comment }: SealedAdapter) {
  if (!comment) throw new Error('This network has no comments.');
  return comment;
}

const commentBelow = ({ replyTo, content }: TargetRow) => ({ platformPostId: replyTo!, text: content! });

/** The post is live: stores and bills it first, then reads its address. */
async function settlePublished(
  deps: ExecutorDeps,
  run: TargetRun,
  lease: Lease,
  { intentId, sent, opened }: Extract<TargetWriteEnd, { state: 'accepted' }>,
): Promise<TargetRow> {
  const awaitsUrl = mayHaveUrl(deps, run, sent);
  const end = { intentId, eventId: deps.ids.uuid(), awaitsUrl, canWait: run.scheduled, ...sent };
  if (!awaitsUrl && run.target.firstComment === null) run.onAnswered?.();
  const settled = await deps.store.settlePublished(lease, end);
  await deps.checkpoint('C8', lease);
  if (!settled) return alreadySettled(deps, run, lease, sent);
  deps.observe.published(settled.platform);
  if (settled.hasFollowUps) deps.findFollowUps();
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

/** Returns the settled row. Logs a post that the network accepted and the target does not show. */
async function alreadySettled(deps: ExecutorDeps, run: TargetRun, lease: Lease, sent: Sent): Promise<TargetRow> {
  const row = await current(deps, run, lease);
  const { platformPostId, url } = sent;
  const isSame = platformPostId === null || row.platformPostId === null || row.platformPostId === platformPostId;
  const isShown = row.status === 'published' ? isSame : row.errorDetail?.code === 'outcome_unknown';
  if (!isShown)
    deps.log.warn({ targetId: row.id, platformPostId, url }, 'a network accepted a post that its target does not show');
  return row;
}

/** Whether the network may know an address of the post. */
const mayHaveUrl = (deps: ExecutorDeps, { target }: TargetRun, { platformPostId, url }: Sent): boolean =>
  url === null && platformPostId !== null && deps.networks.adapterOf(target.platform)?.permalink !== undefined;

/** Best effort: the post stays published when the network does not return its public address. */
async function addUrl(
  deps: ExecutorDeps,
  run: TargetRun,
  lease: Lease,
  settled: TargetRow,
  opened: OpenAccount | null,
): Promise<TargetRow> {
  const adapter = deps.networks.adapterOf(run.target.platform);
  if (!adapter?.permalink || settled.platformPostId === null || !mayHaveUrl(deps, run, settled)) return settled;
  const { projectId, accountId } = settled;
  const as = opened ?? (await tryOpenCredential(deps, { projectId, accountId }));
  if (!('credential' in as)) return settled;
  const call: AccountCall = {
    http: deps.http,
    clock: stoppable(deps.clock, deps.stopping),
    signal: AbortSignal.timeout(PERMALINK_TIMEOUT_MS),
    account: as.account,
    credential: as.credential,
  };
  try {
    const url = await adapter.permalink(call, settled.platformPostId);
    const filled = url === null ? null : await deps.store.fillUrl(lease, url);
    await deps.checkpoint('C9', lease);
    return filled ?? settled;
  } catch (reason) {
    const level = isOwnMistake(reason) ? 'error' : 'warn';
    deps.log[level]({ targetId: settled.id, err: reason }, 'the address of a published post could not be read');
    return settled;
  }
}

/** Defers a scheduled target as its network asks, up to an hour past its time. Fails any other. */
async function settleFailed(
  deps: ExecutorDeps,
  run: TargetRun,
  lease: Lease,
  { error, waitMs }: Extract<TargetWriteEnd, { state: 'failed' }>,
): Promise<TargetRow> {
  if (run.scheduled && waitMs !== null) {
    const deferred = await deps.store.defer(lease, { ms: waitMs, limitSeconds: MAX_DEFERRAL_SECONDS });
    if (deferred) return deferred;
  }
  const settled = await deps.store.settleFailed(lease, error);
  if (settled) {
    const { projectId, postId, id: targetId, platform } = settled;
    deps.observe.failed(platform, error.code);
    const { code, networkCode } = error;
    deps.log.warn({ projectId, postId, targetId, platform, code, networkCode }, 'a target failed');
  }
  if (settled && error.code === 'outcome_unknown') deps.observe.unknownOutcome(run.target.platform);
  else if (settled && settled.followUpKind !== 'comment') {
    const { accountId, platform } = run.target;
    const { publish: write } = deps.networks.adapterOf(platform)!;
    await discardTargetWrite(deps, { kind: 'publish', lease, accountId, write, media: run.media });
  }
  return settled ?? current(deps, run, lease);
}

/** The stored row, which another run settles. A removed target is returned unchanged. */
async function current(deps: ExecutorDeps, run: TargetRun, lease: Lease): Promise<TargetRow> {
  return (await deps.store.find(lease)) ?? run.target;
}
