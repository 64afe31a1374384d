import type { MediaItem } from '@fanfare/contract';
import { toCommentError } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { worksHere } from '../db/restore-guard.table.ts';
import { READ_BACK_MS } from './deadline.ts';
import { type ErrorDetail, type Lease, type StoredTarget, type TargetRow, toTargetRow } from './targets.table.ts';

/** More runs than this in a row that ended without a word mean that the target takes its worker down. */
const MAX_CLAIMS = 12;
/** From this many on it is a suspect, which is kept apart from the rest. */
const SUSPECT_CLAIMS = 3;
/** From this many on no other suspect is taken with it, so that it drags none along to its end. */
const ALONE_CLAIMS = 6;
/** The most one claim takes. The statement says it as a number: a plan made for any values would else expect a tenth of the table, and read all of it. */
const MOST_CLAIMED = 100;

/** Nobody runs it. */
const FREE = '(t.lease_expires_at is null or t.lease_expires_at <= now())';
/**
 * Until when a server is known to have worked on a target: when a run handed it over (then it has no owner), else when its process last prolonged the
 * lease. Null before the first run, and after it was put off.
 */
const workedUntil = (leaseSeconds: '$2' | '$7'): string =>
  `(case when t.lease_owner is null then t.lease_expires_at else t.lease_expires_at - make_interval(secs => ${leaseSeconds}) end)`;
/** A run went on past the deadline and ended without settling the target. */
const overran = (leaseSeconds: '$2' | '$7'): string => `(t.deadline_at <= ${workedUntil(leaseSeconds)}) is true`;
/** The world may have seen its write: of a pending target the post, of a published one the first comment. */
const IN_DOUBT = `(t.lease_token > 0 and exists (
               select from write_intents i where i.project_id = t.project_id and i.target_id = t.id and i.state in ('intended', 'unknown')
                 and i.kind = case t.status when 'pending' then 'publish' else 'comment' end))`;

/** A claimed target with what its post gives it. */
export type ClaimedRow = {
  readonly target: TargetRow;
  readonly post: { readonly content: string; readonly media: readonly MediaItem[]; readonly publishAt: Date | null };
  /** Until the target's deadline. */
  readonly remainingMs: number;
  /** How long after its time the run began. */
  readonly lateMs: number;
};

type StoredClaim = StoredTarget & {
  post_content: string;
  post_media: MediaItem[];
  post_publish_at: Date | null;
  remaining_ms: number;
  late_ms: number;
};

/**
 * Takes targets whose time has come, or whose run ended without a word: oldest first, under a new fencing token, on the database clock. Rows that
 * somebody else is taking are passed over. `suspects` takes only those that ended so several times, `others` only the rest.
 *
 * A deadline counts the time in which a server works on the target: the claim moves it by the time since the last one did. Where a write is in doubt a run
 * gets enough time to read it back, however late it is; when an earlier run has overrun its deadline, this one is the last.
 */
export async function claimDue(
  db: Database,
  claim: {
    owner: string;
    leaseSeconds: number;
    limit: number;
    of: 'others' | 'suspects';
    lateLimitSeconds: number;
    /** The newest epoch of the restore guard that this server knows; nothing is taken from a database that was restored. */
    epoch?: Date;
  },
): Promise<ClaimedRow[]> {
  // Two statements, so that the usual one reads the index of what is due in its order and stops at the limit, however much is due.
  const [name, claims, order] =
    claim.of === 'suspects'
      ? ['claim_suspects', `claims >= ${SUSPECT_CLAIMS} and claims < ${MAX_CLAIMS}`, 'claims, run_at']
      : ['claim_due', `claims < ${SUSPECT_CLAIMS}`, 'run_at'];
  const { rows } = await db.query<StoredClaim>({
    name,
    text: `with free as (
             select t.project_id, t.id, t.run_at, t.claims from targets t
             where not t.done and t.run_at <= now() and ${FREE} and ${claims}
               and (not ${overran('$2')} and t.run_at > now() - make_interval(secs => $4) or ${IN_DOUBT})
               and ${worksHere('$5')}
             order by ${order}
             for update skip locked
             limit $3
           ), due as (
             select * from (select *, row_number() over (order by claims, run_at) as place from free) f
             where claims < ${ALONE_CLAIMS} or place = 1
             limit ${MOST_CLAIMED}
           ), claimed as (
             update targets t
             set lease_token = t.lease_token + 1, lease_owner = $1, lease_expires_at = now() + make_interval(secs => $2),
                 claims = case when ${overran('$2')} then ${MAX_CLAIMS} else t.claims + 1 end,
                 deadline_at = greatest(
                   least(t.deadline_at + (now() - ${workedUntil('$2')}), now() + make_interval(secs => t.budget_seconds)),
                   case when ${IN_DOUBT} then now() + interval '${READ_BACK_MS} ms' end),
                 phase = 'claimed'
             from due where t.project_id = due.project_id and t.id = due.id
             returning t.*, extract(epoch from now() - due.run_at)::float8 * 1000 as late_ms,
               extract(epoch from t.deadline_at - now())::float8 * 1000 as remaining_ms
           )
           select c.*, p.content as post_content, p.media as post_media, p.publish_at as post_publish_at
           from claimed c join posts p on p.project_id = c.project_id and p.id = c.post_id
           order by c.run_at`,
    values: [
      claim.owner,
      claim.leaseSeconds,
      Math.min(claim.limit, MOST_CLAIMED),
      claim.lateLimitSeconds,
      (claim.epoch ?? new Date(0)).toISOString(),
    ],
  });
  return rows.map((row) => ({
    target: toTargetRow(row),
    post: { content: row.post_content, media: row.post_media, publishAt: row.post_publish_at },
    remainingMs: row.remaining_ms,
    lateMs: row.late_ms,
  }));
}

