import type { Knex } from 'knex';

/** What a caller asked for the link in a target's text; null where nothing was asked for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table targets add column link text check (link in ('auto', 'none'))`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table targets drop column link');
}
