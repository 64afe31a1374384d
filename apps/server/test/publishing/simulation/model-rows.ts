import type { AccountStatus, CommentStatus, Platform, TargetStatus } from '@fanfare/contract';
import type { ErrorDetail, TargetRow } from '../../../src/publishing/targets.table.ts';
import type { IntentKind, IntentState, WriteKind } from '../../../src/publishing/write-intents.table.ts';
import type { ModelClock } from './model-clock.ts';

export const PROJECT_ID = '00000000-0000-7000-8000-000000000000';

/** The columns of a target that the engine uses. Times are Unix milliseconds. */
export type ModelTarget = {
  readonly id: string;
  readonly postId: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly content: string;
  readonly firstComment: string | null;
  /** The post's. */
  readonly publishAt: number | null;
  readonly budgetMs: number;
  status: TargetStatus;
  errorDetail: ErrorDetail | null;
  platformPostId: string | null;
  url: string | null;
  publishedAt: number | null;
  commentStatus: CommentStatus;
  commentId: string | null;
  commentError: string | null;
  done: boolean;
  phase: string;
  runAt: number;
  leaseToken: number;
  leaseOwner: string | null;
  leaseExpiresAt: number | null;
  claims: number;
  deadlineAt: number | null;
};

export type ModelIntent = {
  readonly id: string;
  readonly targetId: string;
  readonly kind: IntentKind;
  readonly ordinal: number;
  readonly leaseToken: number;
  readonly intendedAt: number;
  state: IntentState;
  handle: string | null;
  remoteId: string | null;
  sends: number;
};

/** Guards of the engine that a negative control removes, to prove that the simulation notices. */
export type Guard =
  /** The unique index `one_public_write`. */
  | 'one_public_write'
  /** Later runs know what earlier ones left open. */
  | 'journal'
  /** An intent needs a lease that is ours and has not run out. */
  | 'intend_fence'
  /** Only the run that holds the target may close an open write as not having happened. */
  | 'resolve_fence'
  /** Only the run that holds the target may fail it. */
  | 'settle_fence'
  /** A settled status is final. */
  | 'final_status'
  /** A post that was found may be that of a twin. */
  | 'twins'
  /** A sweep distinguishes an open write from one that was never sent. */
  | 'sweep_doubt';

/**
 * The tables in memory. Every function on them is one atomic statement; between two of them
 * anything else may happen.
 */
export type ModelRows = {
  readonly clock: ModelClock;
  readonly targets: Map<string, ModelTarget>;
  readonly intents: Map<string, ModelIntent>;
  readonly accounts: Map<string, { status: AccountStatus }>;
  /** By write: see `writeOf`. */
  readonly reservations: Map<string, 'held' | 'billed' | 'released'>;
  /** Writes billed, each at most once. */
  readonly ledger: Set<string>;
  readonly counter: { reserved: number; used: number };
  readonly cancelledPosts: Set<string>;
  /** Written events: the target or post, and the type. */
  readonly events: string[];
  readonly without: ReadonlySet<Guard>;
};

export function createModelRows(clock: ModelClock, without: ReadonlySet<Guard> = new Set()): ModelRows {
  return {
    clock,
    targets: new Map(),
    intents: new Map(),
    accounts: new Map(),
    reservations: new Map(),
    ledger: new Set(),
    events: [],
    counter: { reserved: 0, used: 0 },
    cancelledPosts: new Set(),
    without,
  };
}

export const isPublic = (kind: IntentKind): boolean => kind === 'publish' || kind === 'comment';

export const isOpen = (state: IntentState): boolean => state === 'intended' || state === 'unknown';

/** The write that `one_public_write` counts for a target, if there is one. */
export function standingWrite(rows: ModelRows, targetId: string, kind: IntentKind): ModelIntent | null {
  for (const intent of rows.intents.values()) {
    const stands = isOpen(intent.state) || intent.state === 'accepted';
    if (stands && isPublic(kind) && intent.targetId === targetId && intent.kind === kind) return intent;
  }
  return null;
}

/** The key of a target's write in the accounting. */
export const writeOf = (targetId: string, kind: WriteKind): string => `${targetId} ${kind}`;

export function hold(rows: ModelRows, targetId: string, kind: WriteKind): void {
  rows.reservations.set(writeOf(targetId, kind), 'held');
  rows.counter.reserved++;
}

export function bill(rows: ModelRows, targetId: string, kind: WriteKind): void {
  const write = writeOf(targetId, kind);
  if (rows.reservations.get(write) !== 'held') return;
  rows.reservations.set(write, 'billed');
  rows.counter.reserved--;
  rows.counter.used++;
  rows.ledger.add(write);
}

/** Releases everything reserved for a target. */
export function release(rows: ModelRows, targetId: string): void {
  for (const write of [writeOf(targetId, 'publish'), writeOf(targetId, 'comment')]) {
    if (rows.reservations.get(write) !== 'held') continue;
    rows.reservations.set(write, 'released');
    rows.counter.reserved--;
  }
}

/** Whether a target is waiting for a write of this kind. */
export const isNext = (target: ModelTarget, kind: IntentKind): boolean =>
  !target.done && (!isPublic(kind) || target.status === (kind === 'publish' ? 'pending' : 'published'));

export const toRow = (target: ModelTarget): TargetRow => ({
  projectId: PROJECT_ID,
  id: target.id,
  postId: target.postId,
  accountId: target.accountId,
  platform: target.platform,
  content: target.content,
  media: null,
  firstComment: target.firstComment,
  aiGenerated: false,
  spaceSlug: null,
  options: null,
  status: target.status,
  errorDetail: target.errorDetail,
  platformPostId: target.platformPostId,
  url: target.url,
  unpublishedAt: null,
  unpublishError: null,
  publishedAt: target.publishedAt === null ? null : new Date(target.publishedAt),
  commentStatus: target.commentStatus,
  commentId: target.commentId,
  commentError: target.commentError,
  warnings: [],
  leaseToken: target.leaseToken,
  ...{ follows: null, followUpKind: null, followUpIndex: null, replyTo: null, dueAt: null, hasFollowUps: false },
});
