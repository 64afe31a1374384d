import type { Knex } from 'knex';
import { buildIndex, underShortLock } from '../without-stopping.ts';

/** An index is built beside servers of the version before, so outside a transaction. */
export const config = { transaction: false };

/**
 * The key of a post that sends failed targets again begins with the id of the first post and
 * `.again.`. The index finds such posts by the first one.
 */
export async function up(knex: Knex): Promise<void> {
  await underShortLock(
    knex,
    `-- Posts whose failures somebody has dealt with.
     create table if not exists post_dismissals (
       project_id uuid not null, post_id uuid not null,
       dismissed_at timestamptz(3) not null default now(),
       primary key (project_id, post_id),
       foreign key (project_id, post_id) references posts on delete cascade)`,
  );
  await buildIndex(
    knex,
    'posts_sent_again',
    `idempotency_keys (project_id, split_part(key, '.again.', 1)) where key like '%.again.%'`,
  );
}

export const down = (knex: Knex): Promise<void> =>
  underShortLock(knex, 'drop index if exists posts_sent_again; drop table if exists post_dismissals');
