import type { Knex } from 'knex';

/** What scheduling and recovery need beside the first schema. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How long one run of the target may take; the deadline is set from it when the run begins.
    alter table targets add column budget_seconds int not null default 150 check (budget_seconds > 0);

    -- Which copy of the data this is. A database that was restored from a backup has another fingerprint than the one it was used with.
    alter table instance add column fingerprint text;
    alter table instance add column alive_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table instance drop column fingerprint, drop column alive_at;
    alter table targets drop column budget_seconds;
  `);
}
