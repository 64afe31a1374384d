import type {
  CommentStatus,
  LinkMode,
  MediaItem,
  Platform,
  TargetErrorCode,
  TargetStatus,
  TargetWarning,
} from '@fanfare/contract';
import { type Database, violates } from '../db/database.ts';
import { COMMENT_BUDGET_MS } from './deadline.ts';

/** Beside `code: message`, what a caller can act on. Redacted and at most 500 characters each. */
export type ErrorDetail = {
  readonly code: TargetErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly networkCode: string | null;
  readonly networkMessage: string | null;
  readonly mediaIndex: number | null;
  readonly remedy: string | null;
};

export type TargetRow = {
  readonly projectId: string;
  readonly id: string;
  readonly postId: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly content: string | null;
  readonly media: readonly MediaItem[] | null;
  readonly firstComment: string | null;
  readonly aiGenerated: boolean;
  readonly spaceSlug: string | null;
  /** What was asked for the link in the text; null unless something was. */
  readonly link: LinkMode | null;
  /** Of the post alone; callers see `targetStatus` of the rules, which waits for the first comment. */
  readonly status: TargetStatus;
  readonly errorDetail: ErrorDetail | null;
  readonly platformPostId: string | null;
  readonly url: string | null;
  readonly publishedAt: Date | null;
  readonly commentStatus: CommentStatus;
  readonly commentId: string | null;
  readonly commentError: string | null;
  /** What the post goes out without; each stored with the step that found it. */
  readonly warnings: readonly TargetWarning[];
  /** Fencing token of the run that may act on this target. */
  readonly leaseToken: number;
};

export type StoredTarget = {
  project_id: string;
  id: string;
  post_id: string;
  account_id: string;
  platform: Platform;
  content: string | null;
  media: MediaItem[] | null;
  first_comment: string | null;
  ai_generated: boolean;
  space_slug: string | null;
  link: LinkMode | null;
  status: TargetStatus;
  error_detail: ErrorDetail | null;
  platform_post_id: string | null;
  url: string | null;
  published_at: Date | null;
  comment_status: CommentStatus;
  comment_id: string | null;
  comment_error: string | null;
  warnings: TargetWarning[];
  lease_token: number;
};

export const toTargetRow = (row: StoredTarget): TargetRow => ({
  projectId: row.project_id,
  id: row.id,
  postId: row.post_id,
  accountId: row.account_id,
  platform: row.platform,
  content: row.content,
  media: row.media,
  firstComment: row.first_comment,
  aiGenerated: row.ai_generated,
  spaceSlug: row.space_slug,
  link: row.link,
  status: row.status,
  errorDetail: row.error_detail,
  platformPostId: row.platform_post_id,
  url: row.url,
  publishedAt: row.published_at,
  commentStatus: row.comment_status,
  commentId: row.comment_id,
  commentError: row.comment_error,
  warnings: row.warnings,
  leaseToken: Number(row.lease_token),
});

/** Every target of the given posts, in request order. */
export async function findTargets(db: Database, projectId: string, postIds: readonly string[]): Promise<TargetRow[]> {
  const { rows } = await db.query<StoredTarget>({
    name: 'find_targets',
    text: 'select * from targets where project_id = $1 and post_id = any($2::uuid[]) order by post_id, position',
    values: [projectId, postIds],
  });
  return rows.map(toTargetRow);
}

export async function findTarget(db: Database, projectId: string, id: string): Promise<TargetRow | null> {
  const { rows } = await db.query<StoredTarget>({
    name: 'find_target',
    text: 'select * from targets where project_id = $1 and id = $2',
    values: [projectId, id],
  });
  return rows[0] ? toTargetRow(rows[0]) : null;
}

/** A run's right to act: only the holder of the newest token may record an intent. */
export type Lease = { readonly projectId: string; readonly targetId: string; readonly token: number };

/**
 * Keeps the leases of runs that are still going on. One that is over is not kept, however it ended: its target must be free to be taken up. Rows that are
 * being written to are passed over: intents and ends lock many rows at once as well, and two that wait for each other would stand still until the database
 * finds the deadlock, a second later. What is passed over has its lease prolonged or ended by that very write, or is kept the next time.
 */
