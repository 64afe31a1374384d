import type { Knex } from 'knex';
import { buildIndex, tryUntilFree, underShortLock } from '../without-stopping.ts';

/**
 * Each batch and each index is a transaction of its own: servers of the version before read and write meanwhile. A process that is killed leaves a part; the
 * next one continues.
 */
export const config = { transaction: false };

const POSTS_PER_BATCH = 1_000;

const INDEXES: Readonly<Record<string, string>> = {
  posts_settled: 'posts (project_id, settled_as, created_at desc, id desc) where settled_as is not null',
  posts_settled_by_publish_at:
    'posts (project_id, settled_as, publish_at, id) where settled_as is not null and publish_at is not null',
  posts_open_at_once:
    'posts (project_id, created_at desc, id desc) where settled_as is null and cancelled_at is null and publish_at is null',
  posts_open_scheduled:
    'posts (project_id, created_at desc, id desc) where settled_as is null and cancelled_at is null and publish_at is not null',
  posts_open_by_publish_at:
    'posts (project_id, publish_at, id) where settled_as is null and cancelled_at is null and publish_at is not null',
  posts_cancelled: 'posts (project_id, created_at desc, id desc) where cancelled_at is not null',
  posts_cancelled_by_publish_at:
    'posts (project_id, publish_at, id) where cancelled_at is not null and publish_at is not null',
  targets_of_account_by_publish_at:
    'targets (project_id, account_id, post_publish_at, post_id) where post_publish_at is not null',
};

/** Every filter of the list of posts has an index in each of its orders (docs/adr/0029). */
export async function up(knex: Knex): Promise<void> {
  await underShortLock(
    knex,
    `-- The status of a post whose targets have all settled. Null: it is derived from the targets. The relay sets it with the event of the post.
     alter table posts add column if not exists settled_as text;
     alter table posts drop constraint if exists posts_settled_as_check;
     alter table posts add constraint posts_settled_as_check check (settled_as in ('published', 'partial', 'failed')) not valid;
     -- Of the post; they never change. A list by account is read in its order from one index.
     alter table targets add column if not exists post_created_at timestamptz(3) not null default now(),
       add column if not exists post_publish_at timestamptz(3)`,
  );
  await knex.raw('alter table posts validate constraint posts_settled_as_check');
  await fillInBatches(knex);
  for (const [name, definition] of Object.entries(INDEXES)) await buildIndex(knex, name, definition);
  await replaceIndexOfAccounts(knex);
}

/** Goes through all posts in the order of their key. */
async function fillInBatches(knex: Knex): Promise<void> {
  // Without statistics PostgreSQL reads a whole project for each post of a batch.
  await knex.raw('analyze posts, targets');
  for (let after = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000']; ; ) {
    const { rows } = await knex.raw<{ rows: { project_id: string; id: string }[] }>(
      'select project_id, id from posts where (project_id, id) > (?, ?) order by project_id, id limit ?',
      [...after, POSTS_PER_BATCH],
    );
    const last = rows.at(-1);
    if (!last) return;
    const batch = [rows.map((post) => post.project_id), rows.map((post) => post.id)];
    await tryUntilFree(knex, () =>
      knex.raw(
        `update targets t set post_created_at = p.created_at, post_publish_at = p.publish_at
         from unnest(?::uuid[], ?::uuid[]) as batch (project_id, id) join posts p using (project_id, id)
         where t.project_id = p.project_id and t.post_id = p.id
           and (t.post_created_at, t.post_publish_at) is distinct from (p.created_at, p.publish_at)`,
        batch,
      ),
    );
    await tryUntilFree(knex, () =>
      knex.raw(
        `update posts p
         set settled_as = case when s.published = 0 then 'failed' when s.published = s.targets then 'published' else 'partial' end
         from (select t.project_id, t.post_id, count(*) as targets, count(*) filter (where t.status = 'published') as published
               from unnest(?::uuid[], ?::uuid[]) as batch (project_id, post_id) join targets t using (project_id, post_id)
               group by t.project_id, t.post_id having bool_and(t.done)) s
         where p.project_id = s.project_id and p.id = s.post_id and p.cancelled_at is null and p.settled_as is null`,
        batch,
      ),
    );
    after = [last.project_id, last.id];
  }
}

/** Under a name of its own, so that lists of the version before have theirs until the new one is there. */
async function replaceIndexOfAccounts(knex: Knex): Promise<void> {
  const { rows } = await knex.raw("select indnatts from pg_index where indexrelid = to_regclass('targets_of_account')");
  if (rows[0]?.indnatts === 4) return;
  await buildIndex(
    knex,
    'targets_of_account_in_order',
    'targets (project_id, account_id, post_created_at desc, post_id desc)',
  );
  await underShortLock(
    knex,
    `drop index if exists targets_of_account;
     alter index targets_of_account_in_order rename to targets_of_account`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index targets_of_account, targets_of_account_by_publish_at;
    create index targets_of_account on targets (project_id, account_id);
    alter table targets drop column post_created_at, drop column post_publish_at;
    drop index posts_cancelled, posts_cancelled_by_publish_at;
    alter table posts drop column settled_as;
  `);
}
