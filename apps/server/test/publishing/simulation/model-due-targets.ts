import type { Platform } from '@fanfare/contract';
import { toCommentError } from '@fanfare/rules';
import { READ_BACK_MS } from '../../../src/publishing/deadline.ts';
import type { SweepErrors } from '../../../src/publishing/stuck-targets.table.ts';
import type { ErrorDetail, Lease, TargetRow } from '../../../src/publishing/targets.table.ts';
import { hold, isOpen, type ModelIntent, type ModelRows, type ModelTarget, toRow } from './model-rows.ts';
import { fail, failedComment } from './model-targets.ts';

/** Models the SQL of `due-targets.table.ts`, and the recording of posts. */

const MAX_CLAIMS = 12;
const SUSPECT_CLAIMS = 3;
const ALONE_CLAIMS = 6;
const LEAST_PAUSE_MS = 30_000;

export type NewPost = {
  readonly id: string;
  readonly start: { readonly publishAt: number } | { readonly leaseOwner: string; readonly leaseSeconds: number };
  readonly targets: readonly {
    readonly id: string;
    readonly accountId: string;
    readonly platform: Platform;
    readonly content: string;
    readonly firstComment: string | null;
    readonly budgetMs: number;
  }[];
};

export function recordPost(rows: ModelRows, post: NewPost): TargetRow[] {
  const now = rows.clock.now();
  const immediate = 'leaseOwner' in post.start ? post.start : null;
  const publishAt = 'publishAt' in post.start ? post.start.publishAt : null;
  return post.targets.map((target) => {
    const row: ModelTarget = {
      ...target,
      postId: post.id,
      publishAt,
      status: 'pending',
      errorDetail: null,
      platformPostId: null,
      url: null,
      publishedAt: null,
      commentStatus: 'none',
      commentId: null,
      commentError: null,
      done: false,
      phase: immediate ? 'claimed' : 'waiting',
      runAt: publishAt ?? now,
      leaseToken: immediate ? 1 : 0,
      leaseOwner: immediate?.leaseOwner ?? null,
      leaseExpiresAt: immediate ? now + immediate.leaseSeconds * 1_000 : null,
      claims: immediate ? 1 : 0,
      deadlineAt: immediate ? now + target.budgetMs : null,
    };
    rows.targets.set(row.id, row);
    hold(rows, row.id, 'publish');
    if (row.firstComment !== null) hold(rows, row.id, 'comment');
    return toRow(row);
  });
}

export type Claim = {
  readonly owner: string;
  readonly leaseSeconds: number;
  readonly limit: number;
  readonly of: 'others' | 'suspects';
  readonly lateLimitSeconds: number;
};

export type Claimed = { readonly row: TargetRow; readonly publishAt: number | null; readonly remainingMs: number };

export function claimDue(rows: ModelRows, claim: Claim): Claimed[] {
  const now = rows.clock.now();
  const due = [...rows.targets.values()]
    .filter((target) => !target.done && target.runAt <= now && isFree(target, now))
    .filter(({ claims }) =>
      claim.of === 'suspects' ? claims >= SUSPECT_CLAIMS && claims < MAX_CLAIMS : claims < SUSPECT_CLAIMS,
    )
    .filter((target) => {
      const isInTime = target.runAt > now - claim.lateLimitSeconds * 1_000;
      return (isInTime && !hasOverrun(target, claim.leaseSeconds)) || openWrites(rows, target).length > 0;
    })
    .sort((one, other) => (claim.of === 'suspects' ? one.claims - other.claims : 0) || one.runAt - other.runAt)
    .slice(0, claim.limit)
    .filter(({ claims }, place) => claims < ALONE_CLAIMS || place === 0);
  return due.map((target) => {
    const claims = hasOverrun(target, claim.leaseSeconds) ? MAX_CLAIMS : target.claims + 1;
    const deadlineAt = nextDeadline(rows, target, claim.leaseSeconds);
    Object.assign(target, { claims, deadlineAt, phase: 'claimed', leaseOwner: claim.owner });
    target.leaseToken++;
    target.leaseExpiresAt = now + claim.leaseSeconds * 1_000;
    return { row: toRow(target), publishAt: target.publishAt, remainingMs: deadlineAt - now };
  });
}

/** Extends the deadline by the time without a run, with time to read back a write in doubt. */
function nextDeadline(rows: ModelRows, target: ModelTarget, leaseSeconds: number): number {
  const now = rows.clock.now();
  const worked = workedUntil(target, leaseSeconds);
  const whole = now + target.budgetMs;
  const left = target.deadlineAt === null || worked === null ? whole : target.deadlineAt + now - worked;
  const toRead = openWrites(rows, target).length > 0 ? now + READ_BACK_MS : 0;
  return Math.max(Math.min(left, whole), toRead);
}

