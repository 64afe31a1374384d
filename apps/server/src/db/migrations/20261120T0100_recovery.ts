import type { Knex } from 'knex';

/** What scheduling and recovery need beside the first schema. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How long one run of the target may take; the deadline is set from it when the run begins.
    alter table targets add column budget_seconds int not null default 150 check (budget_seconds > 0);

    -- By time alone: what is due is found without looking at what waits, also before PostgreSQL 18, which can skip a leading column.
    drop index targets_due;
    create index targets_due on targets (run_at) where not done;

    -- Which copy of the data this is. A database that was restored from a backup has another fingerprint than the one it was used with.
    alter table instance add column fingerprint text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table instance drop column fingerprint;
    drop index targets_due;
    create index targets_due on targets (bucket, run_at) where not done;
    alter table targets drop column budget_seconds;
  `);
}
