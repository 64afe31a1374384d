import type { Call, Credential, Http, MediaSource, ReadPage } from '@fanfare/network';
import { NetworkError } from '@fanfare/network';
import type { OpenCredential, OpenedCredential } from '../credentials/open-credential.ts';
import { errorDetail, toErrorDetail } from './error-detail.ts';
import { journalSteps } from './journal-steps.ts';
import { leaveOut } from './leave-out.ts';
import { openForRun } from './open-for-run.ts';
import { stoppable } from './stoppable.ts';
import type { ErrorDetail, Lease } from './targets.table.ts';
import type { Journal } from './write-intents.table.ts';
import { settleDoubt, type Write, type WriteDeps, type WriteResult, writeOnce } from './write-once.ts';

/** Attempts at one write in one run, while each earlier one is known to have done nothing. */
const MAX_ATTEMPTS = 3;
/** The longest a run waits in all because a network asked it to (`Retry-After`). */
const MAX_WAIT_MS = 30_000;

export type AttemptDeps = WriteDeps & {
  readonly http: Http;
  readonly openCredential: OpenCredential;
  /** Absent where no pages are read for cards. */
  readonly readPage?: ReadPage;
};

/** How long a post is tried in all while the network still processes its media, and up to where the pauses between two tries grow. */
const MAX_PROCESSING_MS = 90_000;
const MAX_PROCESSING_PAUSE_MS = 10_000;

/** Whom a write is made for, and until when. */
export type AttemptOf = {
  readonly lease: Lease;
  readonly accountId: string;
  readonly media: MediaSource;
  readonly journal: Journal;
  readonly deadline: AbortSignal;
  /** Number of the write's first hidden step in the journal of its target. */
  readonly firstOrdinal: number;
};

export type Opened = { readonly credential: Credential; readonly account: Call['account'] };

export type AttemptEnd =
  | {
      readonly state: 'accepted';
      readonly intentId: string;
      readonly sent: { platformPostId: string | null; url: string | null };
      readonly opened: Opened;
    }
  /** Nothing is live, or `outcome_unknown`. */
  | { readonly state: 'failed'; readonly error: ErrorDetail }
  /** Nothing is live, and the network asks for a longer pause than a run makes. */
  | { readonly state: 'put_off'; readonly error: ErrorDetail; readonly waitMs: number }
  | { readonly state: 'stopping' }
  | { readonly state: 'lease_lost' };

/**
 * One public write of a claimed target, tried until it has an end: goes on where the journal ends, renews a credential that is refused, and waits where the
 * network asks for a short pause. What is refused for good is tried once more where its network can leave a part of it out. Never throws for anything a network does.
 */
