import type { TargetWarning } from '@fanfare/contract';
import type { AcceptedStep } from '@fanfare/network';
import { COMMIT_ID } from '../db/commit-id.ts';
import type { Database } from '../db/database.ts';
import { lockTimeout, toStoredTimeout } from '../db/lock-timeout.ts';
import { plainList } from '../db/plain-list.ts';
import { sameProject } from '../db/same-project.ts';
import type { OpenWrite } from '../writes/journal.ts';
import { IS_INTACT } from './restore-guard.table.ts';
import { type Lease, lockTargets } from './targets.table.ts';

/** Writes of a target that the public can see. */
export type WriteKind = 'publish' | 'comment';
export type IntentKind = 'media' | 'container' | WriteKind | 'unpublish';
/** `accepted_late`: accepted after it was taken for absent and another write was begun. */
export type IntentState = 'intended' | 'accepted' | 'accepted_late' | 'rejected' | 'not_sent' | 'unknown' | 'absent';

/** Records of earlier runs of a target: hidden steps, and public writes with an unknown end. */
export type Journal = {
  readonly steps: readonly AcceptedStep[];
  readonly open: Readonly<Record<WriteKind, OpenWrite | null>>;
};

export const EMPTY_JOURNAL: Journal = { steps: [], open: { publish: null, comment: null } };

export async function findJournal(db: Database, projectId: string, targetId: string): Promise<Journal> {
  const { rows } = await db.query<{
    id: string;
    kind: IntentKind;
    ordinal: number;
    state: IntentState;
    handle: string | null;
    sends: number;
    intended_at: Date;
    ago_ms: number;
  }>({
    name: 'find_journal',
    text: `select id, kind, ordinal, state, handle, sends, intended_at,
             extract(epoch from clock_timestamp() - intended_at)::float8 * 1000 as ago_ms
           from write_intents
           where project_id = $1 and target_id = $2
             and (kind in ('media', 'container') and state = 'accepted' or kind in ('publish', 'comment') and state in ('intended', 'unknown'))
           order by intended_at`,
    values: [projectId, targetId],
  });
  const openOf = (kind: WriteKind): OpenWrite | null => {
    const row = rows.find((each) => each.kind === kind);
    if (!row) return null;
    const { id, handle, sends } = row;
    return { id, handle, sends, intendedAt: row.intended_at.getTime(), since: performance.now() - row.ago_ms };
  };
  return {
    steps: rows.flatMap(({ kind, ordinal, state, handle }) =>
      (kind === 'media' || kind === 'container') && state === 'accepted' && handle !== null
        ? [{ kind, ordinal, handle }]
        : [],
    ),
    open: { publish: openOf('publish'), comment: openOf('comment') },
  };
}

export type ResendOutcome = 'opened' | 'lease_lost' | 'account_not_active';

export type IntendOutcome =
  | { readonly state: 'intended'; readonly intendedAt: number }
  /** Another run holds the target, or has recorded its public write. */
  | { readonly state: 'lease_lost' }
  | { readonly state: 'account_not_active' };

/** A requested intent. The caller makes the id, so that a repeated request does no harm. */
export type IntentRequest = Lease & {
  readonly id: string;
  readonly accountId: string;
  readonly kind: IntentKind;
  readonly ordinal: number;
  readonly handle: string | null;
};

/**
 * Commits that writes of any projects are about to be sent. For each: the lease is ours (checked
 * and prolonged by the database clock), the account is active (locked against a disconnect), and no
 * other public write of its kind is open, unknown or accepted (the unique index). None is recorded
 * in data that were found restored or without a commit. Only after `intended` may a byte leave.
 * Returns outcomes in the order of `asked`. Throws when a lock is held for longer than `lockMs`:
 * then nothing is recorded.
 */
