import type { Knex } from 'knex';

/** What a post went out without, shown beside its status. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table targets add column warnings jsonb not null default '[]'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table targets drop column warnings');
}
