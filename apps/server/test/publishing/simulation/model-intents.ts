import type { Lease } from '../../../src/publishing/targets.table.ts';
import {
  EMPTY_JOURNAL,
  type IntendOutcome,
  type IntentKind,
  type IntentState,
  type Journal,
  type ResendOutcome,
  type WriteKind,
} from '../../../src/publishing/write-intents.table.ts';
import type { OpenWrite } from '../../../src/writes/journal.ts';
import { isNext, isOpen, isPublic, type ModelRows, type ModelTarget, standingWrite } from './model-rows.ts';

/** Models the SQL of `write-intents.table.ts`. */

type NewIntent = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: IntentKind;
  readonly ordinal: number;
  readonly handle: string | null;
};

export function intend(rows: ModelRows, lease: Lease, intent: NewIntent, leaseSeconds: number): IntendOutcome {
  const target = rows.targets.get(lease.targetId);
  const now = rows.clock.now();
  const isFree = rows.without.has('intend_fence');
  if (!target || !isNext(target, intent.kind) || !(isFree || isHeld(rows, target, lease)))
    return { state: 'lease_lost' };
  target.leaseExpiresAt = now + leaseSeconds * 1_000;
  target.phase = intent.kind;
  if (rows.accounts.get(intent.accountId)?.status !== 'active') return { state: 'account_not_active' };

  const own = rows.intents.get(intent.id);
  if (own)
    return own.state === 'intended' ? { state: 'intended', intendedAt: own.intendedAt } : { state: 'lease_lost' };
  if (isPublic(intent.kind) && !rows.without.has('one_public_write')) {
    if (standingWrite(rows, target.id, intent.kind)) return { state: 'lease_lost' };
  }
  const { id, kind, ordinal, handle } = intent;
  rows.intents.set(id, {
    id,
    targetId: target.id,
    kind,
    ordinal,
    handle,
    leaseToken: lease.token,
    state: 'intended',
    remoteId: null,
    sends: 1,
    intendedAt: now,
  });
  return { state: 'intended', intendedAt: now };
}

/** The lease is ours and has not expired. */
export function isHeld(rows: ModelRows, target: ModelTarget, lease: Lease): boolean {
  return (
    target.leaseToken === lease.token && target.leaseExpiresAt !== null && target.leaseExpiresAt > rows.clock.now()
  );
}

export function resolveIntent(
  rows: ModelRows,
  lease: Lease,
  end: { readonly id: string; readonly state: IntentState; readonly handle?: string | null },
): void {
  const intent = rows.intents.get(end.id);
  const isOurs = rows.targets.get(lease.targetId)?.leaseToken === lease.token || rows.without.has('resolve_fence');
  if (!intent || !isOpen(intent.state) || (isPublic(intent.kind) && !isOurs)) return;
  intent.state = end.state;
  intent.handle = end.handle ?? intent.handle;
}

export function recordResend(
  rows: ModelRows,
  lease: Lease,
  { intentId, leaseSeconds }: { readonly intentId: string; readonly leaseSeconds: number },
): ResendOutcome {
  const target = rows.targets.get(lease.targetId);
  const intent = rows.intents.get(intentId);
  if (!target || !intent || !isNext(target, intent.kind) || !isHeld(rows, target, lease)) return 'lease_lost';
  target.leaseExpiresAt = rows.clock.now() + leaseSeconds * 1_000;
  if (rows.accounts.get(target.accountId)?.status !== 'active') return 'account_not_active';
  if (intent.state !== 'unknown') return 'lease_lost';
  intent.state = 'intended';
  intent.sends++;
  return 'opened';
}

export function findJournal(rows: ModelRows, targetId: string): Journal {
  if (rows.without.has('journal')) return EMPTY_JOURNAL;
  const own = [...rows.intents.values()].filter((intent) => intent.targetId === targetId);
  const openOf = (wanted: WriteKind): OpenWrite | null => {
    const open = own.find(({ kind, state }) => kind === wanted && isOpen(state));
    if (!open) return null;
    const { id, handle, intendedAt, sends } = open;
    return { id, handle, intendedAt, since: performance.now() - (rows.clock.now() - intendedAt), sends };
  };
  return {
    steps: own.flatMap(({ kind, ordinal, state, handle }) =>
      (kind === 'media' || kind === 'container') && state === 'accepted' && handle !== null
        ? [{ kind, ordinal, handle }]
        : [],
    ),
    open: { publish: openOf('publish'), comment: openOf('comment') },
  };
}

export function hasPublicWriteInFlight(rows: ModelRows, accountId: string): boolean {
  return [...rows.intents.values()].some(({ kind, state, targetId }) => {
    const target = rows.targets.get(targetId);
    const isRun = (target?.leaseExpiresAt ?? 0) > rows.clock.now();
    return isPublic(kind) && state === 'intended' && target?.accountId === accountId && isRun;
  });
}