/** In how many milliseconds from now work falls due within the window: each distinct time once, soonest first. */
export async function lookAhead(db: Database, windowSeconds: number): Promise<number[]> {
  const { rows } = await db.query<{ in_ms: number }>({
    name: 'look_ahead',
    text: `select distinct ceil(extract(epoch from run_at - now()) * 1000)::float8 as in_ms from targets
           where not done and run_at > now() and run_at <= now() + make_interval(secs => $1)
           order by in_ms limit 10000`,
    values: [windowSeconds],
  });
  return rows.map((row) => row.in_ms);
}

/** Gives a target back in good order, to be taken up at once by whoever comes first. An orderly end is no sign of poison. Without an owner, the end of the lease says when. */
export async function handOver(db: Database, lease: Lease): Promise<void> {
  await db.query({
    name: 'hand_over',
    text: `update targets set lease_owner = null, lease_expires_at = now(), run_at = least(run_at, now()), claims = 0, phase = 'waiting'
           where project_id = $1 and id = $2 and lease_token = $3 and not done`,
    values: [lease.projectId, lease.targetId, lease.token],
  });
}

/** A target that was put off is not run again sooner than this, and then ever more rarely: each pause is at least half as long as the post is late. */
const LEAST_PAUSE_SECONDS = 30;

/**
 * Puts a scheduled target off because its network asked to wait; its deadline begins anew with the next run. Null when the network asks for longer than
 * `limitSeconds` past the time the post was due, or the target is not ours any more. The last run is at that very limit.
 */
export async function deferTarget(
  db: Database,
  lease: Lease,
  wait: { ms: number; limitSeconds: number },
): Promise<TargetRow | null> {
  const { rows } = await db.query<StoredTarget>({
    name: 'defer_target',
    text: `update targets t
           set run_at = least(p.publish_at + make_interval(secs => $5),
                 now() + greatest(make_interval(secs => $4), interval '${LEAST_PAUSE_SECONDS} s', (now() - p.publish_at) / 2)),
               lease_owner = null, lease_expires_at = null, deadline_at = null, claims = 0, phase = 'deferred'
           from posts p
           where t.project_id = $1 and t.id = $2 and t.lease_token = $3 and t.status = 'pending'
             and p.project_id = t.project_id and p.id = t.post_id
             and now() + make_interval(secs => $4) <= p.publish_at + make_interval(secs => $5)
           returning t.*`,
    values: [lease.projectId, lease.targetId, lease.token, wait.ms / 1000, wait.limitSeconds],
  });
  return rows[0] ? toTargetRow(rows[0]) : null;
}

export type SweepErrors = { readonly doubt: ErrorDetail; readonly lost: ErrorDetail; readonly missed: ErrorDetail };

export type Swept = { readonly platform: string; readonly code: string };

/** What is given up: the target itself, or of a published one the first comment. `t` is the target; `e.error` and `e.comment_error` tell why. */
const GIVEN_UP = `status = case t.status when 'pending' then 'failed' else t.status end,
                 settled_at = coalesce(t.settled_at, now()),
                 error_detail = case t.status when 'pending' then e.error else t.error_detail end,
                 comment_status = case t.status when 'published' then 'failed' else t.comment_status end,
                 comment_error = case t.status when 'published' then e.comment_error else t.comment_error end`;

/**
 * Settles what no run will: a target whose run overran its deadline, or whose runs ended without a word too often, and one that no server could begin or go
 * on with in time. One statement, no network, no JavaScript in between. A target or first comment with an open public write is left to a run that reads it
 * back, until its runs have ended so too often; then it ends as `outcome_unknown`, any other as never sent. What was reserved is released.
 */
