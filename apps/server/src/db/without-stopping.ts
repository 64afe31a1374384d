import type { Knex } from 'knex';
import { isErrorCode } from '../process/is-error-code.ts';
import { inPartition } from './partitioned-tables.ts';

/** Limit of a change's wait for a table, as everybody else waits behind it. */
const LONGEST_WAIT = '500ms';
/** Time in which others go first. */
const PAUSE_SECONDS = 0.5;
// lock_not_available, deadlock_detected
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const TRY_AGAIN = ['55P03', '40P01'];

/** Runs statements in a transaction, repeated until it gets its locks at once. */
export async function underShortLock(knex: Knex, sql: string): Promise<void> {
  await tryUntilFree(knex, () =>
    knex.transaction(async (tx) => {
      await tx.raw(`set local lock_timeout = '${LONGEST_WAIT}'`);
      await tx.raw(sql);
    }),
  );
}

/**
 * Builds an index while the table is in use. Drops an unfinished one of a killed process first. On
 * a partitioned table it builds one for each partition, and then that of the table from them.
 */
export async function buildIndex(knex: Knex, name: string, definition: string, kind: IndexKind = ''): Promise<void> {
  const { table, columns } = splitDefinition(definition);
  const partitions = await countPartitions(knex, table);
  if (partitions === null) return buildOne(knex, { kind, name, table, columns });
  for (let n = 0; n < partitions; n++)
    await buildOne(knex, { kind, name: inPartition(name, n), table: inPartition(table, n), columns });
  await tryUntilFree(knex, () =>
    knex.transaction(async (tx) => {
      await tx.raw(`set local lock_timeout = '${LONGEST_WAIT}'`);
      if (await isIndex(tx, besideTable(table, name))) return;
      await tx.raw(`create ${kind} index ${name} on only ${table} ${columns}`);
      for (let n = 0; n < partitions; n++)
        await tx.raw(
          `alter index ${besideTable(table, name)} attach partition ${besideTable(table, inPartition(name, n))}`,
        );
    }),
  );
}

type IndexKind = '' | 'unique';
type OneIndex = {
  readonly kind: IndexKind;
  readonly name: string;
  readonly table: string;
  readonly columns: string;
};

function splitDefinition(definition: string): { readonly table: string; readonly columns: string } {
  const end = definition.indexOf(' ');
  return { table: definition.slice(0, end), columns: definition.slice(end + 1) };
}

/** An index is in the schema of its table. */
const besideTable = (table: string, index: string): string => `${table.slice(0, table.lastIndexOf('.') + 1)}${index}`;

/** Number of partitions of a table; null for a table without. */
async function countPartitions(knex: Knex, table: string): Promise<number | null> {
  const { rows } = await knex.raw<{ rows: { partitions: number }[] }>(
    `select (select count(*)::int from pg_inherits where inhparent = c.oid) as partitions
     from pg_class c where c.oid = to_regclass(?) and c.relkind = 'p'`,
    [table],
  );
  return rows[0]?.partitions ?? null;
}

const buildOne = (knex: Knex, index: OneIndex): Promise<void> => tryUntilFree(knex, () => tryToBuildIndex(knex, index));

async function tryToBuildIndex(knex: Knex, { kind, name, table, columns }: OneIndex): Promise<void> {
  const index = besideTable(table, name);
  const { rows } = await knex.raw('select indisvalid from pg_index where indexrelid = to_regclass(?)', [index]);
  if (rows[0]?.indisvalid) return;
  if (rows[0]) await knex.raw(`drop index concurrently ${index}`);
  await knex.raw(`create ${kind} index concurrently ${name} on ${table} ${columns}`);
}

async function isIndex(knex: Knex, name: string): Promise<boolean> {
  const { rows } = await knex.raw('select from pg_index where indexrelid = to_regclass(?)', [name]);
  return rows.length > 0;
}

async function tryUntilFree(knex: Knex, change: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await change();
    } catch (error) {
      if (!TRY_AGAIN.some((code) => isErrorCode(error, code))) throw error;
      await knex.raw('select pg_sleep(?)', [PAUSE_SECONDS]);
    }
  }
}
