import type { Knex } from 'knex';
import { underShortLock } from '../without-stopping.ts';

export const config = { transaction: false };

/**
 * Posts remember that a removal deleted a published target: a post left without targets stays published then, and is cancelled otherwise. Of those that were
 * left earlier it is not known; they read as published, as their targets did when the person was removed after a publish.
 */
export async function up(knex: Knex): Promise<void> {
  await underShortLock(knex, 'alter table posts add column if not exists had_published boolean not null default false');
  await knex.raw(
    `update posts p set settled_as = 'published', had_published = true
     where settled_as = 'failed' and cancelled_at is null
       and not exists (select from targets t where t.project_id = p.project_id and t.post_id = p.id)`,
  );
}

export const down = (knex: Knex): Promise<void> => underShortLock(knex, 'alter table posts drop column had_published');
