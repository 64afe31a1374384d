import type { MediaItem, TargetOptions } from '@fanfare/contract';
import type { FollowUpKind } from '@fanfare/rules';
import { COMMIT_ID } from '../db/commit-id.ts';
import { type Database, violates } from '../db/database.ts';
import { lockTimeout, toStoredTimeout } from '../db/lock-timeout.ts';
import { plainList } from '../db/plain-list.ts';
import { emit } from '../events/emit.ts';
import { columnsOf, type TargetRow, withFollowUps } from '../publishing/targets.table.ts';
import { toStoredAllowance, toStoredDate } from '../usage/quota.table.ts';
import { hold, targetSubject } from '../usage/reservations.table.ts';
import type { PostRow } from './posts.table.ts';

export type NewTarget = Pick<
  TargetRow,
  'id' | 'accountId' | 'platform' | 'content' | 'media' | 'firstComment' | 'aiGenerated' | 'spaceSlug' | 'commentStatus'
> & {
  readonly options?: TargetOptions | null;
  readonly publishUnits: number;
  readonly commentUnits: number;
  /** Time limit of one run of the target. */
  readonly budgetSeconds: number;
  /** The posts that follow; none when absent. */
  readonly followUps?: readonly NewFollowUp[];
};

/** A post that waits for the post of its target, or for the one before it in a chain. */
export type NewFollowUp = {
  readonly id: string;
  readonly kind: FollowUpKind;
  readonly index: number;
  readonly content: string;
  readonly media: readonly MediaItem[];
  readonly afterSeconds: number;
  readonly units: number;
  /** Whether another post of the chain waits for this one. */
  readonly hasFollowUps: boolean;
  readonly budgetSeconds: number;
};

export type NewPost = {
  readonly projectId: string;
  readonly id: string;
  readonly idempotencyKey: string;
  readonly bodySha256: Buffer;
  readonly content: string;
  readonly media: readonly MediaItem[];
  readonly targets: readonly NewTarget[];
  readonly quota: {
    readonly periodStart: Date;
    readonly allowance: number | null;
    readonly overage: boolean;
  };
  /** The due time, or the process that runs the targets at once and holds their leases. */
  readonly start: { readonly publishAt: Date } | { readonly leaseOwner: string; readonly leaseSeconds: number };
};

export type RecordOutcome =
  | { readonly state: 'recorded'; readonly post: PostRow; readonly targets: readonly TargetRow[] }
  /** Its key is used, or the project has no such account on this platform. */
  | { readonly state: 'not_recorded' }
  | { readonly state: 'quota_exceeded' };

type RecordedTarget = TargetRow & { readonly postCreatedAt: Date };

/**
 * SQL: the CTEs `asked_target`, `account` and `named`: targets, and whether their accounts exist.
 * `targets` is the parameter that holds `targetsOf` of each post, `projects` is SQL. Accounts are
 * read by lists of both columns of the primary key (docs/adr/0037).
 */
const nameTargets = (targets: `$${number}`, projects: string): string => `asked_target as materialized (
               select * from jsonb_to_recordset(${targets}::jsonb) as t (
                 "projectId" uuid, id uuid, "postId" uuid, position int, "accountId" uuid, platform text, content text, media jsonb, "firstComment" text,
                 "aiGenerated" boolean, "spaceSlug" text, options jsonb, "commentStatus" text, "publishUnits" int, "commentUnits" int, "budgetSeconds" int,
                 follows uuid, "followUpKind" text, "followUpIndex" smallint, "afterSeconds" int, "hasFollowUps" boolean,
                 "leaseOwner" text, "leaseSeconds" int, "periodStart" date)
             ), account as (
               select project_id, id, platform from accounts where project_id = ${projects} and id = any(array(select "accountId" from asked_target))
             ), named as materialized (
               select t.*, a.id is not null as has_account
               from asked_target t left join account a on a.project_id = t."projectId" and a.id = t."accountId" and a.platform = t.platform
             )`;

