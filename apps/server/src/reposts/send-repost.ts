import {
  type AccountCall,
  type Call,
  type Clock,
  NetworkError,
  type Prepared,
  type PublicWrite,
  type RepostDraft,
  type Sent,
  type Verdict,
} from '@fanfare/network';
import type { Database } from '../db/database.ts';
import { retryTransient } from '../db/retry-transient.ts';
import type { Logger } from '../log.ts';
import type { Bulkheads } from '../posts/bulkheads.ts';
import { type Attempt, type IntendRepostOutcome, intendRepost } from './reposts.table.ts';

/** How long one waits for the other writes of its account. */
const LANE_MS = 15_000;
/** A repost whose answer was lost is sent at most this often: its network makes a repeated one a no-op. */
const MAX_SENDS = 3;
/** A call must begin this soon after its intent was asked for, far within the lease: a process that slept longer sends nothing. */
const MAX_START_DELAY_MS = 20_000;

/** Named points of a repost: held and nothing sent; about to be sent; sent, and not written down. Nothing happens there in production. */
export type RepostCheckpoint = (name: 'claimed' | 'intended' | 'sent', attempt: Attempt) => Promise<void>;

export const noRepostCheckpoint: RepostCheckpoint = async () => undefined;

export type SendRepostDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly inAccountLane: Bulkheads['inAccountLane'];
  readonly leaseSeconds: number;
  readonly checkpoint: RepostCheckpoint;
  /** Aborted when this process is to stop: waiting ends at once, writing does not. */
  readonly stopping: AbortSignal;
};

/** A repost this process holds, and the network's way to make it. */
export type ClaimedRepost = {
  readonly attempt: Attempt;
  readonly write: PublicWrite<RepostDraft>;
  /** An earlier send ended without its outcome being known. */
  readonly inDoubt: boolean;
};

export type RepostEnd =
  | { readonly state: 'reposted'; readonly sent: Sent }
  /** `inDoubt`: in spite of the error it may be live. */
  | { readonly state: 'failed'; readonly error: NetworkError; readonly inDoubt: boolean }
  /** Another attempt holds it now, and tells how it ends. */
  | { readonly state: 'lost' };

type SendEnd =
  | { readonly state: 'sent'; readonly sent: Sent }
  | { readonly state: 'refused'; readonly error: unknown; readonly intendedAt: number; readonly since: number }
  | Exclude<IntendRepostOutcome, { state: 'intended' }>;

/** Makes one repost with one credential: prepare, intend, send, and send again while the answer is lost and the network says that it may. */
export async function sendRepost(deps: SendRepostDeps, repost: ClaimedRepost, io: AccountCall): Promise<RepostEnd> {
  const { write, attempt } = repost;
  const input = { platformPostId: attempt.platformPostId };
  const call: Call = { ...io, clock: stoppable(deps), media: NO_MEDIA, step: noSteps };
  const failed = (error: unknown, inDoubt: boolean): RepostEnd => {
    return { state: 'failed', error: toNetworkError(deps, attempt, error), inDoubt };
  };
  let prepared: Prepared;
  try {
    prepared = await write.prepare(call, input);
  } catch (error) {
    return failed(error, repost.inDoubt);
  }
  const earlierErrors: unknown[] = [];
  for (let sends = 1; ; sends++) {
    const inDoubt = repost.inDoubt || sends > 1;
    const end = await sendInLane(deps, repost, call, prepared);
    if (end === null) return failed(noTurn(deps), inDoubt);
    if (end.state === 'lease_lost') return { state: 'lost' };
    if (end.state === 'account_not_active') return failed(disconnected(), inDoubt);
    if (end.state === 'sent') return { state: 'reposted', sent: end.sent };
    const { error, intendedAt } = end;
    if (error instanceof NetworkError && error.outcome !== 'unknown') return failed(error, inDoubt);

    const agoMs = Math.floor(performance.now() - end.since);
    const verdict = await readBack(deps, repost, () =>
      write.reconcile(call, { input, handle: prepared.handle, intendedAt, agoMs, sends, error, earlierErrors }),
    );
    if (verdict.state === 'live') return { state: 'reposted', sent: verdict };
    if (verdict.state === 'absent') return failed(verdict.error, inDoubt);
    if (verdict.state === 'undecided' || sends >= MAX_SENDS) return failed(error, true);
    if (!(await slept(call, verdict.afterMs))) return failed(error, true);
    earlierErrors.push(error);
  }
}

