import { COMMIT_ID } from '../../db/commit-id.ts';
import { type Database, violates } from '../../db/database.ts';
import { emit } from '../../events/emit.ts';
import { IS_INTACT } from '../../publishing/restore-guard.table.ts';
import type { IntendOutcome } from '../../publishing/write-intents.table.ts';
import { toStoredAllowance, toStoredDate } from '../../usage/quota.table.ts';
import { bill, hold, release, repostSubject } from '../../usage/reservations.table.ts';

/** The key of a repost within its project. */
export type RepostKey = { readonly accountId: string; readonly platformPostId: string };

/** One process's attempt at a repost. Only the holder records how it ended. */
export type Attempt = RepostKey & { readonly projectId: string; readonly attemptId: string };

export type RepostState = 'attempting' | 'reposted' | 'failed';

export type RepostRow = RepostKey & {
  readonly state: RepostState;
  /** Whether an attempt holds it now. */
  readonly leased: boolean;
  readonly platformRepostId: string | null;
  readonly error: string | null;
  readonly repostedAt: Date | null;
};

const COLUMNS = `account_id as "accountId", platform_post_id as "platformPostId", state, coalesce(lease_expires_at > now(), false) as leased,
             platform_repost_id as "platformRepostId", error, reposted_at as "repostedAt"`;

const columnsOf = (keys: readonly RepostKey[]) => [
  keys.map(({ accountId }) => accountId),
  keys.map(({ platformPostId }) => platformPostId),
];

/** Reposts of `keys` that were attempted before. */
export async function findReposts(db: Database, projectId: string, keys: readonly RepostKey[]): Promise<RepostRow[]> {
  const { rows } = await db.query<RepostRow>({
    name: 'find_reposts',
    text: `select ${COLUMNS} from reposts
           where project_id = $1 and account_id = any($2::uuid[])
             and (account_id, platform_post_id) in (select * from unnest($2::uuid[], $3::text[]))`,
    values: [projectId, ...columnsOf(keys)],
  });
  return rows;
}

export type RepostsToClaim = {
  readonly projectId: string;
  readonly attemptId: string;
  readonly keys: readonly RepostKey[];
  readonly leaseSeconds: number;
  readonly quota: {
    readonly periodStart: Date;
    readonly allowance: number | null;
    readonly overage: boolean;
    /** Units of one repost. */
    readonly units: number;
  };
};

export type ClaimOutcome =
  /** Reposts that this attempt holds now. Missing ones are done, or another attempt holds them. */
  | { readonly state: 'claimed'; readonly claimed: readonly (RepostKey & { readonly inDoubt: boolean })[] }
  | { readonly state: 'quota_exceeded' }
  /** An account was removed since the request was checked. */
  | { readonly state: 'account_removed' };

/**
 * Claims reposts that no attempt holds and that are not done, and reserves their units, in one
 * statement: all or nothing. `never_over` on the counter refuses what the plan does not allow. A
 * repeat with the same attempt id does no harm.
 */
export async function claimReposts(db: Database, asked: RepostsToClaim): Promise<ClaimOutcome> {
  try {
    const { rows } = await db.query<RepostKey & { readonly inDoubt: boolean }>({
      name: 'claim_reposts',
      // Locks reposts in one order, then the counter, then the account, like every such statement.
      text: `with claimed as (
               insert into reposts as r (project_id, account_id, platform_post_id, state, attempt_id, lease_expires_at)
               select $1, account_id, platform_post_id, 'attempting', $4, now() + make_interval(secs => $5)
               from unnest($2::uuid[], $3::text[]) as w(account_id, platform_post_id) order by 2, 3
               on conflict (project_id, account_id, platform_post_id) do update
                 set state = 'attempting', attempt_id = excluded.attempt_id, lease_expires_at = excluded.lease_expires_at, error = null
                 where r.state = 'failed' or r.state = 'attempting' and (r.lease_expires_at <= now() or r.attempt_id = excluded.attempt_id)
               returning project_id, account_id, platform_post_id, in_doubt
             ), costs as (
               select c.project_id, ${repostSubject('c')} as subject, 'repost' as kind, $7::int as units from claimed c
             ), ${hold('costs', { periodStart: '$6', allowance: '$8', overage: '$9' })}
             select account_id as "accountId", platform_post_id as "platformPostId", in_doubt as "inDoubt", ${COMMIT_ID} from claimed`,
      values: [
        asked.projectId,
        ...columnsOf(asked.keys),
        asked.attemptId,
        asked.leaseSeconds,
        toStoredDate(asked.quota.periodStart),
        asked.quota.units,
        toStoredAllowance(asked.quota.allowance),
        asked.quota.overage,
      ],
    });
    return { state: 'claimed', claimed: rows };
  } catch (error) {
    if (violates(error, 'never_over')) return { state: 'quota_exceeded' };
    if (violates(error, 'reposts_project_id_account_id_fkey')) return { state: 'account_removed' };
    throw error;
  }
}