export async function intend(
  db: Database,
  asked: readonly IntentRequest[],
  leaseSeconds: number,
  lockMs: number | null = null,
): Promise<IntendOutcome[]> {
  const { rows } = await db.query<{ id: string; leased: boolean; active: boolean; intended_at: Date | null }>({
    name: 'intend',
    // Lists of both key columns lead the planner to primary keys; within the CASE `done` leads to
    // no index. Targets are locked before accounts, each in the order of their keys, so that two
    // statements never deadlock.
    text: `with asked as materialized (
             select a.* from ${lockTimeout('$10')}, unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::uuid[], $6::text[], $7::int[], $8::text[])
               as a(project_id, id, target_id, token, account_id, kind, ordinal, handle)
             order by a.project_id, a.target_id
           ), ${lockTargets('asked')}, lease as (
             update targets t set lease_expires_at = now() + make_interval(secs => $9), phase = a.kind from asked a
             where t.project_id = any(array(select project_id from held)) and t.id = any(array(select id from held))
               and ${sameProject('t', 'a')} and t.id = a.target_id and t.lease_token = a.token
               and case when t.done then false when a.kind = 'publish' then t.status = 'pending' when a.kind = 'comment' then t.status = 'published' else true end
               and ${IS_INTACT}
               and t.lease_expires_at > clock_timestamp()
             returning t.id, t.lease_token
           ), account as (
             select id from accounts
             where project_id = any(array(select project_id from held)) and id = any(array(select account_id from asked)) and status = 'active'
             order by project_id, id for share
           ), intent as (
             insert into write_intents (project_id, id, target_id, kind, ordinal, lease_token, state, handle)
             select a.project_id, a.id, a.target_id, a.kind, a.ordinal, a.token, 'intended', a.handle
             from asked a join lease l on l.id = a.target_id and l.lease_token = a.token join account c on c.id = a.account_id
             on conflict do nothing
             returning id, intended_at
           )
           select a.id, l.id is not null as leased, c.id is not null as active, i.intended_at, ${COMMIT_ID}
           from asked a left join lease l on l.id = a.target_id and l.lease_token = a.token
             left join account c on c.id = a.account_id left join intent i on i.id = a.id`,
    values: [
      plainList(asked.map(({ projectId }) => projectId)),
      plainList(asked.map(({ id }) => id)),
      plainList(asked.map(({ targetId }) => targetId)),
      plainList(asked.map(({ token }) => token)),
      plainList(asked.map(({ accountId }) => accountId)),
      plainList(asked.map(({ kind }) => kind)),
      plainList(asked.map(({ ordinal }) => ordinal)),
      asked.map(({ handle }) => handle),
      leaseSeconds,
      toStoredTimeout(lockMs),
    ],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const barred = rows.filter((row) => row.leased && row.active && row.intended_at === null);
  const own = barred.length === 0 ? null : await findOwnIntents(db, asked);
  return asked.map(({ id }) => {
    const row = byId.get(id)!;
    const intendedAt = row.intended_at ?? own?.get(id);
    if (intendedAt) return { state: 'intended', intendedAt: intendedAt.getTime() };
    return { state: row.leased && !row.active ? 'account_not_active' : 'lease_lost' };
  });
}

/** An intent may conflict with itself, stored by a call whose answer was lost. */
async function findOwnIntents(db: Database, asked: readonly IntentRequest[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await db.query<{ id: string; intended_at: Date }>({
    name: 'find_own_intents',
    text: `select i.id, i.intended_at from unnest($1::uuid[], $2::uuid[]) a(project_id, id)
             join write_intents i on i.project_id = a.project_id and i.id = a.id
           where i.state = 'intended'`,
    values: [asked.map(({ projectId }) => projectId), asked.map(({ id }) => id)],
  });
  return new Map(rows.map((row) => [row.id, row.intended_at]));
}

/**
 * Records how an attempt ended. A public one only while the lease is ours: a run that took over may
 * have sent the write again, and the earlier send says nothing about the later one. Warnings of a
 * step go to its target in the same statement, once, and only while the lease is ours.
 */
export async function resolveIntent(
  db: Database,
  lease: Lease,
  end: {
    id: string;
    state: IntentState;
    handle?: string | null;
    detail?: string | null;
    warnings?: readonly TargetWarning[];
  },
): Promise<void> {
  await db.query({
    name: 'resolve_intent',
    // Locks the row, so that no run takes over between the check of the token and the update.
    text: `with lease as (
             select id from targets where project_id = $1 and id = $6 and lease_token = $7 for share
           ), resolved as (
             update write_intents
             set state = $3, handle = coalesce($4, handle), detail = coalesce($5, detail), resolved_at = clock_timestamp()
             where project_id = $1 and id = $2 and state in ('intended', 'unknown')
               and (kind in ('media', 'container') or exists (select from lease))
             returning id
           )
           update targets set warnings = warnings || $8::jsonb
           where project_id = $1 and id = $6 and lease_token = $7 and $8::jsonb is not null and exists (select from resolved)`,
    values: [
      lease.projectId,
      end.id,
      end.state,
      end.handle ?? null,
      end.detail ?? null,
      lease.targetId,
      lease.token,
      end.warnings && end.warnings.length > 0 ? JSON.stringify(end.warnings) : null,
    ],
  });
}

/**
 * Opens an unknown intent for one more send of its handle, if the lease is ours and the account
 * active. It prolongs the lease, so that this send has ended before another run takes over.
 */
export async function recordResend(
  db: Database,
  lease: Lease,
  resend: { intentId: string; leaseSeconds: number },
): Promise<ResendOutcome> {
  const { rows } = await db.query<{ leased: boolean; active: boolean; opened: boolean }>({
    name: 'record_resend',
    text: `with target as (
             update targets set lease_expires_at = now() + make_interval(secs => $5)
             where project_id = $1 and id = $2 and lease_token = $3 and not done and lease_expires_at > clock_timestamp()
               and ${IS_INTACT} and status = (select case kind when 'publish' then 'pending' else 'published' end from write_intents where project_id = $1 and id = $4)
             returning id, account_id
           ), account as (
             select a.id from accounts a join target t on t.account_id = a.id
             where a.project_id = $1 and a.status = 'active' for share of a
           ), intent as (
             update write_intents i set state = 'intended', sends = sends + 1, resolved_at = null
             where i.project_id = $1 and i.id = $4 and i.state = 'unknown' and exists (select from account)
             returning i.id
           )
           select exists (select from target) as leased, exists (select from account) as active, exists (select from intent) as opened, ${COMMIT_ID}`,
    values: [lease.projectId, lease.targetId, lease.token, resend.intentId, resend.leaseSeconds],
  });
  const { leased, active, opened } = rows[0]!;
  if (opened) return 'opened';
  return leased && !active ? 'account_not_active' : 'lease_lost';
}

/** Whether a live run is making a public write of this account. */
export async function hasPublicWriteInFlight(db: Database, projectId: string, accountId: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>({
    name: 'has_public_write_in_flight',
    text: `select exists (
             select from targets t join write_intents i on i.project_id = t.project_id and i.target_id = t.id
             where t.project_id = $1 and t.account_id = $2 and t.lease_expires_at > now()
               and i.kind in ('publish', 'comment') and i.state = 'intended') as found`,
    values: [projectId, accountId],
  });
  return rows[0]!.found;
}
