import type { CommentStatus, LinkMode, MediaItem, Platform } from '@fanfare/contract';
import { type Database, violates } from '../db/database.ts';
import { emit } from '../events/emit.ts';
import { toStoredAllowance, toStoredDate } from '../usage/quota.table.ts';
import { hold, targetSubject } from '../usage/reservations.table.ts';
import { type StoredTarget, type TargetRow, toTargetRow } from './targets.table.ts';

export type PostRow = {
  readonly projectId: string;
  readonly id: string;
  readonly content: string;
  readonly media: readonly MediaItem[];
  readonly publishAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly createdAt: Date;
};

export type StoredPost = {
  project_id: string;
  id: string;
  content: string;
  media: MediaItem[];
  publish_at: Date | null;
  cancelled_at: Date | null;
  created_at: Date;
};

export const toPostRow = (row: StoredPost): PostRow => ({
  projectId: row.project_id,
  id: row.id,
  content: row.content,
  media: row.media,
  publishAt: row.publish_at,
  cancelledAt: row.cancelled_at,
  createdAt: row.created_at,
});

export type NewTarget = {
  readonly id: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly content: string | null;
  readonly media: readonly MediaItem[] | null;
  readonly firstComment: string | null;
  readonly aiGenerated: boolean;
  readonly spaceSlug: string | null;
  readonly link?: LinkMode | undefined;
  readonly commentStatus: CommentStatus;
  readonly publishUnits: number;
  readonly commentUnits: number;
  /** How long one run of the target may take. */
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
  /** When the targets are due, or the process that runs them at once and holds their leases. */
  readonly start: { readonly publishAt: Date } | { readonly leaseOwner: string; readonly leaseSeconds: number };
};

export type RecordOutcome =
  | { readonly state: 'recorded'; readonly post: PostRow; readonly targets: readonly TargetRow[] }
  /** The key was used before: read its post. */
  | { readonly state: 'key_used' }
  | { readonly state: 'quota_exceeded' }
  /** One of the accounts was removed since the request was checked. */
  | { readonly state: 'account_removed' };

/**
 * Records a post in one statement and one round trip: key, post, targets (due later, or leased by this process), reservations and counter, or nothing at all.
 * `never_over` on the counter refuses what the plan does not allow; with the unique key, a concurrent duplicate finds the original.
 */
export async function recordPost(db: Database, post: NewPost): Promise<RecordOutcome> {
  const immediate = 'leaseOwner' in post.start ? post.start : null;
  const publishAt = 'publishAt' in post.start ? post.start.publishAt : null;
  try {
    const { rows } = await db.query<StoredTarget & { post_created_at: Date }>({
      name: 'record_post',
      text: `with key as (
               insert into idempotency_keys (project_id, key, post_id, body_sha256) values ($1, $3, $2, $4)
               on conflict (project_id, key) do nothing returning post_id
             ), post as (
               insert into posts (project_id, id, content, media, publish_at) select $1, $2, $5, $6::jsonb, $13::timestamptz from key
               returning project_id, id, publish_at, created_at
             ), wanted as (
               select t.*, t.ordinality - 1 as position
               from key, rows from (jsonb_to_recordset($10::jsonb) as (
                 id uuid, "accountId" uuid, platform text, content text, media jsonb, "firstComment" text, "aiGenerated" boolean, "spaceSlug" text, link text,
                 "commentStatus" text, "publishUnits" int, "commentUnits" int, "budgetSeconds" int)) with ordinality as t
             ), target as (
               insert into targets (project_id, id, post_id, account_id, platform, position, content, media, first_comment, ai_generated, space_slug, link,
                 comment_status, budget_seconds, post_created_at, post_publish_at, run_at, phase, lease_token, lease_owner, lease_expires_at, claims, deadline_at)
               select $1, wanted.id, $2, "accountId", platform, position, content, media, "firstComment", "aiGenerated", "spaceSlug", link,
                 "commentStatus", "budgetSeconds", post.created_at, post.publish_at, coalesce($13::timestamptz, now()),
                 case when $13::timestamptz is null then 'claimed' else 'waiting' end,
                 case when $13::timestamptz is null then 1 else 0 end, $11,
                 case when $13::timestamptz is null then now() + make_interval(secs => $12) end,
                 case when $13::timestamptz is null then 1 else 0 end,
                 case when $13::timestamptz is null then now() + make_interval(secs => "budgetSeconds") end
               from wanted, post
               returning *
             ), costs as (
               select $1::uuid as project_id, ${targetSubject('wanted')} as subject, kind, units
               from wanted, lateral (values ('publish', "publishUnits"), ('comment', "commentUnits")) as w(kind, units)
               where units > 0
             ), ${hold('costs', { periodStart: '$7', allowance: '$8', overage: '$9' })},
             ${emit('post', { type: "'post.scheduled'", postId: 'e.id', where: 'e.publish_at is not null' })}
             select target.*, post.created_at as post_created_at from target, post order by position`,
      values: [
        post.projectId,
        post.id,
        post.idempotencyKey,
        post.bodySha256,
        post.content,
        JSON.stringify(post.media),
        toStoredDate(post.quota.periodStart),
        toStoredAllowance(post.quota.allowance),
        post.quota.overage,
        JSON.stringify(post.targets),
        immediate?.leaseOwner ?? null,
        immediate?.leaseSeconds ?? 0,
        publishAt,
      ],
    });
    const [first] = rows;
    if (!first) return { state: 'key_used' };
    return {
      state: 'recorded',
      post: {
        projectId: post.projectId,
        id: post.id,
        content: post.content,
        media: post.media,
        publishAt,
        cancelledAt: null,
        createdAt: first.post_created_at,
      },
      targets: rows.map(toTargetRow),
    };
  } catch (error) {
    if (violates(error, 'never_over')) return { state: 'quota_exceeded' };
    if (violates(error, 'targets_project_id_account_id_fkey')) return { state: 'account_removed' };
    throw error;
  }
}

/** The post of an idempotency key, with the hash of the body that the key was first used with. */
export async function findPostByKey(
  db: Database,
  projectId: string,
  key: string,
): Promise<{ post: PostRow; bodySha256: Buffer } | null> {
  const { rows } = await db.query<StoredPost & { body_sha256: Buffer }>({
    name: 'find_post_by_key',
    text: `select p.*, k.body_sha256 from idempotency_keys k
           join posts p on p.project_id = k.project_id and p.id = k.post_id
           where k.project_id = $1 and k.key = $2`,
    values: [projectId, key],
  });
  const [row] = rows;
  return row ? { post: toPostRow(row), bodySha256: row.body_sha256 } : null;
}

export async function findPost(db: Database, projectId: string, id: string): Promise<PostRow | null> {
  const { rows } = await db.query<StoredPost>({
    name: 'find_post',
    text: 'select * from posts where project_id = $1 and id = $2',
    values: [projectId, id],
  });
  return rows[0] ? toPostRow(rows[0]) : null;
}
