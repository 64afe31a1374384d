import type { Knex } from 'knex';
import { ConfigError } from '../../config/config.ts';
import { underShortLock } from '../../db/without-stopping.ts';
import { addForeignKeys, buildIndexes, findDifferences, vacuumCopies } from './complete-copies.ts';
import { copyRows } from './copy-rows.ts';
import { mirrorTables } from './mirror-tables.ts';
import { countPartitions, findObstacles, readSchemas, type Schemas } from './read-tables.ts';
import { switchTables } from './switch-tables.ts';

export const STEPS = ['mirror', 'copy', 'index', 'keys', 'vacuum', 'compare', 'switch'] as const;
export type Step = (typeof STEPS)[number];

/** `of` is what the step works on, `rows` how many it has copied. */
export type Progress = { readonly step: Step; readonly of?: string; readonly rows?: number };

/** State of the database: tables without partitions, copies under way, or partitions. */
export type Shape =
  | { readonly state: 'whole' }
  | { readonly state: 'under_way' | 'partitioned'; readonly partitions: number };

export async function readShape(knex: Knex): Promise<Shape> {
  const partitions = await countPartitions(knex);
  if (partitions !== null) return { state: 'partitioned', partitions };
  const { rows } = await knex.raw<{ rows: { partitions: number }[] }>(
    `select (select count(*)::int from pg_inherits where inhparent = c.oid) as partitions
     from pg_class c where c.relnamespace = to_regnamespace(?) and c.relname = 'posts'`,
    [(await readSchemas(knex)).copies],
  );
  return rows[0] ? { state: 'under_way', partitions: rows[0].partitions } : { state: 'whole' };
}

/**
 * Partitions the large tables by project while servers run (docs/adr/0067). Each step leaves what
 * the next run continues from: call it again after a killed process. The caller holds the lock of
 * changes of the schema. Throws ConfigError when something prevents it.
 */
export async function partitionTables(knex: Knex, partitions: number, show: (at: Progress) => void): Promise<void> {
  const shape = await readShape(knex);
  if (shape.state !== 'whole' && shape.partitions !== partitions)
    throw new ConfigError(
      shape.state === 'partitioned'
        ? `The tables have ${shape.partitions} partitions. That cannot be changed.`
        : `Copies with ${shape.partitions} partitions are under way: go on with --partitions ${shape.partitions}, or give them up with --abandon.`,
    );
  if (shape.state === 'partitioned') return;
  const obstacles = await findObstacles(knex);
  if (obstacles.length > 0) throw new ConfigError(obstacles.join('\n'));
  const schemas = await readSchemas(knex);
  show({ step: 'mirror' });
  if (shape.state === 'whole') await mirrorTables(knex, schemas, partitions);
  await copyRows(knex, schemas, (of, rows) => show({ step: 'copy', of, rows }));
  await buildIndexes(knex, schemas, (of) => show({ step: 'index', of }));
  await addForeignKeys(knex, schemas, partitions, (of) => show({ step: 'keys', of }));
  show({ step: 'vacuum' });
  await vacuumCopies(knex, schemas, partitions);
  show({ step: 'compare' });
  await refuseDifferences(knex, schemas);
  show({ step: 'switch' });
  await switchTables(knex, schemas, partitions);
}

async function refuseDifferences(knex: Knex, schemas: Schemas): Promise<void> {
  const differing = await findDifferences(knex, schemas);
  if (differing.length > 0)
    throw new ConfigError(
      `The copies of ${differing.join(', ')} differ from their tables. Nothing was changed; give the copies up with --abandon, and report this.`,
    );
}

/** Deletes copies that are under way. The tables stay as they are. */
export async function abandonCopies(knex: Knex): Promise<void> {
  const { copies } = await readSchemas(knex);
  await underShortLock(knex, `drop schema if exists ${copies} cascade`);
}