/** SQL: the CTEs `wanted`, `target` and `costs`, which record the targets of the rows of `post`. */
const RECORD_TARGETS = `wanted as (
               select post.project_id, post.publish_at, post.created_at, t.*, post.publish_at is null and t.follows is null as is_now from post join named t on t."postId" = post.id
             ), target as (
               insert into targets (project_id, id, post_id, account_id, platform, position, content, media, first_comment, ai_generated, space_slug, options,
                 follows, follow_up_kind, follow_up_index, after_seconds, has_follow_ups,
                 comment_status, budget_seconds, post_created_at, post_publish_at, run_at, phase, lease_token, lease_owner, lease_expires_at, claims, deadline_at)
               select project_id, id, "postId", "accountId", platform, position, content, media, "firstComment", "aiGenerated", "spaceSlug", options,
                 follows, "followUpKind", "followUpIndex", "afterSeconds", coalesce("hasFollowUps", false),
                 "commentStatus", "budgetSeconds", created_at, publish_at, case when follows is null then coalesce(publish_at, now()) else 'infinity' end,
                 case when is_now then 'claimed' else 'waiting' end, case when is_now then 1 else 0 end, case when is_now then "leaseOwner" end,
                 case when is_now then now() + make_interval(secs => "leaseSeconds") end, case when is_now then 1 else 0 end,
                 case when is_now then now() + make_interval(secs => "budgetSeconds") end
               from wanted
               returning *
             ), costs as (
               select project_id, ${targetSubject('wanted')} as subject, kind, units, "periodStart" as period_start
               from wanted, lateral (values ('publish', "publishUnits"), ('comment', "commentUnits")) as w(kind, units)
               where units > 0
             )`;

const EMIT_SCHEDULED = emit('post', {
  type: "'post.scheduled'",
  postId: 'e.id',
  where: 'e.publish_at is not null',
});

/**
 * Records a post in one statement: key, post, targets (due later, or leased by this process),
 * reservations and counter, or nothing. The unique key makes a concurrent duplicate wait and record
 * nothing. Accounts are checked by a join and kept by the foreign key of targets. `never_over` on
 * the counter refuses what the plan does not allow.
 */
export async function recordPost(db: Database, post: NewPost): Promise<RecordOutcome> {
  try {
    const { rows } = await db.query<RecordedTarget>({
      name: 'record_post',
      text: `with ${nameTargets('$10', '$1')}, key as (
               insert into idempotency_keys (project_id, key, post_id, body_sha256)
               select $1, $3, $2, $4 where not exists (select from named where not has_account)
               on conflict (project_id, key) do nothing returning post_id
             ), post as (
               insert into posts (project_id, id, content, media, publish_at) select $1, $2, $5, $6::jsonb, $7::timestamptz from key
               returning project_id, id, publish_at, created_at
             ), ${RECORD_TARGETS},
             ${hold('costs', { periodStart: 'period_start', allowance: '$8', overage: '$9' })},
             ${EMIT_SCHEDULED}
             select ${columnsOf('target')}, post_created_at as "postCreatedAt", ${COMMIT_ID} from target order by position`,
      values: [
        post.projectId,
        post.id,
        post.idempotencyKey,
        post.bodySha256,
        post.content,
        JSON.stringify(post.media),
        publishAtOf(post),
        toStoredAllowance(post.quota.allowance),
        post.quota.overage,
        JSON.stringify(targetsOf(post)),
      ],
    });
    return recordedOf(post, rows) ?? { state: 'not_recorded' };
  } catch (error) {
    if (violates(error, 'never_over')) return { state: 'quota_exceeded' };
    if (violates(error, 'targets_project_id_account_id_fkey')) return { state: 'not_recorded' };
    throw error;
  }
}

/**
 * Records posts of any projects in one statement. Null for a post that it leaves to `recordPost`:
 * its key is used, an account is missing, it may not fit its quota, or it has another plan than an
 * earlier post of its project. Throws when one post fails the statement, or when a lock is held for
 * longer than `lockMs`: then nothing is recorded.
 */
