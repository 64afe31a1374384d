import type { Knex } from 'knex';

/** Claimants share due work out by passing over rows that are taken (`skip locked`), so that nothing ever read the bucket. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table targets drop column bucket');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table targets add column bucket smallint not null default 0;
    alter table targets alter column bucket drop default;
  `);
}
