import type { TargetErrorCode, TargetWarning } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { inBatchesOfAll } from '../db/in-batches.ts';
import { orWithout } from '../db/refused-content.ts';
import { retryTransient } from '../db/retry-transient.ts';
import { ownErrorText } from '../process/error-text.ts';
import type { Logger } from '../process/log/log.ts';
import { deferTarget, handOver } from './due-targets.table.ts';
import { errorDetail } from './error-detail.ts';
import { failComment, type PostedComment, settleComment } from './first-comments.table.ts';
import { type PublishedTarget, settleFailed, settlePublished } from './settled-targets.table.ts';
import {
  belongsToAnotherTarget,
  type ErrorDetail,
  fillUrl,
  findTarget,
  type Lease,
  type TargetRow,
} from './targets.table.ts';
import {
  findJournal,
  type IntendOutcome,
  type IntentRequest,
  type IntentState,
  intend,
  type Journal,
  type ResendOutcome,
  recordResend,
  resolveIntent,
} from './write-intents.table.ts';

type NewIntent = Omit<IntentRequest, keyof Lease>;

type IntentEnd = {
  readonly id: string;
  readonly state: Exclude<IntentState, 'intended'>;
  readonly handle?: string;
  readonly detail?: string | null;
  /** Parts that the post goes out without, found by a hidden step; stored with its target. */
  readonly warnings?: readonly TargetWarning[];
};

type PublishedEnd = Omit<PublishedTarget, keyof Lease> & {
  /** No request waits for it: it may settle up to 20 ms later, together with others. */
  readonly canWait?: boolean;
};

/** Pause between settles that nobody waits for: one target costs nearly as much as ten. */
const SETTLE_PAUSE_MS = 20;

/**
 * All reads and writes of a run on a target and its journal: PostgreSQL, or a model in tests that
 * explore interleavings. Every write can be repeated without harm when its answer is lost.
 */
export type TargetStore = {
  intend(lease: Lease, intent: NewIntent): Promise<IntendOutcome>;
  resolveIntent(lease: Lease, end: IntentEnd): Promise<void>;
  /** Opens an unknown intent for one more send, while the lease is ours and the account active. */
  recordResend(lease: Lease, intentId: string): Promise<ResendOutcome>;
  findJournal(lease: Lease): Promise<Journal>;
  /** Settles and bills in one step; null when the target had settled. */
  settlePublished(lease: Lease, end: PublishedEnd): Promise<TargetRow | null>;
  /** Settles and bills the first comment in one step; null when it had settled. */
  settleComment(lease: Lease, comment: PostedComment): Promise<TargetRow | null>;
  /** Fails the first comment with `code: message`; null when it settled or the lease is gone. */
  failComment(lease: Lease, error: string): Promise<TargetRow | null>;
  /** Fails and releases in one step; null when the target had settled. */
  settleFailed(lease: Lease, error: ErrorDetail): Promise<TargetRow | null>;
  /** Defers a scheduled target; null when it may not wait that long. */
  defer(lease: Lease, wait: { ms: number; limitSeconds: number }): Promise<TargetRow | null>;
  handOver(lease: Lease): Promise<void>;
  fillUrl(lease: Lease, url: string): Promise<TargetRow | null>;
  /** Whether a post found at the network may belong to another target of the account. */
  belongsToAnother(
    lease: Lease,
    found: { accountId: string; platformPostId: string; intendedAt: number },
  ): Promise<boolean>;
  find(lease: Lease): Promise<TargetRow | null>;
};

/**
 * The store on PostgreSQL. It retries writes until the database has them, and stores an end without
 * the details that the database refuses. Intents and settles are batched over all projects, so that
 * many due targets share a commit (docs/adr/0036).
 */
export function postgresStore(deps: {
  readonly db: Database;
  readonly leaseSeconds: number;
  readonly log: Logger;
}): TargetStore {
  const { db, leaseSeconds, log } = deps;
  const intendInBatches = inBatchesOfAll<IntentRequest, IntendOutcome>({
    // Intents change only their own target, so a second statement need not wait for the first.
    ...{ atOnce: 2, atOnceOfAProject: 2 },
    send: (asked, lockMs) => intend(db, asked, leaseSeconds, lockMs),
    onRetried: (err, targets) =>
      log.warn({ err, targets }, 'a batch of intents was not recorded, they are retried by project'),
  });
  const settleInBatches = inBatchesOfAll<Lease & PublishedEnd, TargetRow | null>({
    // All targets of a project change one row, its counter.
    ...{ atOnce: 1, atOnceOfAProject: 1 },
    wait: { ms: SETTLE_PAUSE_MS, can: ({ canWait = false }) => canWait },
    send: (ends, lockMs) => settlePublished(db, ends, lockMs),
    onRetried: (err, targets) =>
      log.warn({ err, targets }, 'a batch of targets was not settled, they are retried by project'),
  });
  return {
    intend: (lease, intent) => retryTransient(() => intendInBatches({ ...lease, ...intent })),
    resolveIntent: (lease, end) => retryTransient(() => resolveIntent(db, lease, end)),
    recordResend: (lease, intentId) => retryTransient(() => recordResend(db, lease, { intentId, leaseSeconds })),
    findJournal: ({ projectId, targetId }) => retryTransient(() => findJournal(db, projectId, targetId)),
    settlePublished: (lease, end) => {
      const settle = (end: PublishedEnd) => retryTransient(() => settleInBatches({ ...lease, ...end }));
      return orWithout(settle(end), () => settle({ ...end, platformPostId: null, url: null, awaitsUrl: false }));
    },
    settleComment: (lease, comment) => {
      const settle = (comment: PostedComment) => retryTransient(() => settleComment(db, lease, comment));
      return orWithout(settle(comment), () => settle({ ...comment, commentId: null }));
    },
    failComment: (lease, error) => {
      const fail = (error: string) => retryTransient(() => failComment(db, lease, error));
      return orWithout(fail(error), () => fail(ownErrorText(error.split(':')[0] as TargetErrorCode)));
    },
    settleFailed: (lease, error) => {
      const settle = (error: ErrorDetail) => retryTransient(() => settleFailed(db, lease, error));
      return orWithout(settle(error), () => settle(errorDetail(error.code)));
    },
    defer: (lease, wait) => retryTransient(() => deferTarget(db, lease, wait)),
    handOver: (lease) => retryTransient(() => handOver(db, lease)),
    fillUrl: ({ projectId, targetId }, url) => retryTransient(() => fillUrl(db, projectId, targetId, url)),
    belongsToAnother: (lease, found) => retryTransient(() => belongsToAnotherTarget(db, lease, found)),
    find: ({ projectId, targetId }) => retryTransient(() => findTarget(db, projectId, targetId)),
  };
}