export async function renewLeases(db: Database, leases: readonly Lease[], leaseSeconds: number): Promise<void> {
  await db.query({
    name: 'renew_leases',
    text: `with kept as (
             select t.project_id, t.id from targets t
               join unnest($1::uuid[], $2::uuid[], $3::bigint[]) as l(project_id, id, token)
                 on t.project_id = l.project_id and t.id = l.id and t.lease_token = l.token
             where not t.done and t.lease_expires_at > now()
             for no key update of t skip locked
           )
           update targets t set lease_expires_at = now() + make_interval(secs => $4)
           from kept k where t.project_id = k.project_id and t.id = k.id`,
    values: [
      leases.map((lease) => lease.projectId),
      leases.map((lease) => lease.targetId),
      leases.map((lease) => lease.token),
      leaseSeconds,
    ],
  });
}

/** The end of a target that is live: what the network gave it, and the ids of the intent that did it and of its line in the ledger. */
export type PublishedTarget = Lease & {
  readonly intentId: string;
  readonly eventId: string;
  readonly platformPostId: string | null;
  readonly url: string | null;
};

/**
 * Settles targets of one project as published and bills them, in one statement: intent accepted, status, reservation held → billed, counter, ledger. One
 * whose first comment is to come is not done yet: it keeps its lease and gets time for the comment.
 * Answers in the order of `ends`; null for one that had already settled (then nothing changes but the journal: a late truth is still a truth). A write that
 * was taken for absent meanwhile, so that another one was begun in its place, is `accepted_late`: the journal shows both. Among others such a one makes
 * the whole statement fail, and each has to be settled alone.
 */
export async function settlePublished(db: Database, ends: readonly PublishedTarget[]): Promise<(TargetRow | null)[]> {
  try {
    return await settleAccepted(db, ends, 'accepted');
  } catch (error) {
    if (ends.length > 1 || !violates(error, 'one_public_write')) throw error;
    return settleAccepted(db, ends, 'accepted_late');
  }
}

const COMMENT_TO_COME = `(t.first_comment is not null and t.comment_status = 'none')`;

/** `targetStatus` of the rules in SQL: the status that callers see of the target `t`. */
export const SHOWN_STATUS = `case when t.status = 'published' and ${COMMENT_TO_COME} then 'pending' else t.status end`;

