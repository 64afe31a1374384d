import {
  type Call,
  type Clock,
  type Credential,
  type Http,
  type MediaSource,
  NetworkError,
  type Sent,
} from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { OpenCredential, OpenedCredential } from '../credentials/open-credential.ts';
import type { Networks } from '../networks.ts';
import { errorDetail, toErrorDetail } from './error-detail.ts';
import { journalSteps } from './journal-steps.ts';
import { openForRun } from './open-for-run.ts';
import { type PublishDeps, type PublishResult, type PublishRun, publishOnce, settleDoubt } from './publish-once.ts';
import type { ErrorDetail, Lease, TargetRow } from './targets.table.ts';
import { EMPTY_JOURNAL, type Journal } from './write-intents.table.ts';

/** Attempts at one target in one run, while each earlier one is known not to have published anything. */
const MAX_ATTEMPTS = 3;
/** The longest a run waits in all because a network asked it to (`Retry-After`); beyond it a scheduled target is put off. */
const MAX_WAIT_MS = 30_000;
/** A scheduled target is put off at most this far past its time. */
const MAX_DEFERRAL_SECONDS = 3_600;
const PERMALINK_TIMEOUT_MS = 10_000;

export type ExecutorDeps = PublishDeps & {
  readonly networks: Networks;
  readonly http: Http;
  readonly openCredential: OpenCredential;
  /** Told about what operators watch. */
  readonly observe: {
    unknownOutcome(platform: string): void;
    leaseLost(platform: string): void;
  };
};

/** One claimed target and what it publishes. */
export type TargetRun = {
  readonly target: TargetRow;
  readonly draft: Draft;
  readonly media: MediaSource;
  /** How long the whole run may take. */
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
  await deps.checkpoint('C0', lease);
  const owner = { projectId: target.projectId, accountId: target.accountId };
  const deadline = AbortSignal.timeout(run.deadlineMs);
  // The first run of a target has nothing behind it.
  let journal = lease.token === 1 ? EMPTY_JOURNAL : await deps.store.findJournal(lease);

  let opened = await openForRun(deps, owner, null);
  let renewed = false;
  let waitedMs = 0;
  for (let attempt = 1; ; attempt++) {
    const inDoubt = journal.openPublish !== null;
    if (opened.state === 'not_active')
      return settle(deps, run, lease, doubtOr(inDoubt, errorDetail('account_not_active', opened.message)));
    if (opened.state === 'unavailable') return settle(deps, run, lease, doubtOr(inDoubt, toErrorDetail(opened.error)));

    const result = await runOnce(deps, run, { lease, journal, deadline, ...opened });
    if (result.state !== 'failed' && result.state !== 'in_doubt') return conclude(deps, run, lease, result, opened);

    journal = await deps.store.findJournal(lease);
    const { facts } = result.error;
    if (facts.code === 'credential_rejected') {
      // The network is asked for a new credential once; what it definitely refuses ends the account, not only this target.
      const reject = { credential: opened.credential, as: facts.credential ?? 'expired', renewed } as const;
      const answer: OpenedCredential = await openForRun(deps, owner, reject);
      const inDoubt = result.state === 'in_doubt';
      if (answer.state === 'unavailable')
        return settle(deps, run, lease, doubtOr(inDoubt, toErrorDetail(answer.error)));
      if (answer.state === 'not_active' || renewed)
        return settle(deps, run, lease, doubtOr(inDoubt, toErrorDetail(result.error)));
      opened = answer;
      renewed = true;
      continue;
    }

    const waitMs = facts.retryAfterMs;
    if (waitMs === undefined || deadline.aborted) return settle(deps, run, lease, toErrorDetail(result.error));
    waitedMs += waitMs;
    if (waitedMs > MAX_WAIT_MS || attempt >= MAX_ATTEMPTS) return putOff(deps, run, lease, result.error, waitMs);
    if (!(await slept(deps, waitMs, deadline))) {
      if (deps.stopping.aborted) return giveBack(deps, run, lease);
      return settle(deps, run, lease, toErrorDetail(result.error));
    }
  }
}

type Opened = { readonly credential: Credential; readonly account: Call['account'] };

/** Goes on where the journal ends: an open public write is decided first, and nothing is prepared while there is one. */
async function runOnce(
  deps: ExecutorDeps,
  run: TargetRun,
  at: Opened & { lease: Lease; journal: Journal; deadline: AbortSignal },
): Promise<PublishResult> {
  const { target, draft } = run;
  const adapter = deps.networks.adapterOf(target.platform);
  if (!adapter) throw new Error(`There is no adapter for ${target.platform}.`);
  const call: Call = {
    http: deps.http,
    clock: stoppable(deps.clock, deps.stopping),
    signal: at.deadline,
    account: at.account,
    credential: at.credential,
    media: run.media,
    step: journalSteps(deps, { lease: at.lease, accountId: target.accountId, accepted: at.journal.steps }),
  };
  const once: PublishRun = { adapter, lease: at.lease, accountId: target.accountId, draft, call };
  return at.journal.openPublish ? settleDoubt(deps, once, at.journal.openPublish, null) : publishOnce(deps, once);
}

