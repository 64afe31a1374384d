import type { CommentStatus, Platform, TargetStatus } from '@fanfare/contract';
import type { EventFollowUpFacts } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { plainList } from '../db/plain-list.ts';
import type { ErrorDetail } from '../publishing/targets.table.ts';

/** Rows that the body of an event needs: posts, targets, accounts, plans. */

export type PostOfEvent = {
  readonly projectId: string;
  readonly id: string;
  readonly createdAt: Date;
  readonly publishAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly idempotencyKey: string;
};

export type TargetOfEvent = {
  readonly projectId: string;
  readonly id: string;
  readonly postId: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly profileId: string | null;
  readonly status: TargetStatus;
  readonly hasFirstComment: boolean;
  readonly isStarted: boolean;
  readonly errorDetail: ErrorDetail | null;
  readonly platformPostId: string | null;
  readonly url: string | null;
  readonly publishedAt: Date | null;
  readonly commentStatus: CommentStatus;
  readonly commentId: string | null;
  readonly commentError: string | null;
  readonly unpublishedAt: Date | null;
};

/*
 * Posts and targets are read by one list per column of their key, each table once. PostgreSQL
 * then uses an index by both, whatever it believes about a project's rows. A list beside the
 * columns of a join would be sorted again for each row of the join.
 */

type Key = { readonly projectId: string; readonly id: string };

const columnsOf = (keys: readonly Key[]) => [
  plainList(keys.map(({ projectId }) => projectId)),
  plainList(keys.map(({ id }) => id)),
];

/** Finds the posts of events, with their idempotency keys. */
export async function findPostsOfEvents(tx: Database, keys: readonly Key[]): Promise<readonly PostOfEvent[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query<PostOfEvent>({
    name: 'find_posts_of_events',
    // A full join is never a nested loop, PostgreSQL's choice while it knows of few rows.
    text: `with p as materialized (
             select project_id, id, created_at, publish_at, cancelled_at from posts where project_id = any($1::uuid[]) and id = any($2::uuid[])
           ), k as materialized (
             select project_id, post_id, key from idempotency_keys where project_id = any($1) and post_id = any($2)
           ), found as materialized (
             select p.project_id as "projectId", p.id, p.created_at as "createdAt", p.publish_at as "publishAt", p.cancelled_at as "cancelledAt",
               k.key as "idempotencyKey"
             from p full join k on k.project_id = p.project_id and k.post_id = p.id
           )
           select * from found where id is not null and "idempotencyKey" is not null`,
    values: columnsOf(keys),
  });
  return rows;
}

/** Finds all targets of these posts, in request order. */
export async function findTargetsOfEvents(tx: Database, keys: readonly Key[]): Promise<readonly TargetOfEvent[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query<TargetOfEvent>({
    name: 'find_targets_of_events',
    text: `with t as materialized (
             select project_id, id, post_id, account_id, platform, position, status, first_comment is not null as has_first_comment,
               lease_token > 0 as is_started, error_detail, platform_post_id, url, published_at, comment_status, comment_id, comment_error, unpublished_at
             from targets where project_id = any($1::uuid[]) and post_id = any($2::uuid[]) and follows is null
           ), a as materialized (
             select project_id, id, profile_id from accounts where project_id = any($1) and id = any(array(select account_id from t))
           ), found as materialized (
             select t.project_id as "projectId", t.id, t.post_id as "postId", t.account_id as "accountId", t.platform, a.profile_id as "profileId",
               t.status, t.has_first_comment as "hasFirstComment", t.is_started as "isStarted", t.error_detail as "errorDetail",
               t.platform_post_id as "platformPostId", t.url, t.published_at as "publishedAt", t.comment_status as "commentStatus",
               t.comment_id as "commentId", t.comment_error as "commentError", t.unpublished_at as "unpublishedAt", t.position, a.id as account
             from t full join a on a.project_id = t.project_id and a.id = t.account_id
           )
           select * from found where id is not null and account is not null order by "postId", position`,
    values: columnsOf(keys),
  });
  return rows;
}

/** A post that follows, and the target that it belongs to. */
export type FollowUpOfEvent = EventFollowUpFacts & {
  readonly projectId: string;
  readonly id: string;
  readonly targetId: string;
};

export async function findFollowUpsOfEvents(tx: Database, keys: readonly Key[]): Promise<readonly FollowUpOfEvent[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query<FollowUpOfEvent>({
    name: 'find_follow_ups_of_events',
    text: `select project_id as "projectId", id, follows as "targetId", follow_up_kind as kind, follow_up_index as index, status,
             error_detail as "errorDetail", platform_post_id as "platformPostId", url
           from targets where project_id = any($1::uuid[]) and id = any($2::uuid[]) and follows is not null`,
    values: columnsOf(keys),
  });
  return rows;
}

export type AccountOfEvent = {
  readonly projectId: string;
  readonly id: string;
  readonly platform: Platform;
  readonly profileId: string | null;
};

export async function findAccountsOfEvents(tx: Database, keys: readonly Key[]): Promise<readonly AccountOfEvent[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query<AccountOfEvent>({
    name: 'find_accounts_of_events',
    text: `select distinct a.project_id as "projectId", a.id, a.platform, a.profile_id as "profileId"
           from unnest($1::uuid[], $2::uuid[]) w(project_id, id) join accounts a on a.project_id = w.project_id and a.id = w.id
           where a.project_id = any($1) and a.id = any($2)`,
    values: columnsOf(keys),
  });
  return rows;
}

/** Finds the targets that published these posts of accounts. */
export async function findRepostedTargets(
  tx: Database,
  keys: readonly { readonly projectId: string; readonly accountId: string; readonly platformPostId: string }[],
): Promise<readonly { projectId: string; accountId: string; platformPostId: string; targetId: string }[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query<{ projectId: string; accountId: string; platformPostId: string; targetId: string }>({
    name: 'find_reposted_targets',
    text: `select t.project_id as "projectId", t.account_id as "accountId", t.platform_post_id as "platformPostId", t.id as "targetId"
           from unnest($1::uuid[], $2::uuid[], $3::text[]) w(project_id, account_id, platform_post_id)
             join targets t on t.project_id = w.project_id and t.account_id = w.account_id and t.platform_post_id = w.platform_post_id
           where t.project_id = any($1) and t.account_id = any($2)`,
    values: [
      keys.map(({ projectId }) => projectId),
      keys.map(({ accountId }) => accountId),
      keys.map(({ platformPostId }) => platformPostId),
    ],
  });
  return rows;
}

export async function findPlans(tx: Database, projectIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; plan: string }>({
    text: 'select id, plan from projects where id = any($1::uuid[])',
    values: [projectIds],
  });
  return new Map(rows.map((row) => [row.id, row.plan]));
}
