import { type Database, violates } from '../db/database.ts';
import { type Lease, type StoredTarget, type TargetRow, toTargetRow } from './targets.table.ts';

/** The end of a first comment that is out: its network id, and the ids of the intent that did it and of its line in the ledger. */
export type PostedComment = { readonly intentId: string; readonly eventId: string; readonly commentId: string | null };

/**
 * Settles the first comment of a published target and bills it, in one statement. Null when it had its end before: then only the journal changes. As with
 * posts, one that was taken for absent meanwhile, so that another one was begun in its place, is `accepted_late`.
 */
export async function settleComment(db: Database, lease: Lease, comment: PostedComment): Promise<TargetRow | null> {
  try {
    return await settleAccepted(db, lease, comment, 'accepted');
  } catch (error) {
    if (!violates(error, 'one_public_write')) throw error;
    return settleAccepted(db, lease, comment, 'accepted_late');
  }
}

async function settleAccepted(
  db: Database,
  lease: Lease,
  comment: PostedComment,
  state: 'accepted' | 'accepted_late',
): Promise<TargetRow | null> {
  const { rows } = await db.query<StoredTarget>({
    name: 'settle_comment',
    text: `with intent as (
             update write_intents set state = $6, remote_id = coalesce($4, remote_id), resolved_at = clock_timestamp()
             where project_id = $1 and id = $3
           ), target as (
             update targets
             set comment_status = 'published', comment_id = $4, phase = 'done', done = true, lease_owner = null, lease_expires_at = null
             where project_id = $1 and id = $2 and status = 'published' and not done
             returning *
           ), reservation as (
             update reservations r set state = 'billed' from target t
             where r.project_id = $1 and r.subject = 'target:' || t.id and r.kind = 'comment' and r.state = 'held'
             returning r.period_start, r.units, r.subject
           ), counter as (
             update quota_periods q set reserved = q.reserved - r.units, used = q.used + r.units from reservation r
             where q.project_id = $1 and q.period_start = r.period_start
           ), ledger as (
             insert into usage_events (project_id, id, subject, kind, period_start, units)
             select $1, $5, r.subject, 'comment', r.period_start, r.units from reservation r
           )
           select * from target`,
    values: [lease.projectId, lease.targetId, comment.intentId, comment.commentId, comment.eventId, state],
  });
  return rows[0] ? toTargetRow(rows[0]) : null;
}

/** Gives a first comment up and what was reserved for it back; the target stays published. Null when the run does not hold it any more, or it has its end. */
export async function failComment(db: Database, lease: Lease, error: string): Promise<TargetRow | null> {
  const { rows } = await db.query<StoredTarget>({
    name: 'fail_comment',
    text: `with target as (
             update targets
             set comment_status = 'failed', comment_error = $3, phase = 'done', done = true, lease_owner = null, lease_expires_at = null
             where project_id = $1 and id = $2 and status = 'published' and not done and lease_token = $4 and lease_expires_at > clock_timestamp()
             returning *
           ), released as (
             update reservations r set state = 'released' from target t
             where r.project_id = $1 and r.subject = 'target:' || t.id and r.state = 'held'
             returning r.period_start, r.units
           ), counter as (
             update quota_periods q set reserved = q.reserved - r.units from released r
             where q.project_id = $1 and q.period_start = r.period_start
           )
           select * from target`,
    values: [lease.projectId, lease.targetId, error, lease.token],
  });
  return rows[0] ? toTargetRow(rows[0]) : null;
}