export async function sweepTargets(
  db: Database,
  sweep: { errors: SweepErrors; lateLimitSeconds: number; leaseSeconds: number },
): Promise<Swept[]> {
  const { rows } = await db.query<Swept>({
    name: 'sweep_targets',
    text: `with stuck as (
             select t.project_id, t.id, t.status, t.claims >= ${MAX_CLAIMS} or ${overran('$7')} as is_lost from targets t
             where not t.done and t.run_at <= now() and ${FREE}
               and (t.claims >= ${MAX_CLAIMS} or (${overran('$7')} or t.run_at <= now() - make_interval(secs => $4)) and not ${IN_DOUBT})
             order by t.run_at for update skip locked limit 1000
           ), doubt as (
             update write_intents i set state = 'unknown', resolved_at = coalesce(resolved_at, clock_timestamp())
             from stuck s
             where i.project_id = s.project_id and i.target_id = s.id and i.state in ('intended', 'unknown')
               and i.kind = case s.status when 'pending' then 'publish' else 'comment' end
             returning i.project_id, i.target_id
           ), told as (
             select s.project_id, s.id,
               case when d.target_id is not null then $1::jsonb when s.is_lost or s.status = 'published' then $2::jsonb else $3::jsonb end as error,
               case when d.target_id is not null then $5 else $6 end as comment_error
             from stuck s left join doubt d on d.project_id = s.project_id and d.target_id = s.id
           ), settled as (
             update targets t
             set done = true, phase = 'done', lease_token = t.lease_token + 1, lease_owner = null, lease_expires_at = null,
                 ${GIVEN_UP}
             from told e where t.project_id = e.project_id and t.id = e.id and not t.done
             returning t.project_id, t.id, t.platform, e.error
           ), released as (
             update reservations r set state = 'released' from settled t
             where r.project_id = t.project_id and r.subject = 'target:' || t.id and r.state = 'held'
             returning r.project_id, r.period_start, r.units
           ), counter as (
             update quota_periods q set reserved = q.reserved - r.units
             from (select project_id, period_start, sum(units)::bigint as units from released group by project_id, period_start) r
             where q.project_id = r.project_id and q.period_start = r.period_start
           )
           select platform, error ->> 'code' as code from settled`,
    values: [
      JSON.stringify(sweep.errors.doubt),
      JSON.stringify(sweep.errors.lost),
      JSON.stringify(sweep.errors.missed),
      sweep.lateLimitSeconds,
      toCommentError(sweep.errors.doubt),
      toCommentError(sweep.errors.lost),
      sweep.leaseSeconds,
    ],
  });
  return rows;
}

/**
 * After a restore: every target that has fallen due, or was being run when the backup was taken, may have been published by the copy that is lost; also one
 * that was overdue before, since a late run may have followed. Ends them as in doubt, of a published target the first comment that was to come, and releases what was reserved. Returns how many.
 */
export async function markDueUnknown(db: Database, error: ErrorDetail): Promise<number> {
  const { rows } = await db.query<{ marked: number }>({
    text: `with settled as (
             update targets t
             set done = true, phase = 'done', lease_token = t.lease_token + 1, lease_owner = null, lease_expires_at = null,
                 ${GIVEN_UP}
             from (select $1::jsonb as error, $2 as comment_error) e
             where not t.done and (t.lease_token > 0 or t.run_at <= now())
             returning t.project_id, t.id
           ), released as (
             update reservations r set state = 'released' from settled t
             where r.project_id = t.project_id and r.subject = 'target:' || t.id and r.state = 'held'
             returning r.project_id, r.period_start, r.units
           ), counter as (
             update quota_periods q set reserved = q.reserved - r.units
             from (select project_id, period_start, sum(units)::bigint as units from released group by project_id, period_start) r
             where q.project_id = r.project_id and q.period_start = r.period_start
           )
           select count(*)::int as marked from settled`,
    values: [JSON.stringify(error), toCommentError(error)],
  });
  return rows[0]!.marked;
}

export type CancelOutcome = 'cancelled' | 'not_cancellable';

/**
 * Cancels a post whose targets all still wait. The rows are locked first, so of cancel and claim exactly one wins: a claim passes over locked rows, and a
 * cancel that comes second finds a fencing token.
 */
export async function cancelTargets(
  tx: Database,
  post: { projectId: string; postId: string },
  error: ErrorDetail,
): Promise<CancelOutcome> {
  const { rows } = await tx.query<{ waiting: boolean }>({
    text: `select status = 'pending' and lease_token = 0 as waiting from targets
           where project_id = $1 and post_id = $2 order by id for update`,
    values: [post.projectId, post.postId],
  });
  if (rows.length === 0 || !rows.every((row) => row.waiting)) return 'not_cancellable';
  await tx.query({
    text: `with target as (
             update targets set status = 'failed', error_detail = $3, settled_at = now(), phase = 'done', done = true, lease_expires_at = null
             where project_id = $1 and post_id = $2
             returning id
           ), released as (
             update reservations r set state = 'released' from target t
             where r.project_id = $1 and r.subject = 'target:' || t.id and r.state = 'held'
             returning r.period_start, r.units
           ), counter as (
             update quota_periods q set reserved = q.reserved - r.units
             from (select period_start, sum(units)::bigint as units from released group by period_start) r
             where q.project_id = $1 and q.period_start = r.period_start
           )
           update posts set cancelled_at = now() where project_id = $1 and id = $2`,
    values: [post.projectId, post.postId, JSON.stringify(error)],
  });
  return 'cancelled';
}
