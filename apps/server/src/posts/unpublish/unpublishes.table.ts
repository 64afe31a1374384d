import { COMMIT_ID } from '../../db/commit-id.ts';
import type { Database } from '../../db/database.ts';
import { emit } from '../../events/emit.ts';
import { IS_INTACT } from '../../publishing/restore-guard.table.ts';
import type { IntendOutcome } from '../../publishing/write-intents.table.ts';

/** One process's attempt at removing a target. Only the holder records how it ended. */
export type Attempt = { readonly projectId: string; readonly targetId: string; readonly attemptId: string };

export type UnpublishRow = {
  readonly targetId: string;
  /** An attempt holds it now; one ended without a result, with its process; or neither. */
  readonly attempt: 'live' | 'abandoned' | null;
  readonly unpublishedAt: Date | null;
  readonly unpublishError: string | null;
};

/** The state of these targets; those that were removed with their account are missing. */
export async function findUnpublishes(
  db: Database,
  projectId: string,
  targetIds: readonly string[],
): Promise<UnpublishRow[]> {
  const { rows } = await db.query<UnpublishRow>({
    name: 'find_unpublishes',
    text: `select t.id as "targetId", case when u.lease_expires_at > now() then 'live' when u.target_id is not null then 'abandoned' end as attempt,
             t.unpublished_at as "unpublishedAt", t.unpublish_error as "unpublishError"
           from targets t left join unpublishes u on u.project_id = t.project_id and u.target_id = t.id
           where t.project_id = $1 and t.id = any($2::uuid[])`,
    values: [projectId, targetIds],
  });
  return rows;
}

/**
 * SQL: the CTE `target`, the published target `$1`, `$2`. Every statement locks it before the
 * attempt and the account, so that two never deadlock.
 */
const LOCKED_TARGET = `target as (
             select project_id, id, account_id from targets where project_id = $1 and id = $2 and status = 'published' for no key update
           )`;

/**
 * Claims published targets that no attempt holds and that are not removed, in one statement.
 * Returns their ids. A repeat with the same attempt id does no harm.
 */
export async function claimUnpublishes(
  db: Database,
  asked: {
    readonly projectId: string;
    readonly attemptId: string;
    readonly targetIds: readonly string[];
    readonly leaseSeconds: number;
  },
): Promise<string[]> {
  const { rows } = await db.query<{ target_id: string }>({
    name: 'claim_unpublishes',
    text: `with target as (
             select project_id, id from targets
             where project_id = $1 and id = any($2::uuid[]) and status = 'published' and done and unpublished_at is null
             order by project_id, id for no key update
           )
           insert into unpublishes as u (project_id, target_id, attempt_id, lease_expires_at)
           select project_id, id, $3, now() + make_interval(secs => $4) from target order by 1, 2
           on conflict (project_id, target_id) do update
             set attempt_id = excluded.attempt_id, lease_expires_at = excluded.lease_expires_at
             where u.lease_expires_at <= now() or u.attempt_id = excluded.attempt_id
           returning target_id`,
    values: [asked.projectId, asked.targetIds, asked.attemptId, asked.leaseSeconds],
  });
  return rows.map((row) => row.target_id);
}

/** A deletion in the journal: of one post of the target. */
export type Deletion = {
  readonly id: string;
  /** The network's id of the post. */
  readonly platformPostId: string;
  /** `deleted`: done. `doubt`: sent, with an unknown end. */
  readonly state: 'deleted' | 'doubt';
  readonly sends: number;
};

/** Deletions of the target that are done or in doubt. */
export async function findDeletions(db: Database, projectId: string, targetId: string): Promise<Deletion[]> {
  const { rows } = await db.query<Deletion>({
    name: 'find_deletions',
    text: `select id, handle as "platformPostId", case state when 'accepted' then 'deleted' else 'doubt' end as state, sends
           from write_intents
           where project_id = $1 and target_id = $2 and kind = 'unpublish' and state in ('intended', 'unknown', 'accepted')
           order by intended_at`,
    values: [projectId, targetId],
  });
  return rows;
}

/**
 * Records that a deletion is about to be sent, while the attempt holds the target (it prolongs the
 * lease) and the account is active (locked against a disconnect). The same statement stores the
 * doubt as the error of the target, which is right if this process ends now. No byte may leave
 * before `intended`.
 */
