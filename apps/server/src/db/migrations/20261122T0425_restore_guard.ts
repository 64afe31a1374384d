import type { Knex } from 'knex';

/**
 * The restore guard gets a table of its own: one row that only the guard writes. It holds the id of the transaction that wrote it, which PostgreSQL also
 * keeps as `xmin`; a row that a restore loads was written by another one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A restore with an older dump leaves the table of this migration where it is, and the migration runs again.
    create table if not exists restore_guard (
      id smallint primary key check (id = 1),
      -- Which copy of the data was last worked with; null before the first start.
      fingerprint text,
      -- When a server last said that it works here, by the clock of the database. It never goes back.
      epoch timestamptz(3) not null,
      written_by xid);
    insert into restore_guard (id, fingerprint, epoch, written_by)
      select 1, (select fingerprint from instance where id = 1), clock_timestamp(), pg_current_xact_id()::xid
      on conflict (id) do nothing;
    alter table instance drop column fingerprint;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table instance add column fingerprint text;
    update instance set fingerprint = (select fingerprint from restore_guard where id = 1);
    drop table restore_guard;
  `);
}
