import { COMMIT_ID } from '../db/commit-id.ts';
import { type Database, violates } from '../db/database.ts';
import { emitEnds } from '../events/emit-ends.ts';
import { bill, release, targetSubject } from '../usage/reservations.table.ts';
import { columnsOf, type Lease, type TargetRow } from './targets.table.ts';

/** A live first comment: its id at the network, its write intent and its line in the ledger. */
export type PostedComment = { readonly intentId: string; readonly eventId: string; readonly commentId: string | null };

/**
 * Settles and bills the first comment of a published target in one statement. Null when it had
 * settled; then only the journal changes. The intent becomes `accepted_late` when it was taken for
 * absent and another one was begun.
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
  const { rows } = await db.query<TargetRow>({
    name: 'settle_comment',
    text: `with intent as (
             update write_intents set state = $6, remote_id = coalesce($4, remote_id), resolved_at = clock_timestamp()
             where project_id = $1 and id = $3
           ), target as (
             update targets
             set comment_status = 'published', comment_id = $4, phase = 'done', done = true, lease_owner = null, lease_expires_at = null
             where project_id = $1 and id = $2 and status = 'published' and not done
             returning *, $5::uuid as event_id
           ), ${bill('target', targetSubject, "'comment'")}, ${emitEnds('target')}
           select ${columnsOf('target')}, ${COMMIT_ID} from target`,
    values: [lease.projectId, lease.targetId, comment.intentId, comment.commentId, comment.eventId, state],
  });
  return rows[0] ?? null;
}

/** Fails a first comment and releases its units. Null when it had settled, or the lease is lost. */
export async function failComment(db: Database, lease: Lease, error: string): Promise<TargetRow | null> {
  const { rows } = await db.query<TargetRow>({
    name: 'fail_comment',
    text: `with target as (
             update targets
             set comment_status = 'failed', comment_error = $3, phase = 'done', done = true, lease_owner = null, lease_expires_at = null
             where project_id = $1 and id = $2 and status = 'published' and not done and lease_token = $4 and lease_expires_at > clock_timestamp()
             returning *
           ), ${release('target', targetSubject)}, ${emitEnds('target')}
           select ${columnsOf('target')}, ${COMMIT_ID} from target`,
    values: [lease.projectId, lease.targetId, error, lease.token],
  });
  return rows[0] ?? null;
}
