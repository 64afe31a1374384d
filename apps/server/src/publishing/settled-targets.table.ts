import { COMMIT_ID } from '../db/commit-id.ts';
import { type Database, violates } from '../db/database.ts';
import { lockTimeout, toStoredTimeout } from '../db/lock-timeout.ts';
import { plainList } from '../db/plain-list.ts';
import { sameProject } from '../db/same-project.ts';
import { emit } from '../events/emit.ts';
import { emitEnds } from '../events/emit-ends.ts';
import { bill, release, targetSubject } from '../usage/reservations.table.ts';
import { COMMENT_BUDGET_MS } from './deadline.ts';
import { skipFollowUps, startFollowUps } from './follow-ups.table.ts';
import {
  COMMENT_TO_COME,
  columnsOf,
  type ErrorDetail,
  type Lease,
  lockTargets,
  type TargetRow,
} from './targets.table.ts';

/** SQL: the kind in the ledger of the live post `e`. */
const PUBLISHED_KIND = "case e.follow_up_kind when 'comment' then 'comment' else 'publish' end";

/** A live target: the network's answer, its write intent and its line in the ledger. */
export type PublishedTarget = Lease & {
  readonly intentId: string;
  readonly eventId: string;
  readonly platformPostId: string | null;
  readonly url: string | null;
  /** The address is read next, and the target's event waits for it. */
  readonly awaitsUrl?: boolean;
};

/**
 * Settles and bills targets of any projects in one statement: intent, status, reservation, counter,
 * ledger and event. A target whose first comment is due is not done: it keeps its lease and gets
 * time for the comment. Returns rows in the order of `ends`; null for a target that had settled,
 * of which only the intent changes.
 *
 * An intent becomes `accepted_late` when it was taken for absent and another write was begun. Such
 * a target fails the statement for all, and the caller settles each alone. Throws when a lock is
 * held for longer than `lockMs`: then nothing is settled.
 */
export async function settlePublished(
  db: Database,
  ends: readonly PublishedTarget[],
  lockMs: number | null = null,
): Promise<(TargetRow | null)[]> {
  try {
    return await settleAccepted(db, ends, { state: 'accepted', lockMs });
  } catch (error) {
    if (ends.length > 1 || !violates(error, 'one_public_write')) throw error;
    return settleAccepted(db, ends, { state: 'accepted_late', lockMs });
  }
}

async function settleAccepted(
  db: Database,
  ends: readonly PublishedTarget[],
  { state, lockMs }: { readonly state: 'accepted' | 'accepted_late'; readonly lockMs: number | null },
): Promise<(TargetRow | null)[]> {
  const { rows } = await db.query<TargetRow>({
    name: 'settle_published',
    // Lists of both key columns lead the planner to primary keys. Targets are locked before
    // counters, each in the order of their keys, so that two statements never deadlock.
    text: `with ends as materialized (
             select e.* from ${lockTimeout('$9')}, unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $8::boolean[])
               as e(project_id, target_id, intent_id, platform_post_id, url, event_id, awaits_url)
             order by e.project_id, e.target_id
           ), ${lockTargets('ends')}, intent as (
             update write_intents i set state = $7, remote_id = coalesce(e.platform_post_id, i.remote_id), resolved_at = clock_timestamp() from ends e
             where i.project_id = any(array(select project_id from held)) and i.id = any($3) and ${sameProject('i', 'e')} and i.id = e.intent_id
           ), target as (
             update targets t
             set status = 'published', platform_post_id = e.platform_post_id, url = e.url, published_at = now(), settled_at = now(),
                 done = not ${COMMENT_TO_COME}, phase = case when ${COMMENT_TO_COME} then 'published' else 'done' end,
                 lease_owner = case when ${COMMENT_TO_COME} then t.lease_owner end,
                 lease_expires_at = case when ${COMMENT_TO_COME} then t.lease_expires_at end,
                 deadline_at = case when ${COMMENT_TO_COME} then now() + interval '${COMMENT_BUDGET_MS} ms' else t.deadline_at end
             from ends e
             where t.project_id = any(array(select project_id from held)) and t.id = any(array(select id from held))
               and ${sameProject('t', 'e')} and t.id = e.target_id and t.status = 'pending'
             returning t.*, e.event_id, e.awaits_url
           ), ${startFollowUps('target')}, ${bill('target', targetSubject, PUBLISHED_KIND)},
           ${emitEnds('target', { awaitsUrl: 't.awaits_url' })}
           select ${columnsOf('target')}, ${COMMIT_ID} from target`,
    values: [
      plainList(ends.map(({ projectId }) => projectId)),
      plainList(ends.map(({ targetId }) => targetId)),
      plainList(ends.map(({ intentId }) => intentId)),
      ends.map(({ platformPostId }) => platformPostId),
      ends.map(({ url }) => url),
      plainList(ends.map(({ eventId }) => eventId)),
      state,
      plainList(ends.map(({ awaitsUrl = false }) => awaitsUrl)),
      toStoredTimeout(lockMs),
    ],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ends.map(({ targetId }) => byId.get(targetId) ?? null);
}

/**
 * Fails a target and releases its units. Null when it had settled or the run lost its lease: the
 * failure of an overtaken run says nothing about the next run.
 */
export async function settleFailed(db: Database, lease: Lease, error: ErrorDetail): Promise<TargetRow | null> {
  const { rows } = await db.query<TargetRow>({
    name: 'settle_failed',
    text: `with target as (
             update targets
             set status = 'failed', error_detail = $3, settled_at = now(), phase = 'done', done = true, lease_owner = null, lease_expires_at = null
             where project_id = $1 and id = $2 and status = 'pending' and lease_token = $4 and lease_expires_at > clock_timestamp()
             returning *
           ), ${skipFollowUps('target')}, ${release('ended', targetSubject)}, ${emitEnds('target')}
           select ${columnsOf('target')}, ${COMMIT_ID} from target`,
    values: [lease.projectId, lease.targetId, JSON.stringify(error), lease.token],
  });
  return rows[0] ?? null;
}

export type CancelOutcome = 'cancelled' | 'not_cancellable';

/**
 * Cancels a post whose targets all wait. It locks the rows first, so that exactly one of cancel and
 * claim wins: a claim skips locked rows, and a late cancel finds a fencing token. One event of the
 * post replaces those of its targets. Within a transaction.
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
             returning project_id, id
           ), ${release('target', targetSubject)}, post as (
             update posts set cancelled_at = now() where project_id = $1 and id = $2 returning project_id, id
           ), ${emit('post', { type: "'post.cancelled'", postId: 'e.id' })}
           select ${COMMIT_ID} from post`,
    values: [post.projectId, post.postId, JSON.stringify(error)],
  });
  return 'cancelled';
}
