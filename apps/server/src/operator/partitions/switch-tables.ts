import type { Knex } from 'knex';
import { inPartition, PARTITIONED } from '../../db/partitioned-tables.ts';
import { underShortLock } from '../../db/without-stopping.ts';
import { IS_OURS, TABLES } from '../../publishing/restore-guard.table.ts';
import { ofCopies, referenced, WHILE_COPIED } from './complete-copies.ts';
import { type ForeignKey, isPartitioned, readForeignKeys, type Schemas } from './read-tables.ts';

/**
 * Puts the copies in the place of the tables, which it deletes, in one transaction. Statements of
 * servers wait for it and then plan anew. The restore guard knows the tables by their oids, so its
 * row changes with them, unless it says that the data were restored.
 */
export async function switchTables(knex: Knex, schemas: Schemas, partitions: number): Promise<void> {
  const { own, copies } = schemas;
  const keys = await readForeignKeys(knex);
  const outside = keys.filter(({ from }) => !isPartitioned(from));
  const others = [...new Set(keys.flatMap(({ from, to }) => [from, to]))].filter((table) => !isPartitioned(table));
  const all = (schema: string): string => PARTITIONED.map((table) => `${schema}.${table}`).join(', ');
  await underShortLock(
    knex,
    `lock table ${all(own)}, ${others.map((table) => `${own}.${table}`).join(', ')}, ${own}.restore_guard in access exclusive mode;
     ${keys.map((key) => joinKey(schemas, key)).join('\n')}
     create temp table tables_before on commit drop as select ${TABLES} as oids;
     drop table ${all(own)};
     ${PARTITIONED.flatMap((table) => [table, ...Array.from({ length: partitions }, (_, n) => inPartition(table, n))])
       .map((table) => `alter table ${copies}.${table} set schema ${own};`)
       .join('\n')}
     ${outside.map((key) => `alter table ${own}.${key.from} rename constraint ${ofCopies(key)} to ${key.name};`).join('\n')}
     ${keys.map(({ from, name }) => `alter table ${own}.${from} alter constraint ${name} not deferrable;`).join('\n')}
     update ${own}.restore_guard g
     set fingerprint = left(g.fingerprint, -length(b.oids)) || ${TABLES}, written_by = pg_current_xact_id()::xid
     from tables_before b where ${IS_OURS} and g.fingerprint like '%/' || b.oids;
     drop schema ${copies} cascade`,
  );
}

/**
 * The key of the whole table takes those of its partitions; one of another table loses the old key.
 */
function joinKey(schemas: Schemas, key: ForeignKey): string {
  const { name, from, columns, action } = key;
  return isPartitioned(from)
    ? `alter table ${schemas.copies}.${from} add constraint ${name} ${columns} references ${referenced(schemas, key)}${action} ${WHILE_COPIED};`
    : `alter table ${schemas.own}.${from} drop constraint ${name};`;
}
