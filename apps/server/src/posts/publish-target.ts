import { type Call, type Http, type MediaSource, NetworkError } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { OpenCredential, OpenedCredential, Rejection } from '../credentials/open-credential.ts';
import type { Networks } from '../networks.ts';
import { errorDetail, toErrorDetail } from './error-detail.ts';
import { journalSteps } from './journal-steps.ts';
import { type PublishDeps, type PublishResult, publishOnce } from './publish-once.ts';
import {
  type ErrorDetail,
  fillUrl,
  findTarget,
  type Lease,
  settleFailed,
  settlePublished,
  type TargetRow,
} from './targets.table.ts';

/** Attempts at one target while each earlier one is known not to have published anything. */
const MAX_ATTEMPTS = 3;
/** The longest an immediate publish waits because a network asked it to (`Retry-After`). */
const MAX_WAIT_MS = 30_000;

type Deps = PublishDeps & {
  readonly networks: Networks;
  readonly http: Http;
  readonly openCredential: OpenCredential;
};

/** One claimed target and what it publishes. */
export type TargetRun = {
  readonly target: TargetRow;
  readonly draft: Draft;
  readonly media: MediaSource;
  /** How long the whole run may take. */
  readonly deadlineMs: number;
};

/**
 * The one executor: the only code that makes network writes. Runs a claimed target to its end and returns its row as it then stands. Never throws
 * for anything a network does; an exception means that our own database could not be reached, and recovery goes on from the journal.
 */
export async function publishTarget(deps: Deps, run: TargetRun): Promise<TargetRow> {
  const { target } = run;
  const lease: Lease = { projectId: target.projectId, targetId: target.id, token: target.leaseToken };
  const deadline = AbortSignal.timeout(run.deadlineMs);
  const owner = { projectId: target.projectId, accountId: target.accountId };

  let opened = await openCredential(deps, owner, null);
  let refreshed = false;
  for (let attempt = 1; ; attempt++) {
    if (opened.state === 'not_active') return settle(deps, lease, errorDetail('account_not_active', opened.message));
    if (opened.state === 'unavailable') return settle(deps, lease, toErrorDetail(opened.error));

    const result = await attemptOnce(deps, run, lease, deadline, opened);
    if (result.state !== 'failed') return conclude(deps, run, lease, result, opened);

    const { facts } = result.error;
    if (facts.code === 'credential_rejected') {
      // The network is asked for a new credential once; what it definitely refuses ends the account, not only this target.
      const reject = { credential: opened.credential, as: facts.credential ?? 'expired', renewed: refreshed };
      const renewed = await openCredential(deps, owner, reject);
      if (renewed.state === 'unavailable') return settle(deps, lease, toErrorDetail(renewed.error));
      if (renewed.state === 'not_active' || refreshed) return settle(deps, lease, toErrorDetail(result.error));
      opened = renewed;
      refreshed = true;
      continue;
    }
    const waitMs = facts.retryAfterMs;
    if (waitMs === undefined || waitMs > MAX_WAIT_MS || attempt >= MAX_ATTEMPTS || deadline.aborted) {
      return settle(deps, lease, toErrorDetail(result.error));
    }
    await deps.clock.sleep(waitMs, deadline).catch(() => undefined);
  }
}

/** A credential that cannot be opened for a reason nobody foresaw (a key that is missing) fails the target: nothing has been sent. */
async function openCredential(deps: Deps, owner: Owner, reject: Rejection | null): Promise<OpenedCredential> {
  try {
    return await deps.openCredential(owner, { reject });
  } catch (cause) {
    deps.log.error({ accountId: owner.accountId, err: cause }, 'opening a credential failed unexpectedly');
    const message = 'The credential of the account could not be opened. Nothing was sent.';
    return {
      state: 'unavailable',
      error: new NetworkError({ code: 'internal_error', outcome: 'not_sent', message, cause }),
    };
  }
}

type Owner = { readonly projectId: string; readonly accountId: string };
type Opened = Extract<OpenedCredential, { state: 'open' }>;

async function attemptOnce(
  deps: Deps,
  run: TargetRun,
  lease: Lease,
  deadline: AbortSignal,
  opened: Opened,
): Promise<PublishResult> {
  const adapter = deps.networks.adapterOf(run.target.platform);
  if (!adapter) throw new Error(`There is no adapter for ${run.target.platform}.`);
  const call: Call = {
    http: deps.http,
    clock: deps.clock,
    signal: deadline,
    account: opened.account,
    credential: opened.credential,
    media: run.media,
    step: await journalSteps(deps, lease, run.target.accountId),
  };
  return publishOnce(deps, { adapter, lease, accountId: run.target.accountId, draft: run.draft, call });
}

async function conclude(
  deps: Deps,
  run: TargetRun,
  lease: Lease,
  result: Exclude<PublishResult, { state: 'failed' }>,
  opened: Opened,
): Promise<TargetRow> {
  switch (result.state) {
    case 'published': {
      const settled = await settlePublished(deps.db, {
        ...lease,
        intentId: result.intentId,
        eventId: deps.ids.uuid(),
        ...result.sent,
      });
      if (!settled) return current(deps, lease);
      return settled.url === null && settled.platformPostId !== null ? addUrl(deps, run, settled, opened) : settled;
    }
    case 'account_not_active':
      return settle(deps, lease, errorDetail('account_not_active'));
    case 'outcome_unknown': {
      const cause = result.error instanceof NetworkError ? toErrorDetail(result.error) : null;
      return settle(deps, lease, {
        ...errorDetail('outcome_unknown'),
        networkCode: cause?.networkCode ?? null,
        networkMessage: cause?.networkMessage ?? cause?.message ?? null,
      });
    }
    case 'lease_lost':
      return current(deps, lease);
  }
}

/** The public address is nice to have: the post is live and billed, and stays so when the network does not tell its address. */
async function addUrl(deps: Deps, run: TargetRun, settled: TargetRow, opened: Opened): Promise<TargetRow> {
  const adapter = deps.networks.adapterOf(run.target.platform);
  if (!adapter?.permalink || settled.platformPostId === null) return settled;
  const signal = AbortSignal.timeout(10_000);
  const call: Call = {
    http: deps.http,
    clock: deps.clock,
    signal,
    account: opened.account,
    credential: opened.credential,
    media: run.media,
    step: () => Promise.reject(new Error('Reading an address takes no steps.')),
  };
  try {
    const url = await adapter.permalink(call, settled.platformPostId);
    return (url !== null && (await fillUrl(deps.db, settled.projectId, settled.id, url))) || settled;
  } catch (reason) {
    deps.log.warn({ targetId: settled.id, reason }, 'the address of a published post could not be read');
    return settled;
  }
}

async function settle(deps: Deps, lease: Lease, error: ErrorDetail): Promise<TargetRow> {
  return (await settleFailed(deps.db, lease, error)) ?? current(deps, lease);
}

/** Somebody else settled it, or is about to: tell what is stored. */
async function current(deps: Deps, lease: Lease): Promise<TargetRow> {
  const row = await findTarget(deps.db, lease.projectId, lease.targetId);
  if (!row) throw new Error('The target was removed while it was being published.');
  return row;
}
