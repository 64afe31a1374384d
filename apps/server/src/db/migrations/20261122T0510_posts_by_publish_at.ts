import type { Knex } from 'knex';

/** Lists in the order of their time read scheduled posts only; whatever was published at once has no place in it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index posts_by_publish_at on posts (project_id, publish_at, id) where publish_at is not null');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index posts_by_publish_at');
}
