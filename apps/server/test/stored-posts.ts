import type { PostStatus, TargetStatus } from '@fanfare/contract';
import type { DatabasePool } from '../src/db/database.ts';
import { fromPublicId, ids, toPublicId } from '../src/ids.ts';

export type StoredPost = {
  readonly content?: string;
  readonly createdAt?: Date;
  readonly publishAt?: Date | null;
  readonly cancelledAt?: Date | null;
  /** `waiting` is pending and not begun, `begun` is pending and leased. */
  readonly targets?: readonly ('waiting' | 'begun' | 'published' | 'failed')[];
};

/** Writes posts straight into the tables, for lists longer and states rarer than publishing could make in a test's time. Gives their public ids. */
export async function storePosts(
  db: DatabasePool,
  account: { readonly id: string; readonly platform: string },
  posts: readonly StoredPost[],
): Promise<string[]> {
  const accountId = fromPublicId('acc', account.id)!;
  const made: string[] = [];
  for (const post of posts) {
    const id = ids.uuid();
    made.push(toPublicId('post', id));
    await db.query({
      text: `insert into posts (project_id, id, content, media, publish_at, cancelled_at, created_at)
             select project_id, $2, $3, '[]', $4, $5, coalesce($6, now()) from accounts where id = $1`,
      values: [
        accountId,
        id,
        post.content ?? '',
        post.publishAt ?? null,
        post.cancelledAt ?? null,
        post.createdAt ?? null,
      ],
    });
    for (const [position, state] of (post.targets ?? ['published']).entries()) {
      const status: TargetStatus = state === 'waiting' || state === 'begun' ? 'pending' : state;
      await db.query({
        text: `insert into targets (project_id, id, post_id, account_id, platform, position, bucket, run_at, lease_token, done,
                 status, published_at, settled_at, error_detail)
               select project_id, $2, $3, $1, $4, $5, 0, now(), $6, $7, $8,
                 case $8 when 'published' then now() end, case $8 when 'pending' then null else now() end, $9
               from accounts where id = $1`,
        values: [
          accountId,
          ids.uuid(),
          id,
          account.platform,
          position,
          state === 'waiting' ? 0 : 1,
          status !== 'pending',
          status,
          state === 'failed' ? FAILED : null,
        ],
      });
    }
  }
  return made;
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

export const POST_STATUSES: readonly PostStatus[] = [
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'cancelled',
];