export async function attemptWrite<Input>(deps: AttemptDeps, write: Write<Input>, of: AttemptOf): Promise<AttemptEnd> {
  const { lease, deadline } = of;
  const owner = { projectId: lease.projectId, accountId: of.accountId };
  let { journal } = of;
  let opened = await openForRun(deps, owner, null);
  let renewed = false;
  let waitedMs = 0;
  let processingMs = 0;
  let mayLeaveOut = true;
  for (let attempt = 1; ; attempt++) {
    const inDoubt = journal.open[write.kind] !== null;
    if (opened.state === 'not_active') return failed(inDoubt, errorDetail('account_not_active', opened.message));
    if (opened.state === 'unavailable') return failed(inDoubt, toErrorDetail(opened.error));

    const result = await tryOnce(deps, write, { ...of, journal, ...opened });
    if (result.state !== 'failed' && result.state !== 'in_doubt') return toEnd(result, opened);

    journal = await deps.store.findJournal(lease);
    const { facts } = result.error;
    if (facts.code === 'credential_rejected') {
      // The network is asked for a new credential once; what it definitely refuses ends the account, not only this target.
      const reject = { credential: opened.credential, as: facts.credential ?? 'expired', renewed } as const;
      const answer: OpenedCredential = await openForRun(deps, owner, reject);
      const inDoubt = result.state === 'in_doubt';
      if (answer.state === 'unavailable') return failed(inDoubt, toErrorDetail(answer.error));
      // Disconnecting ends the token at the network as well: then the disconnect is why, and not what the network says of the token.
      if (answer.state === 'not_active' && answer.reason === 'disconnected')
        return failed(inDoubt, errorDetail('account_not_active', answer.message));
      if (answer.state === 'not_active' || renewed) return failed(inDoubt, toErrorDetail(result.error));
      opened = answer;
      renewed = true;
      continue;
    }

    const waitMs = facts.retryAfterMs;
    let pauseMs = waitMs ?? 0;
    let end: AttemptEnd | null = null;
    if (waitMs === undefined || deadline.aborted) {
      end = failed(false, toErrorDetail(result.error));
    } else if (facts.code === 'media_processing_timeout') {
      // The post came before its media were ready: that is processing like any other, which is waited for with growing pauses and is no failed attempt.
      // A longer pause that the network itself asks for is kept.
      pauseMs = Math.max(waitMs, Math.min(Math.round(processingMs / 4), MAX_PROCESSING_PAUSE_MS));
      processingMs += pauseMs;
      attempt--;
      if (processingMs > MAX_PROCESSING_MS) end = failed(false, toErrorDetail(result.error));
    } else {
      waitedMs += waitMs;
      if (waitedMs > MAX_WAIT_MS || attempt >= MAX_ATTEMPTS)
        end = { state: 'put_off', error: toErrorDetail(result.error), waitMs };
    }
    if (end !== null) {
      if (!mayLeaveOut || deadline.aborted || result.state !== 'failed') return end;
      mayLeaveOut = false;
      const answer = await leaveOut(deps, write.network, callOf(deps, { ...of, journal, ...opened }), result);
      if (answer === 'stopping' || answer === 'lease_lost') return { state: answer };
      if (answer === 'needed') return end;
      journal = await deps.store.findJournal(lease);
      continue;
    }
    if (!(await slept(deps, pauseMs, deadline)))
      return deps.stopping.aborted ? { state: 'stopping' } : failed(false, toErrorDetail(result.error));
  }
}

/** An open public write is decided first, and nothing is prepared while there is one. */
function tryOnce<Input>(deps: AttemptDeps, write: Write<Input>, of: AttemptOf & Opened): Promise<WriteResult> {
  const { lease, accountId, journal } = of;
  const run = { write, lease, accountId, call: callOf(deps, of) };
  const open = journal.open[write.kind];
  return open ? settleDoubt(deps, run, open, null) : writeOnce(deps, run);
}

function callOf(deps: AttemptDeps, of: AttemptOf & Opened): Call {
  const { lease, accountId, journal } = of;
  return {
    http: deps.http,
    clock: stoppable(deps.clock, deps.stopping),
    signal: of.deadline,
    account: of.account,
    credential: of.credential,
    media: of.media,
    ...(deps.readPage && { readPage: deps.readPage }),
    step: journalSteps(deps, { lease, accountId, accepted: journal.steps, firstOrdinal: of.firstOrdinal }),
  };
}

function toEnd(result: Exclude<WriteResult, { state: 'failed' | 'in_doubt' }>, opened: Opened): AttemptEnd {
  switch (result.state) {
    case 'accepted':
      return { state: 'accepted', intentId: result.intentId, sent: result.sent, opened };
    case 'account_not_active':
      return { state: 'failed', error: errorDetail('account_not_active') };
    case 'outcome_unknown':
      return { state: 'failed', error: unknownOutcome(result.error) };
    default:
      return result;
  }
}

/** What cannot be told of a write that may be live is told as such, whatever else went wrong meanwhile. */
function failed(inDoubt: boolean, error: ErrorDetail): AttemptEnd {
  if (!inDoubt) return { state: 'failed', error };
  const { networkCode, message } = error;
  return { state: 'failed', error: { ...errorDetail('outcome_unknown'), networkCode, networkMessage: message } };
}

function unknownOutcome(error: unknown): ErrorDetail {
  const cause = error instanceof NetworkError ? toErrorDetail(error) : null;
  return {
    ...errorDetail('outcome_unknown'),
    networkCode: cause?.networkCode ?? null,
    networkMessage: cause?.networkMessage ?? cause?.message ?? null,
  };
}

async function slept(deps: AttemptDeps, ms: number, deadline: AbortSignal): Promise<boolean> {
  try {
    await stoppable(deps.clock, deps.stopping).sleep(ms, deadline);
    return true;
  } catch {
    return false;
  }
}
