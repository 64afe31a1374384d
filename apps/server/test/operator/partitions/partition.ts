import { openKnex } from '../../../src/db/open-knex.ts';
import { type Progress, partitionTables } from '../../../src/operator/partitions/partition-tables.ts';

/** Partitions the tables of a database. */
export async function partition(
  databaseUrl: string,
  partitions: number,
  show: (at: Progress) => void = () => undefined,
): Promise<void> {
  const knex = openKnex(databaseUrl);
  try {
    await partitionTables(knex, partitions, show);
  } finally {
    await knex.destroy();
  }
}