/**
 * Records that the call is about to be made, while the attempt holds the repost (it prolongs the
 * lease) and the account is active (locked against a disconnect). No byte may leave before
 * `intended`.
 */
export async function intendRepost(db: Database, attempt: Attempt, leaseSeconds: number): Promise<IntendOutcome> {
  const { rows } = await db.query<{ active: boolean; intended_at: Date | null }>({
    name: 'intend_repost',
    text: `with account as (
             select id from accounts where project_id = $1 and id = $2 and status = 'active' for share
           ), intended as (
             update reposts r set in_doubt = true, lease_expires_at = now() + make_interval(secs => $5) from account a
             where r.project_id = $1 and r.account_id = a.id and r.platform_post_id = $3 and r.attempt_id = $4 and r.state = 'attempting'
               and r.lease_expires_at > clock_timestamp() and ${IS_INTACT}
             returning clock_timestamp() as at
           )
           select exists (select from account) as active, (select at from intended) as intended_at, ${COMMIT_ID}`,
    values: [...valuesOf(attempt), leaseSeconds],
  });
  const { active, intended_at: intendedAt } = rows[0]!;
  if (intendedAt) return { state: 'intended', intendedAt: intendedAt.getTime() };
  return { state: active ? 'lease_lost' : 'account_not_active' };
}

const valuesOf = ({ projectId, accountId, platformPostId, attemptId }: Attempt) => [
  projectId,
  accountId,
  platformPostId,
  attemptId,
];

/** Writes the event of the row `repost`, in the state in which the statement leaves it. */
const EMIT_END = emit('repost', {
  type: `'repost.' || case e.state when 'reposted' then 'published' else e.state end`,
  accountId: 'e.account_id',
  facts: `jsonb_build_object('platformPostId', e.platform_post_id, 'status', e.state, 'platformRepostId', e.platform_repost_id, 'error', e.error,
                 'repostedAt', e.reposted_at)`,
});

/** Settles a repost as made and bills it. Null when the attempt no longer holds it. */
export async function settleReposted(
  db: Database,
  attempt: Attempt,
  end: { readonly eventId: string; readonly platformRepostId: string | null },
): Promise<RepostRow | null> {
  const { rows } = await db.query<RepostRow>({
    name: 'settle_reposted',
    text: `with repost as (
             update reposts set state = 'reposted', in_doubt = false, lease_expires_at = null, platform_repost_id = $5, reposted_at = now()
             where project_id = $1 and account_id = $2 and platform_post_id = $3 and attempt_id = $4 and state = 'attempting'
             returning *, $6::uuid as event_id
           ), ${bill('repost', repostSubject, "'repost'")}, ${EMIT_END}
           select ${COLUMNS}, ${COMMIT_ID} from repost`,
    values: [...valuesOf(attempt), end.platformRepostId, end.eventId],
  });
  return rows[0] ?? null;
}

/** Settles a repost as failed and releases its units. Null when the attempt no longer holds it. */
export async function settleRepostFailed(
  db: Database,
  attempt: Attempt,
  end: { readonly error: string; readonly inDoubt: boolean },
): Promise<RepostRow | null> {
  const { rows } = await db.query<RepostRow>({
    name: 'settle_repost_failed',
    text: `with repost as (
             update reposts set state = 'failed', error = $5, in_doubt = $6, lease_expires_at = null
             where project_id = $1 and account_id = $2 and platform_post_id = $3 and attempt_id = $4 and state = 'attempting'
             returning *
           ), ${release('repost', repostSubject)}, ${EMIT_END}
           select ${COLUMNS}, ${COMMIT_ID} from repost`,
    values: [...valuesOf(attempt), end.error, end.inDoubt],
  });
  return rows[0] ?? null;
}

/**
 * Fails attempts whose process is gone and releases their units, over all projects, in one
 * statement. One that may have been sent stays in doubt: the next request finishes it, as networks
 * make a repeated repost a no-op. Returns their number.
 */
export async function sweepReposts(
  db: Database,
  errors: { readonly doubt: string; readonly lost: string },
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'sweep_reposts',
    text: `with abandoned as (
             select project_id, account_id, platform_post_id from reposts
             where state = 'attempting' and lease_expires_at <= now()
             order by lease_expires_at for update skip locked limit 1000
           ), repost as (
             update reposts r set state = 'failed', lease_expires_at = null, error = case when r.in_doubt then $1 else $2 end
             from abandoned a
             where r.project_id = a.project_id and r.account_id = a.account_id and r.platform_post_id = a.platform_post_id
             returning r.*
           ), ${release('repost', repostSubject)}, ${EMIT_END}
           select 1 from repost`,
    values: [errors.doubt, errors.lost],
  });
  return rowCount ?? 0;
}

/** Whether a live attempt may be sending a repost of this account. */
export async function hasRepostInFlight(db: Database, projectId: string, accountId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'has_repost_in_flight',
    text: `select from reposts
           where project_id = $1 and account_id = $2 and state = 'attempting' and in_doubt and lease_expires_at > now() limit 1`,
    values: [projectId, accountId],
  });
  return rowCount !== 0;
}