async function settleAccepted(
  db: Database,
  ends: readonly PublishedTarget[],
  state: 'accepted' | 'accepted_late',
): Promise<(TargetRow | null)[]> {
  const { rows } = await db.query<StoredTarget>({
    name: 'settle_published',
    // The ids stand beside each join as well: so the primary key is read for each of them, whatever the planner believes a project to hold.
    text: `with ends as (
             select * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[])
               as e(target_id, intent_id, platform_post_id, url, event_id)
           ), intent as (
             update write_intents i set state = $8, remote_id = coalesce(e.platform_post_id, i.remote_id), resolved_at = clock_timestamp() from ends e
             where i.project_id = $1 and i.id = any($3) and i.id = e.intent_id
           ), target as (
             update targets t
             set status = 'published', platform_post_id = e.platform_post_id, url = e.url, published_at = now(), settled_at = now(),
                 done = not ${COMMENT_TO_COME}, phase = case when ${COMMENT_TO_COME} then 'published' else 'done' end,
                 lease_owner = case when ${COMMENT_TO_COME} then t.lease_owner end,
                 lease_expires_at = case when ${COMMENT_TO_COME} then t.lease_expires_at end,
                 deadline_at = case when ${COMMENT_TO_COME} then now() + interval '${COMMENT_BUDGET_MS} ms' else t.deadline_at end
             from ends e
             where t.project_id = $1 and t.id = any($2) and t.id = e.target_id and t.status = 'pending'
             returning t.*
           ), reservation as (
             update reservations r set state = 'billed' from target t
             where r.project_id = $1 and r.subject = any($7) and r.subject = 'target:' || t.id and r.kind = 'publish' and r.state = 'held'
             returning r.period_start, r.units, r.subject, t.id as target_id
           ), counter as (
             update quota_periods q set reserved = q.reserved - r.units, used = q.used + r.units
             from (select period_start, sum(units)::bigint as units from reservation group by period_start) r
             where q.project_id = $1 and q.period_start = r.period_start
           ), ledger as (
             insert into usage_events (project_id, id, subject, kind, period_start, units)
             select $1, e.event_id, r.subject, 'publish', r.period_start, r.units from reservation r join ends e on e.target_id = r.target_id
           )
           select * from target`,
    values: [
      ends[0]!.projectId,
      ends.map(({ targetId }) => targetId),
      ends.map(({ intentId }) => intentId),
      ends.map(({ platformPostId }) => platformPostId),
      ends.map(({ url }) => url),
      ends.map(({ eventId }) => eventId),
      ends.map(({ targetId }) => `target:${targetId}`),
      state,
    ],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ends.map(({ targetId }) => {
    const row = byId.get(targetId);
    return row ? toTargetRow(row) : null;
  });
}

/**
 * Settles a target as failed and gives back what was reserved for it. Null when it had already settled, or when the run does not hold it any more: what a run
 * that was overtaken, or slept past its lease, could not do says nothing about what the next one does.
 */
export async function settleFailed(db: Database, lease: Lease, error: ErrorDetail): Promise<TargetRow | null> {
  const { rows } = await db.query<StoredTarget>({
    name: 'settle_failed',
    text: `with target as (
             update targets
             set status = 'failed', error_detail = $3, settled_at = now(), phase = 'done', done = true, lease_owner = null, lease_expires_at = null
             where project_id = $1 and id = $2 and status = 'pending' and lease_token = $4 and lease_expires_at > clock_timestamp()
             returning *
           ), released as (
             update reservations r set state = 'released' from target t
             where r.project_id = $1 and r.subject = 'target:' || t.id and r.state = 'held'
             returning r.period_start, r.units
           ), counter as (
             update quota_periods q set reserved = q.reserved - r.units
             from (select period_start, sum(units)::int as units from released group by period_start) r
             where q.project_id = $1 and q.period_start = r.period_start
           )
           select * from target`,
    values: [lease.projectId, lease.targetId, JSON.stringify(error), lease.token],
  });
  return rows[0] ? toTargetRow(rows[0]) : null;
}

/** A text without what networks change in it, or readers of it overlook: white space, punctuation, protocols, entities. */
const plainText = (target: string, post: string): string =>
  `regexp_replace(coalesce(${target}.content, ${post}.content), 'https?://|&(amp|lt|gt);|[[:space:][:punct:]]', '', 'gi')`;

/**
 * Whether a post that was found at the network is, or may be, that of another target of the account: one that carries its id, or a twin with the same text,
 * sent at about the same time, of which it is not known yet what became of it.
 */
export async function isAnothersPost(
  db: Database,
  lease: Lease,
  found: { accountId: string; platformPostId: string; intendedAt: number },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'is_anothers_post',
    text: `select 1
           from targets t
             join posts p on p.project_id = t.project_id and p.id = t.post_id
             join targets mine on mine.project_id = t.project_id and mine.id = $4
             join posts mine_post on mine_post.project_id = mine.project_id and mine_post.id = mine.post_id
           where t.project_id = $1 and t.account_id = $2 and t.id <> $4 and (
             t.platform_post_id = $3
             or exists (
               select from write_intents i
               where i.project_id = t.project_id and i.target_id = t.id and i.kind = 'publish' and (
                 i.remote_id = $3
                 or (i.state in ('intended', 'unknown') or i.state = 'accepted' and i.remote_id is null)
                   and i.intended_at > $5::timestamptz - interval '10 minutes'
                   and ${plainText('t', 'p')} = ${plainText('mine', 'mine_post')})))
           limit 1`,
    values: [lease.projectId, found.accountId, found.platformPostId, lease.targetId, new Date(found.intendedAt)],
  });
  return rowCount === 1;
}

/** Fills the public address of a published target once it is known; it never replaces one. */
export async function fillUrl(
  db: Database,
  projectId: string,
  targetId: string,
  url: string,
): Promise<TargetRow | null> {
  const { rows } = await db.query<StoredTarget>({
    name: 'fill_url',
    text: `update targets set url = coalesce(url, $3) where project_id = $1 and id = $2 and status = 'published' returning *`,
    values: [projectId, targetId, url],
  });
  return rows[0] ? toTargetRow(rows[0]) : null;
}