async function conclude(
  deps: ExecutorDeps,
  run: TargetRun,
  lease: Lease,
  result: Exclude<PublishResult, { state: 'failed' | 'in_doubt' }>,
  opened: Opened,
): Promise<TargetRow> {
  switch (result.state) {
    case 'published': {
      const eventId = deps.ids.uuid();
      const settled = await deps.store.settlePublished(lease, { intentId: result.intentId, eventId, ...result.sent });
      await deps.checkpoint('C8', lease);
      if (!settled) return toldOtherwise(deps, run, lease, result.sent);
      const withUrl =
        settled.url === null && settled.platformPostId !== null
          ? await addUrl(deps, run, lease, settled, opened)
          : settled;
      await deps.checkpoint('C13', lease);
      return withUrl;
    }
    case 'account_not_active':
      return settle(deps, run, lease, errorDetail('account_not_active'));
    case 'outcome_unknown':
      return settle(deps, run, lease, unknownOutcome(result.error));
    case 'stopping':
      return giveBack(deps, run, lease);
    case 'lease_lost':
      deps.observe.leaseLost(run.target.platform);
      return current(deps, run, lease);
  }
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

/** What cannot be told of a post that may be live is told as such, whatever else went wrong meanwhile. */
function doubtOr(inDoubt: boolean, error: ErrorDetail): ErrorDetail {
  return inDoubt
    ? { ...errorDetail('outcome_unknown'), networkCode: error.networkCode, networkMessage: error.message }
    : error;
}

function unknownOutcome(error: unknown): ErrorDetail {
  const cause = error instanceof NetworkError ? toErrorDetail(error) : null;
  return {
    ...errorDetail('outcome_unknown'),
    networkCode: cause?.networkCode ?? null,
    networkMessage: cause?.networkMessage ?? cause?.message ?? null,
  };
}

/** The public address is nice to have: the post is live and billed, and stays so when the network does not tell its address. */
async function addUrl(
  deps: ExecutorDeps,
  run: TargetRun,
  lease: Lease,
  settled: TargetRow,
  opened: Opened,
): Promise<TargetRow> {
  const adapter = deps.networks.adapterOf(run.target.platform);
  if (!adapter?.permalink || settled.platformPostId === null) return settled;
  const call: Call = {
    http: deps.http,
    clock: stoppable(deps.clock, deps.stopping),
    signal: AbortSignal.timeout(PERMALINK_TIMEOUT_MS),
    account: opened.account,
    credential: opened.credential,
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
  if (settled && error.code === 'outcome_unknown') deps.observe.unknownOutcome(run.target.platform);
  return settled ?? current(deps, run, lease);
}

/** A scheduled target waits outside a run for as long as its network asks, up to an hour past its time; an immediate one is answered. */
async function putOff(
  deps: ExecutorDeps,
  run: TargetRun,
  lease: Lease,
  error: NetworkError,
  waitMs: number,
): Promise<TargetRow> {
  const deferred = run.scheduled
    ? await deps.store.defer(lease, { ms: waitMs, limitSeconds: MAX_DEFERRAL_SECONDS })
    : null;
  return deferred ?? settle(deps, run, lease, toErrorDetail(error));
}

async function giveBack(deps: ExecutorDeps, run: TargetRun, lease: Lease): Promise<TargetRow> {
  await deps.store.handOver(lease);
  return current(deps, run, lease);
}

/** Somebody else settled it, or is about to: tell what is stored. One that was removed with its account is told as it was taken: nothing is left to do for it. */
async function current(deps: ExecutorDeps, run: TargetRun, lease: Lease): Promise<TargetRow> {
  return (await deps.store.find(lease)) ?? run.target;
}

/** A clock whose sleeps end when the process is to stop: what only waits is handed over at once. */
function stoppable(clock: Clock, stopping: AbortSignal): Clock {
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal ? AbortSignal.any([signal, stopping]) : stopping),
  };
}

async function slept(deps: ExecutorDeps, ms: number, deadline: AbortSignal): Promise<boolean> {
  try {
    await stoppable(deps.clock, deps.stopping).sleep(ms, deadline);
    return true;
  } catch {
    return false;
  }
}
