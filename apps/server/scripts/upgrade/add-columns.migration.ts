import type { Knex } from 'knex';
import { buildIndex, underShortLock } from '../../src/db/without-stopping.ts';

/** Migration of a future version: a column in every table, and indexes on the two written most. */
export const config = { transaction: false };

const COLUMN = 'added_by_upgrade_check';

export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'migrations%' order by 1`,
  );
  for (const { name } of rows)
    await underShortLock(knex, `alter table ${name} add column if not exists ${COLUMN} text default 'added'`);
  for (const table of ['posts', 'targets'])
    await buildIndex(knex, `${table}_${COLUMN}`, `${table} (project_id, ${COLUMN}, id)`);
}
