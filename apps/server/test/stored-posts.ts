import type { TargetStatus } from '@fanfare/contract';
import type { DatabasePool } from '../src/db/database.ts';
import { fromPublicId, ids, toPublicId } from '../src/process/ids.ts';

export type StoredPost = {
  readonly content?: string;
  readonly createdAt?: Date;
  readonly publishAt?: Date | null;
  readonly cancelledAt?: Date | null;
  readonly targets?: readonly TargetState[];
};

/**
 * `waiting` is pending and not begun, `begun` is pending and leased, `commenting` is live with a
 * pending first comment, `missed` failed without ever being begun.
 */
export const TARGET_STATES = ['waiting', 'begun', 'commenting', 'published', 'failed', 'missed'] as const;
export type TargetState = (typeof TARGET_STATES)[number];

const STATUS_OF: Record<TargetState, TargetStatus> = {
  waiting: 'pending',
  begun: 'pending',
  commenting: 'published',
  published: 'published',
  failed: 'failed',
  missed: 'failed',
};

/**
 * Writes posts directly into the tables, for lists that are too long and states that are too rare
 * for publishing in a test. Returns their public ids.
 */
export async function storePosts(
  db: DatabasePool,
  account: { readonly id: string },
  posts: readonly StoredPost[],
): Promise<string[]> {
  const accountId = fromPublicId('acc', account.id)!;
  const rows = posts.map((post) => ({ id: ids.uuid(), ...post }));
  await db.query({
    text: `insert into posts (project_id, id, content, media, publish_at, cancelled_at, created_at)
           select a.project_id, p.id, coalesce(p.content, ''), '[]', p."publishAt", p."cancelledAt", coalesce(p."createdAt", now())
           from accounts a, jsonb_to_recordset($2::jsonb) as p(
             id uuid, content text, "publishAt" timestamptz, "cancelledAt" timestamptz, "createdAt" timestamptz)
           where a.id = $1`,
    values: [accountId, JSON.stringify(rows)],
  });
  const targets = rows.flatMap(({ id: postId, targets: states = ['published' as const] }) =>
    states.map((state, position) => ({
      id: ids.uuid(),
      postId,
      position,
      status: STATUS_OF[state],
      firstComment: state === 'commenting' ? 'And more' : null,
      leaseToken: state === 'waiting' || state === 'missed' ? 0 : 1,
    })),
  );
  await db.query({
    text: `insert into targets (project_id, id, post_id, account_id, platform, position, post_created_at, post_publish_at, run_at, lease_token, done, first_comment,
             status, published_at, settled_at, error_detail)
           select a.project_id, t.id, t."postId", a.id, a.platform, t.position, p.created_at, p.publish_at, now(), t."leaseToken", t.status <> 'pending' and t."firstComment" is null,
             t."firstComment", t.status,
             case t.status when 'published' then now() end, case t.status when 'pending' then null else now() end,
             case t.status when 'failed' then $3::jsonb end
           from accounts a, jsonb_to_recordset($2::jsonb) as t(id uuid, "postId" uuid, position smallint, status text, "leaseToken" bigint, "firstComment" text)
             join posts p on p.id = t."postId"
           where a.id = $1 and p.project_id = a.project_id`,
    values: [accountId, JSON.stringify(targets), FAILED],
  });
  return rows.map(({ id }) => toPublicId('post', id));
}

const FAILED = JSON.stringify({
  code: 'content_rejected',
  message: 'No.',
  retryable: false,
  networkCode: null,
  networkMessage: null,
  mediaIndex: null,
  remedy: null,
});
