import type { ErrorDetail, Lease, TargetRow } from '../../src/posts/targets.table.ts';
import {
  isOpen,
  type ModelIntent,
  type ModelRows,
  type ModelTarget,
  release,
  standingWrite,
  toRow,
} from './model-rows.ts';

/** What `targets.table.ts` says in SQL. */

export function renewLeases(rows: ModelRows, leases: readonly Lease[], leaseSeconds: number): void {
  const now = rows.clock.now();
  for (const { targetId, token } of leases) {
    const target = rows.targets.get(targetId);
    if (!target || target.done || target.leaseToken !== token) continue;
    if (target.leaseExpiresAt !== null && target.leaseExpiresAt > now)
      target.leaseExpiresAt = now + leaseSeconds * 1_000;
  }
}

export function settlePublished(
  rows: ModelRows,
  lease: Lease,
  end: { readonly intentId: string; readonly platformPostId: string | null; readonly url: string | null },
): TargetRow | null {
  const intent = rows.intents.get(end.intentId);
  if (intent) {
    const standing = standingWrite(rows, intent.targetId, intent.kind);
    const isLate = standing && standing !== intent && !rows.without.has('one_public_write');
    intent.state = isLate ? 'accepted_late' : 'accepted';
    intent.remoteId = end.platformPostId ?? intent.remoteId;
  }
  const target = rows.targets.get(lease.targetId);
  if (!target || !isPending(rows, target)) return null;
  const { platformPostId, url } = end;
  Object.assign(target, { status: 'published', errorDetail: null, publishedAt: rows.clock.now(), platformPostId, url });
  endRun(target);
  if (rows.reservations.get(target.id) === 'held') {
    rows.reservations.set(target.id, 'billed');
    rows.counter.reserved--;
    rows.counter.used++;
    rows.ledger.add(target.id);
  }
  return toRow(target);
}

export function settleFailed(rows: ModelRows, lease: Lease, error: ErrorDetail): TargetRow | null {
  const target = rows.targets.get(lease.targetId);
  const isOurs = target?.leaseToken === lease.token || rows.without.has('settle_fence');
  if (!target || !isPending(rows, target) || !isOurs) return null;
  fail(rows, target, error);
  return toRow(target);
}

/** Any end without a post. */
export function fail(rows: ModelRows, target: ModelTarget, error: ErrorDetail): void {
  Object.assign(target, { status: 'failed', errorDetail: error, publishedAt: null });
  endRun(target);
  release(rows, target.id);
}

function endRun(target: ModelTarget): void {
  Object.assign(target, { phase: 'done', done: true, leaseOwner: null, leaseExpiresAt: null });
}

const isPending = (rows: ModelRows, target: ModelTarget): boolean =>
  target.status === 'pending' || rows.without.has('final_status');

const TWIN_WITHIN_MS = 10 * 60_000;

const plainText = (text: string): string => text.replace(/https?:\/\/|&(amp|lt|gt);|[\s!-/:-@[-`{-~]/gi, '');

export function isAnothersPost(
  rows: ModelRows,
  lease: Lease,
  found: { readonly accountId: string; readonly platformPostId: string; readonly intendedAt: number },
): boolean {
  const mine = rows.targets.get(lease.targetId);
  const isItsAuthor = (intent: ModelIntent, content: string): boolean => {
    if (intent.kind !== 'publish') return false;
    if (intent.remoteId === found.platformPostId) return true;
    const mayBeIt = isOpen(intent.state) || (intent.state === 'accepted' && intent.remoteId === null);
    if (rows.without.has('twins')) return false;
    const isTwin = mine !== undefined && plainText(content) === plainText(mine.content);
    return mayBeIt && isTwin && intent.intendedAt > found.intendedAt - TWIN_WITHIN_MS;
  };
  return [...rows.targets.values()].some(
    (other) =>
      other.id !== lease.targetId &&
      other.accountId === found.accountId &&
      (other.platformPostId === found.platformPostId ||
        [...rows.intents.values()].some(
          (intent) => intent.targetId === other.id && isItsAuthor(intent, other.content),
        )),
  );
}

export function fillUrl(rows: ModelRows, targetId: string, url: string): TargetRow | null {
  const target = rows.targets.get(targetId);
  if (target?.status !== 'published') return null;
  target.url ??= url;
  return toRow(target);
}

export function findTarget(rows: ModelRows, targetId: string): TargetRow | null {
  const target = rows.targets.get(targetId);
  return target ? toRow(target) : null;
}