export async function intendDeletion(
  db: Database,
  attempt: Attempt,
  intent: {
    readonly id: string;
    readonly platformPostId: string;
    readonly sends: number;
    readonly leaseSeconds: number;
    readonly doubt: string;
  },
): Promise<IntendOutcome> {
  const { rows } = await db.query<{ active: boolean; intended_at: Date | null }>({
    name: 'intend_deletion',
    text: `with ${LOCKED_TARGET}, account as (
             select a.id from accounts a join target t on a.project_id = t.project_id and a.id = t.account_id
             where a.project_id = $1 and a.status = 'active' for share of a
           ), attempt as (
             update unpublishes u set lease_expires_at = now() + make_interval(secs => $4) from target t, account
             where u.project_id = $1 and u.project_id = t.project_id and u.target_id = t.id and u.attempt_id = $3
               and u.lease_expires_at > clock_timestamp() and ${IS_INTACT}
             returning u.target_id
           ), doubt as (
             update targets t set unpublish_error = $8 from attempt a where t.project_id = $1 and t.id = a.target_id
           ), intent as (
             insert into write_intents (project_id, id, target_id, kind, lease_token, state, handle, sends)
             select $1, $5, target_id, 'unpublish', 0, 'intended', $6, $7 from attempt
             on conflict (project_id, id) do update set state = 'intended', sends = excluded.sends, resolved_at = null
             returning intended_at
           )
           select exists (select from account) as active, (select intended_at from intent), ${COMMIT_ID}`,
    values: [
      attempt.projectId,
      attempt.targetId,
      attempt.attemptId,
      intent.leaseSeconds,
      intent.id,
      intent.platformPostId,
      intent.sends,
      intent.doubt,
    ],
  });
  const { active, intended_at: intendedAt } = rows[0]!;
  if (intendedAt) return { state: 'intended', intendedAt: intendedAt.getTime() };
  return { state: active ? 'lease_lost' : 'account_not_active' };
}

/** Records how a deletion ended, while the attempt is the newest one. */
export async function resolveDeletion(
  db: Database,
  { projectId, targetId, attemptId }: Attempt,
  end: {
    readonly id: string;
    readonly state: 'accepted' | 'rejected' | 'not_sent' | 'absent' | 'unknown';
    readonly detail: string | null;
  },
): Promise<void> {
  await db.query({
    name: 'resolve_deletion',
    text: `with attempt as (
             select target_id from unpublishes where project_id = $1 and target_id = $2 and attempt_id = $3 for share
           ), resolved as (
             update write_intents i set state = $5, detail = coalesce($6, detail), resolved_at = clock_timestamp()
             where i.project_id = $1 and i.id = $4 and i.state in ('intended', 'unknown') and exists (select from attempt)
             returning i.id
           )
           select exists (select from resolved) as resolved, ${COMMIT_ID}`,
    values: [projectId, targetId, attemptId, end.id, end.state, end.detail],
  });
}

/** SQL: ends the attempt `$3` on `target`, as the CTE `attempt`. */
const ENDED_ATTEMPT = `attempt as (
             delete from unpublishes u using target t
             where u.project_id = $1 and u.project_id = t.project_id and u.target_id = t.id and u.attempt_id = $3
             returning u.target_id
           )`;

const COLUMNS = `t.id as "targetId", null as attempt, t.unpublished_at as "unpublishedAt", t.unpublish_error as "unpublishError"`;

/** Settles a target as removed. Null when the attempt no longer holds it. */
export async function settleUnpublished(
  db: Database,
  { projectId, targetId, attemptId }: Attempt,
): Promise<UnpublishRow | null> {
  const { rows } = await db.query<UnpublishRow>({
    name: 'settle_unpublished',
    text: `with ${LOCKED_TARGET}, ${ENDED_ATTEMPT}, removed as (
             update targets t set unpublished_at = now(), unpublish_error = null from attempt a
             where t.project_id = $1 and t.id = a.target_id returning t.*
           ), ${emit('removed', {
             type: `'target.unpublished'`,
             postId: 'e.post_id',
             targetId: 'e.id',
             accountId: 'e.account_id',
             platform: 'e.platform',
           })}
           select ${COLUMNS}, ${COMMIT_ID} from removed t`,
    values: [projectId, targetId, attemptId],
  });
  return rows[0] ?? null;
}

/** Settles an attempt as failed. Null when it no longer holds the target. */
export async function settleUnpublishFailed(
  db: Database,
  { projectId, targetId, attemptId }: Attempt,
  error: string,
): Promise<UnpublishRow | null> {
  const { rows } = await db.query<UnpublishRow>({
    name: 'settle_unpublish_failed',
    text: `with ${LOCKED_TARGET}, ${ENDED_ATTEMPT}, failed as (
             update targets t set unpublish_error = $4 from attempt a where t.project_id = $1 and t.id = a.target_id returning t.*
           )
           select ${COLUMNS}, ${COMMIT_ID} from failed t`,
    values: [projectId, targetId, attemptId, error],
  });
  return rows[0] ?? null;
}

/** Whether a live attempt may be deleting a post of this account. */
export async function hasDeletionInFlight(db: Database, projectId: string, accountId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'has_deletion_in_flight',
    text: `select from unpublishes u
             join targets t on t.project_id = u.project_id and t.id = u.target_id
             join write_intents i on i.project_id = u.project_id and i.target_id = u.target_id
           where u.project_id = $1 and u.lease_expires_at > now() and t.account_id = $2 and i.kind = 'unpublish' and i.state = 'intended'
           limit 1`,
    values: [projectId, accountId],
  });
  return rowCount !== 0;
}