/** Null when the account had no room in time, or the process is to stop: then nothing was sent. */
function sendInLane(
  deps: SendRepostDeps,
  { attempt, write }: ClaimedRepost,
  call: Call,
  prepared: Prepared,
): Promise<SendEnd | null> {
  const work = async (): Promise<SendEnd> => {
    const askedAt = performance.now();
    const intent = await retryTransient(() => intendRepost(deps.db, attempt, deps.leaseSeconds));
    if (intent.state !== 'intended') return intent;
    const since = performance.now();
    await deps.checkpoint('intended', attempt);
    // Monotonic time goes on while a process is frozen: one that wakes up after its lease finds here that it is too late.
    const mayStart = () => performance.now() - askedAt < MAX_START_DELAY_MS;
    const timely: Call = { ...call, http: (request) => call.http({ ...request, mayStart }) };
    const end = await write.send(timely, prepared).then(
      (sent): SendEnd => ({ state: 'sent', sent }),
      (error: unknown): SendEnd => ({ state: 'refused', error, intendedAt: intent.intendedAt, since }),
    );
    await deps.checkpoint('sent', attempt);
    return end;
  };
  const patience = AbortSignal.any([deps.stopping, AbortSignal.timeout(LANE_MS)]);
  return deps.inAccountLane(attempt.accountId, work, patience);
}

/** A read that fails decides nothing. */
async function readBack(
  deps: SendRepostDeps,
  { attempt }: ClaimedRepost,
  read: () => Promise<Verdict>,
): Promise<Verdict> {
  try {
    return await read();
  } catch (reason) {
    deps.log.warn({ accountId: attempt.accountId, reason }, 'reading back a repost failed');
    return { state: 'undecided' };
  }
}

const NO_MEDIA = { open: () => Promise.reject(new Error('A repost has no media.')) };
const noSteps = () => Promise.reject(new Error('A repost takes no steps.'));

/** A clock whose sleeps end when the process is to stop. */
function stoppable({ clock, stopping }: SendRepostDeps): Clock {
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal ? AbortSignal.any([signal, stopping]) : stopping),
  };
}

/** False when the time was up first, or the process is to stop. */
async function slept(call: Call, ms: number): Promise<boolean> {
  try {
    await call.clock.sleep(ms, call.signal);
    return true;
  } catch {
    return false;
  }
}

function toNetworkError(deps: SendRepostDeps, { accountId }: Attempt, error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  deps.log.error({ accountId, err: error }, 'a repost failed unexpectedly');
  return new NetworkError({
    code: 'internal_error',
    outcome: 'not_sent',
    message: 'The service failed unexpectedly. Send the request again.',
    cause: error,
  });
}

const disconnected = (): NetworkError =>
  new NetworkError({
    code: 'account_not_active',
    outcome: 'not_sent',
    message: 'The account was disconnected before anything was sent. Connect it again to repost.',
  });

const noTurn = ({ stopping }: SendRepostDeps): NetworkError =>
  stopping.aborted
    ? new NetworkError({
        code: 'worker_lost',
        outcome: 'not_sent',
        message: 'The service is stopping. Nothing was sent; send the request again.',
      })
    : new NetworkError({
        code: 'rate_limited',
        outcome: 'not_sent',
        message: 'This account has too many writes on their way. Nothing was sent; send the request again in a minute.',
      });
