import type {
  CommentStatus,
  MediaItem,
  Platform,
  TargetErrorCode,
  TargetOptions,
  TargetStatus,
  TargetWarning,
} from '@fanfare/contract';
import type { FollowUpKind } from '@fanfare/rules';
import { camelCaseColumns } from '../db/camel-case.ts';
import type { Database } from '../db/database.ts';
import { isAmong } from '../db/same-project.ts';
import { showEvents } from '../events/emit-ends.ts';

/** The facts of a failure that a caller can act on. Redacted, at most 500 characters each. */
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
  /** The requested options; null without any. */
  readonly options: TargetOptions | null;
  /** The status of the post alone. Callers see `targetStatus` of the rules. */
  readonly status: TargetStatus;
  readonly errorDetail: ErrorDetail | null;
  readonly platformPostId: string | null;
  readonly url: string | null;
  readonly publishedAt: Date | null;
  readonly commentStatus: CommentStatus;
  readonly commentId: string | null;
  readonly commentError: string | null;
  /** Time at which its post was deleted at the network again. */
  readonly unpublishedAt: Date | null;
  readonly unpublishError: string | null;
  /** Parts that the post is published without, each stored by the step that found it. */
  readonly warnings: readonly TargetWarning[];
  /** Fencing token of the run that may act on this target. */
  readonly leaseToken: number;
  /** The target that this one belongs to; null for a target of the request. */
  readonly follows: string | null;
  readonly followUpKind: FollowUpKind | null;
  /** Place in the chain, from 1, or among the comments, from 0. */
  readonly followUpIndex: number | null;
  /** The network's id of the post that it answers; null until that one is live. */
  readonly replyTo: string | null;
  /**
   * Time at which a post that follows fell due; null until then, and for a target of the request.
   */
  readonly dueAt: Date | null;
  /** Others wait for it: posts of its chain, or comments. */
  readonly hasFollowUps: boolean;
  /** The posts that follow; present where all targets of a post are read. */
  readonly followUps?: readonly TargetRow[];
};

/** Columns of a `TargetRow`. The others decide when a target runs, and cost as much to read. */
const COLUMNS = [
  ...(['projectId', 'id', 'postId', 'accountId', 'platform', 'content', 'media', 'firstComment'] as const),
  ...([
    'aiGenerated',
    'spaceSlug',
    'options',
    'status',
    'errorDetail',
    'platformPostId',
    'url',
    'publishedAt',
  ] as const),
  ...(['commentStatus', 'commentId', 'commentError', 'unpublishedAt', 'unpublishError'] as const),
  ...(['warnings', 'leaseToken'] as const),
  ...(['follows', 'followUpKind', 'followUpIndex', 'replyTo', 'dueAt', 'hasFollowUps'] as const),
] satisfies readonly (keyof TargetRow)[];

/** SQL: the fields of a `TargetRow` of this table or CTE. */
export const columnsOf = (name: string): string => camelCaseColumns(name, COLUMNS);

/**
 * The targets of a request among rows in their order, each with the posts that follow. These have
 * the position of their target, so that their index decides.
 */
export function withFollowUps(rows: readonly TargetRow[]): TargetRow[] {
  const following = ({ id }: TargetRow) =>
    rows.filter(({ follows }) => follows === id).toSorted((a, b) => a.followUpIndex! - b.followUpIndex!);
  return rows
    .filter(({ follows }) => follows === null)
    .map((row) => (row.hasFollowUps ? { ...row, followUps: following(row) } : row));
}

/** Every target of a post, in request order. */
export async function findTargets(db: Database, projectId: string, postId: string): Promise<TargetRow[]> {
  const { rows } = await db.query<TargetRow>({
    name: 'find_targets',
    text: `select ${columnsOf('t')} from targets t where project_id = $1 and post_id = $2 order by position`,
    values: [projectId, postId],
  });
  return withFollowUps(rows);
}

export async function findTarget(db: Database, projectId: string, id: string): Promise<TargetRow | null> {
  const { rows } = await db.query<TargetRow>({
    name: 'find_target',
    text: `select ${columnsOf('t')} from targets t where project_id = $1 and id = $2`,
    values: [projectId, id],
  });
  return rows[0] ?? null;
}

/** A run's right to act. Only the holder of the newest token may record an intent. */
export type Lease = { readonly projectId: string; readonly targetId: string; readonly token: number };

/**
 * SQL: the CTE `held`, which locks the targets of the CTE `from` (`project_id`, `target_id`) in the
 * order of their keys, so that two statements never deadlock. Statements find rows by the lists of
 * `held`, so that they lock first. `from` is read before, and may set the lock timeout.
 */
export const lockTargets = (from: string): string => `held as (
             select project_id, id from targets
             where project_id = any(array(select project_id from ${from})) and id = any(array(select target_id from ${from}))
             order by project_id, id for no key update
           )`;

/**
 * Prolongs the leases of running runs. An expired lease stays expired, so that another run can take
 * the target. Skips rows that are being written, as intents and settles also lock many rows, and a
 * deadlock holds both for a second. That write, or the next heartbeat, prolongs or ends the lease.
 */
export async function renewLeases(db: Database, leases: readonly Lease[], leaseSeconds: number): Promise<void> {
  await db.query({
    name: 'renew_leases',
    // Lists of both key columns lead to the primary key, also in a plan made for an empty table.
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

/** The target `t` has an outstanding first comment. */
export const COMMENT_TO_COME = `(t.first_comment is not null and t.comment_status = 'none')`;

/** `targetStatus` of the rules in SQL: the status of the target `t` that callers see. */
export const SHOWN_STATUS = `case when t.status = 'published' and ${COMMENT_TO_COME} then 'pending' else t.status end`;

/** A text without the parts that networks change: white space, punctuation, protocols, entities. */
const plainText = (target: string, post: string): string =>
  `regexp_replace(coalesce(${target}.content, ${post}.content), 'https?://|&(amp|lt|gt);|[[:space:][:punct:]]', '', 'gi')`;

/**
 * Whether a post found at the network may belong to another target of the account: one that has its
 * id, or a twin with the same text that was sent at about the same time with an unknown outcome.
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
             t.platform_post_id = $3 or t.comment_id = $3
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

/** Fills the public address of a published target, never replaces one, and releases its events. */
export async function fillUrl(
  db: Database,
  projectId: string,
  targetId: string,
  url: string,
): Promise<TargetRow | null> {
  const { rows } = await db.query<TargetRow>({
    name: 'fill_url',
    text: `with target as (
             update targets set url = coalesce(url, $3) where project_id = $1 and id = $2 and status = 'published' returning *
           ), ${showEvents('target')}
           select ${columnsOf('target')} from target`,
    values: [projectId, targetId, url],
  });
  return rows[0] ?? null;
}
