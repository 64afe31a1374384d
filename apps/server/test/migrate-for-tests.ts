import { migrate } from '../src/db/migrate.ts';
import { openKnex } from '../src/db/open-knex.ts';
import { partitionTables } from '../src/operator/partitions/partition-tables.ts';

/**
 * Migrates a database. With `TEST_PARTITIONS` its large tables get so many partitions, as `fanfare
 * partition` makes them.
 */
export async function migrateForTests(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const partitions = Number(process.env.TEST_PARTITIONS ?? 0);
  if (partitions > 0) await partitionDatabase(databaseUrl, partitions);
}

export async function partitionDatabase(
  databaseUrl: string,
  partitions: number,
  show: Parameters<typeof partitionTables>[2] = () => undefined,
): Promise<void> {
  const knex = openKnex(databaseUrl);
  try {
    await partitionTables(knex, partitions, show);
  } finally {
    await knex.destroy();
  }
}