function workedUntil({ leaseOwner, leaseExpiresAt }: ModelTarget, leaseSeconds: number): number | null {
  if (leaseExpiresAt === null) return null;
  return leaseOwner === null ? leaseExpiresAt : leaseExpiresAt - leaseSeconds * 1_000;
}

function hasOverrun(target: ModelTarget, leaseSeconds: number): boolean {
  const worked = workedUntil(target, leaseSeconds);
  return worked !== null && target.deadlineAt !== null && target.deadlineAt <= worked;
}

/** The writes with an unknown result, of the kind its target waits for. */
function openWrites(rows: ModelRows, target: ModelTarget): ModelIntent[] {
  const wanted = target.status === 'pending' ? 'publish' : 'comment';
  return [...rows.intents.values()].filter(
    ({ targetId, kind, state }) => targetId === target.id && kind === wanted && isOpen(state),
  );
}

const isFree = (target: ModelTarget, now: number): boolean =>
  target.leaseExpiresAt === null || target.leaseExpiresAt <= now;

export function handOver(rows: ModelRows, lease: Lease): void {
  const target = rows.targets.get(lease.targetId);
  if (!target || target.done || target.leaseToken !== lease.token) return;
  const now = rows.clock.now();
  const runAt = Math.min(target.runAt, now);
  Object.assign(target, { leaseOwner: null, leaseExpiresAt: now, runAt, claims: 0, phase: 'waiting' });
}

export function deferTarget(
  rows: ModelRows,
  lease: Lease,
  wait: { readonly ms: number; readonly limitSeconds: number },
): TargetRow | null {
  const target = rows.targets.get(lease.targetId);
  const now = rows.clock.now();
  if (target?.status !== 'pending' || target.leaseToken !== lease.token || target.publishAt === null) return null;
  const latest = target.publishAt + wait.limitSeconds * 1_000;
  if (now + wait.ms > latest) return null;
  const runAt = Math.min(latest, now + Math.max(wait.ms, LEAST_PAUSE_MS, (now - target.publishAt) / 2));
  Object.assign(target, {
    runAt,
    leaseOwner: null,
    leaseExpiresAt: null,
    deadlineAt: null,
    claims: 0,
    phase: 'deferred',
  });
  return toRow(target);
}

export function sweepTargets(
  rows: ModelRows,
  sweep: { readonly errors: SweepErrors; readonly lateLimitSeconds: number; readonly leaseSeconds: number },
): { platform: string; code: string }[] {
  const now = rows.clock.now();
  const isLost = (target: ModelTarget) => target.claims >= MAX_CLAIMS || hasOverrun(target, sweep.leaseSeconds);
  const stuck = [...rows.targets.values()].filter((target) => {
    if (target.done || target.runAt > now || !isFree(target, now)) return false;
    const isMissed = target.runAt <= now - sweep.lateLimitSeconds * 1_000;
    const isLeftToARun = openWrites(rows, target).length > 0 && !rows.without.has('sweep_doubt');
    return target.claims >= MAX_CLAIMS || ((isLost(target) || isMissed) && !isLeftToARun);
  });
  return stuck.map((target) => {
    const doubts = openWrites(rows, target);
    for (const intent of doubts) intent.state = 'unknown';
    const { doubt, lost, missed } = sweep.errors;
    const isInDoubt = doubts.length > 0 && !rows.without.has('sweep_doubt');
    // A comment has no schedule of its own to miss.
    const error = isInDoubt ? doubt : isLost(target) || target.status === 'published' ? lost : missed;
    target.leaseToken++;
    if (target.status === 'pending') fail(rows, target, error);
    else failedComment(rows, target, toCommentError(error));
    return { platform: target.platform, code: error.code };
  });
}

export function cancelTargets(rows: ModelRows, postId: string, error: ErrorDetail): 'cancelled' | 'not_cancellable' {
  const targets = [...rows.targets.values()].filter((target) => target.postId === postId);
  const allWait = targets.every(({ status, leaseToken }) => status === 'pending' && leaseToken === 0);
  if (targets.length === 0 || !allWait) return 'not_cancellable';
  const before = rows.events.length;
  for (const target of targets) fail(rows, target, error);
  // One event of the post replaces those of its targets.
  rows.events.splice(before, targets.length, `${postId} post.cancelled`);
  rows.cancelledPosts.add(postId);
  return 'cancelled';
}
