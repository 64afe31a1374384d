import type { Knex } from 'knex';
import { inPartition, PARTITIONED } from '../../db/partitioned-tables.ts';
import { buildIndex, underShortLock } from '../../db/without-stopping.ts';
import { type ForeignKey, isPartitioned, readForeignKeys, readIndexes, type Schemas } from './read-tables.ts';

/** Builds the indexes of the copies, while they are written to. */
export async function buildIndexes(knex: Knex, { copies }: Schemas, show: (index: string) => void): Promise<void> {
  await nameIndexes(knex, copies);
  for (const table of PARTITIONED) {
    for (const { name, columns, isUnique, isConstraint } of await readIndexes(knex, table)) {
      if (isConstraint) continue;
      show(name);
      await buildIndex(knex, name, `${copies}.${table} ${columns}`, isUnique ? 'unique' : '');
    }
  }
}

/** PostgreSQL names the indexes of keys after the partition: as ours are named. */
async function nameIndexes(knex: Knex, copies: string): Promise<void> {
  const { rows } = await knex.raw<{ rows: { name: string; of: string; partition: string }[] }>(
    `select quote_ident(i.relname) as name, p.relname as of, right(t.relname, 2) as partition
     from pg_inherits h join pg_class i on i.oid = h.inhrelid join pg_class p on p.oid = h.inhparent
       join pg_index x on x.indexrelid = i.oid join pg_class t on t.oid = x.indrelid
     where p.relnamespace = to_regnamespace(?) and p.relkind = 'I'`,
    [copies],
  );
  for (const { name, of, partition } of rows) {
    const own = inPartition(of, Number(partition));
    if (name !== own) await underShortLock(knex, `alter index ${copies}.${name} rename to ${own}`);
  }
}

/**
 * The foreign keys of the copies. Each is checked at the end of a transaction for now: a trigger
 * may repeat a target before its post.
 */
export const WHILE_COPIED = 'deferrable initially deferred';
/** A table that is not partitioned has both keys until the switch. */
export const ofCopies = ({ name }: ForeignKey): string => `${name}_partitioned`;

/** Returns the table that a foreign key leads to until the switch. */
export const referenced = ({ own, copies }: Schemas, { to }: ForeignKey): string =>
  `${isPartitioned(to) ? copies : own}.${to}`;

/** Adds the foreign keys of all partitions, and of other tables that refer to the copies. */
export async function addForeignKeys(
  knex: Knex,
  schemas: Schemas,
  partitions: number,
  show: (key: string) => void,
): Promise<void> {
  for (const key of await readForeignKeys(knex)) {
    show(key.name);
    const { columns, action } = key;
    const definition = `${columns} references ${referenced(schemas, key)}${action} ${WHILE_COPIED}`;
    const tables = isPartitioned(key.from)
      ? Array.from({ length: partitions }, (_, n) => `${schemas.copies}.${inPartition(key.from, n)}`)
      : [`${schemas.own}.${key.from}`];
    const name = isPartitioned(key.from) ? key.name : ofCopies(key);
    for (const table of tables) await addForeignKey(knex, { table, name, definition });
  }
}

async function addForeignKey(
  knex: Knex,
  { table, name, definition }: { readonly table: string; readonly name: string; readonly definition: string },
): Promise<void> {
  const { rows } = await knex.raw<{ rows: { is_valid: boolean }[] }>(
    'select convalidated as is_valid from pg_constraint where conrelid = to_regclass(?) and conname = ?',
    [table, name],
  );
  if (rows[0]?.is_valid) return;
  if (!rows[0]) await underShortLock(knex, `alter table ${table} add constraint ${name} ${definition} not valid`);
  await underShortLock(knex, `alter table ${table} validate constraint ${name}`);
}

/**
 * Statistics, and the map of pages that need no look at their rows. Not of empty partitions: their
 * plans would read them as a whole until the first analysis. Nor of the tables as a whole, which no
 * autovacuum would keep up to date.
 */
export async function vacuumCopies(knex: Knex, { copies }: Schemas, partitions: number): Promise<void> {
  for (const table of PARTITIONED) {
    for (let n = 0; n < partitions; n++) {
      const partition = `${copies}.${inPartition(table, n)}`;
      const { rows } = await knex.raw(`select from ${partition} limit 1`);
      if (rows.length > 0) await knex.raw(`vacuum (analyze) ${partition}`);
    }
  }
}

/**
 * Tables whose copy differs. A change and its repetition are one transaction, so that one statement
 * sees both or neither.
 */
export async function findDifferences(knex: Knex, { own, copies }: Schemas): Promise<readonly string[]> {
  const differing: string[] = [];
  for (const table of PARTITIONED) {
    const sum = (schema: string): string =>
      `(select row(count(*), sum(hash_record_extended(t, 0)::numeric)) from ${schema}.${table} t)`;
    const { rows } = await knex.raw(`select where ${sum(own)} is distinct from ${sum(copies)}`);
    if (rows.length > 0) differing.push(table);
  }
  return differing;
}
