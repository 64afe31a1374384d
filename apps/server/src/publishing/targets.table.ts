import type {
  CommentStatus,
  LinkMode,
  MediaItem,
  Platform,
  TargetErrorCode,
  TargetStatus,
  TargetWarning,
} from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { isAmong } from '../db/same-project.ts';
import { showEvents } from '../events/emit-ends.ts';

/** What a caller can act on, beside `code: message`. Redacted and at most 500 characters each. */
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
  /** What the caller asked for the link in the text; null where nothing was asked. */
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
  /** What the post is published without; each is stored with the step that found it. */
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

/** Columns of a `StoredTarget`. The others of the table decide when it runs; reading them would cost callers as much as these. */
export const TARGET_COLUMNS = [
  ...['project_id', 'id', 'post_id', 'account_id', 'platform', 'content', 'media', 'first_comment', 'ai_generated'],
  ...['space_slug', 'link', 'status', 'error_detail', 'platform_post_id', 'url', 'published_at', 'comment_status'],
  ...['comment_id', 'comment_error', 'warnings', 'lease_token'],
] as const satisfies readonly (keyof StoredTarget)[];

/** The same, of a table or CTE with this name. */
export const columnsOf = (name: string): string => TARGET_COLUMNS.map((column) => `${name}.${column}`).join();

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

/** Every target of a post, in request order. */
export async function findTargets(db: Database, projectId: string, postId: string): Promise<TargetRow[]> {
  const { rows } = await db.query<StoredTarget>({
    name: 'find_targets',
    text: `select ${TARGET_COLUMNS.join()} from targets where project_id = $1 and post_id = $2 order by position`,
    values: [projectId, postId],
  });
  return rows.map(toTargetRow);
}

export async function findTarget(db: Database, projectId: string, id: string): Promise<TargetRow | null> {
  const { rows } = await db.query<StoredTarget>({
    name: 'find_target',
    text: `select ${TARGET_COLUMNS.join()} from targets where project_id = $1 and id = $2`,
    values: [projectId, id],
  });
  return rows[0] ? toTargetRow(rows[0]) : null;
}

/** A run's right to act: only the holder of the newest token may record an intent. */
export type Lease = { readonly projectId: string; readonly targetId: string; readonly token: number };

/**
 * Locks the targets of the CTE `from` (`project_id`, `target_id`) in the order of their primary key, so that two statements never wait for each other in a circle:
 * the CTE `held`, with their keys. Statements read what they change by the lists of `held`, so that they lock first. The lists of `from` are read before, so
 * that what it sets is set, such as the time to wait for a lock.
 */
export const lockTargets = (from: string): string => `held as (
             select project_id, id from targets
             where project_id = any(array(select project_id from ${from})) and id = any(array(select target_id from ${from}))
             order by project_id, id for no key update
           )`;

/**
 * Prolongs the leases of runs that are still going on. A lease that has expired stays expired, so that another run can take the target. Skips rows that
 * are being written: intents and settlements lock many rows at once as well, and two statements that wait for each other would stand still until the
 * database detects the deadlock, a second later. A skipped lease is prolonged or ended by that very write, or prolonged the next time.
 */
export async function renewLeases(db: Database, leases: readonly Lease[], leaseSeconds: number): Promise<void> {
  await db.query({
    name: 'renew_leases',
    // Lists of both columns lead to the primary key, also when the plan was made while the table was empty: a join would then read all of it.
    text: `with kept as (
             select t.project_id, t.id from targets t
             where t.project_id = any($1) and t.id = any($2)
               and ((t.project_id, t.id, t.lease_token) in (select * from unnest($1::uuid[], $2::uuid[], $3::bigint[]))) is true
               and not t.done and t.lease_expires_at > now()
             for no key update of t skip locked
           )
           update targets t set lease_expires_at = now() + make_interval(secs => $4)
           where t.project_id = any(array(select project_id from kept)) and t.id = any(array(select id from kept)) and ${isAmong('t', 'kept')}`,
    values: [
      leases.map((lease) => lease.projectId),
      leases.map((lease) => lease.targetId),
      leases.map((lease) => lease.token),
      leaseSeconds,
    ],
  });
}

/** The target `t` has a first comment that is still to be written. */
export const COMMENT_TO_COME = `(t.first_comment is not null and t.comment_status = 'none')`;

/** `targetStatus` of the rules in SQL: the status of the target `t` that callers see. */
export const SHOWN_STATUS = `case when t.status = 'published' and ${COMMENT_TO_COME} then 'pending' else t.status end`;

/** A text without what networks change in it, or readers of it overlook: white space, punctuation, protocols, entities. */
const plainText = (target: string, post: string): string =>
  `regexp_replace(coalesce(${target}.content, ${post}.content), 'https?://|&(amp|lt|gt);|[[:space:][:punct:]]', '', 'gi')`;

/**
 * Whether a post that was found at the network belongs, or may belong, to another target of the account: one that has its id, or a twin with the same text
 * that was sent at about the same time and whose outcome is not known yet.
 */
export async function belongsToAnotherTarget(
  db: Database,
  lease: Lease,
  found: { accountId: string; platformPostId: string; intendedAt: number },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'belongs_to_another_target',
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

/** Fills the public address of a published target once it is known; it never replaces one. The events of the target need not wait any longer. */
export async function fillUrl(
  db: Database,
  projectId: string,
  targetId: string,
  url: string,
): Promise<TargetRow | null> {
  const { rows } = await db.query<StoredTarget>({
    name: 'fill_url',
    text: `with target as (
             update targets set url = coalesce(url, $3) where project_id = $1 and id = $2 and status = 'published' returning *
           ), ${showEvents('target')}
           select ${columnsOf('target')} from target`,
    values: [projectId, targetId, url],
  });
  return rows[0] ? toTargetRow(rows[0]) : null;
}