export async function recordPosts(
  db: Database,
  posts: readonly NewPost[],
  lockMs: number,
): Promise<(Extract<RecordOutcome, { state: 'recorded' }> | null)[]> {
  const { rows } = await db.query<RecordedTarget>({
    name: 'record_posts',
    // Locks keys before counters, in the order of primary keys, so that batches never deadlock.
    text: `with asked as materialized (
             select a.* from ${lockTimeout('$13')}, unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::text[], $6::jsonb[], $7::timestamptz[],
               $8::bigint[], $9::boolean[], $11::date[], $12::bigint[]) with ordinality
               as a(project_id, id, key, body_sha256, content, media, publish_at, allowance, overage, period_start, units, position)
           ), ${nameTargets('$10', 'any(array(select project_id from asked))')}, fitting as materialized (
             select a.* from (
               select *, sum(units) over earlier as units_so_far,
                 first_value(allowance) over earlier = allowance and first_value(overage) over earlier = overage as is_same_plan
               from asked where not exists (select from named n where n."postId" = asked.id and not n.has_account)
               window earlier as (partition by project_id, period_start order by position)) a
             left join lateral (
               select used + reserved as taken from quota_periods q where q.project_id = a.project_id and q.period_start = a.period_start limit 1) q on true
             where is_same_plan and (overage or coalesce(taken, 0) + units_so_far <= allowance)
           ), terms as (
             select distinct project_id, period_start, allowance, overage from fitting
           ), key as (
             insert into idempotency_keys (project_id, key, post_id, body_sha256)
             select project_id, key, id, body_sha256 from fitting order by project_id, key
             on conflict (project_id, key) do nothing returning post_id
           ), post as (
             insert into posts (project_id, id, content, media, publish_at)
             select project_id, id, content, media, publish_at from fitting where id in (select post_id from key)
             returning project_id, id, publish_at, created_at
           ), ${RECORD_TARGETS},
           ${hold('costs', {
             periodStart: 'period_start',
             allowance: 't.allowance',
             overage: 't.overage',
             terms: 'join terms t using (project_id, period_start)',
           })},
           ${EMIT_SCHEDULED}
           select ${columnsOf('target')}, post_created_at as "postCreatedAt", ${COMMIT_ID} from target order by post_id, position`,
    values: [
      plainList(posts.map(({ projectId }) => projectId)),
      plainList(posts.map(({ id }) => id)),
      posts.map(({ idempotencyKey }) => idempotencyKey),
      posts.map(({ bodySha256 }) => bodySha256),
      posts.map(({ content }) => content),
      posts.map(({ media }) => JSON.stringify(media)),
      posts.map(publishAtOf),
      plainList(posts.map(({ quota }) => toStoredAllowance(quota.allowance))),
      plainList(posts.map(({ quota }) => quota.overage)),
      JSON.stringify(posts.flatMap(targetsOf)),
      plainList(posts.map(({ quota }) => toStoredDate(quota.periodStart))),
      plainList(posts.map(unitsOf)),
      toStoredTimeout(lockMs),
    ],
  });
  const rowsOf = new Map<string, RecordedTarget[]>(posts.map(({ id }) => [id, []]));
  for (const row of rows) rowsOf.get(row.postId)!.push(row);
  return posts.map((post) => recordedOf(post, rowsOf.get(post.id)!));
}

const publishAtOf = ({ start }: NewPost): Date | null => ('publishAt' in start ? start.publishAt : null);

const unitsOf = ({ targets }: NewPost): number =>
  targets.reduce(
    (sum, { publishUnits, commentUnits, followUps = [] }) =>
      followUps.reduce((total, { units }) => total + units, sum + publishUnits + commentUnits),
    0,
  );

const targetsOf = (post: NewPost) => {
  const lease = 'leaseOwner' in post.start ? post.start : null;
  const periodStart = toStoredDate(post.quota.periodStart);
  const { projectId, id: postId } = post;
  return post.targets.flatMap(({ followUps = [], ...target }, position) => {
    const row = { projectId, postId, position, periodStart, ...lease };
    const first = { ...target, ...row, hasFollowUps: followUps.length > 0 };
    return [first, ...followUps.map((one) => ({ ...followUpOf(target, one), ...row }))];
  });
};

/** A post that follows, as a row: its own content at the account of its target. */
function followUpOf(target: NewTarget, { kind, index, units, ...followUp }: NewFollowUp) {
  const { id: follows, accountId, platform, aiGenerated } = target;
  const isComment = kind === 'comment';
  return {
    ...{ follows, accountId, platform, aiGenerated, ...followUp, followUpKind: kind, followUpIndex: index },
    ...{ commentStatus: 'none', publishUnits: isComment ? 0 : units, commentUnits: isComment ? units : 0 },
  };
}

function recordedOf(post: NewPost, rows: readonly RecordedTarget[]) {
  const [first] = rows;
  if (!first) return null;
  const { projectId, id, content, media } = post;
  const { postCreatedAt: createdAt } = first;
  return {
    state: 'recorded',
    post: { projectId, id, content, media, publishAt: publishAtOf(post), cancelledAt: null, createdAt },
    targets: withFollowUps(rows.map(({ postCreatedAt: _, ...target }) => target)),
  } as const;
}
