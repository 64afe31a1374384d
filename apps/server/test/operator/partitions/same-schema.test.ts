import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import * as addColumns from '../../../scripts/upgrade/add-columns.migration.ts';
import { openKnex } from '../../../src/db/open-knex.ts';
import { inPartition, PARTITIONED } from '../../../src/db/partitioned-tables.ts';
import { partitionTables } from '../../../src/operator/partitions/partition-tables.ts';

const MIGRATIONS = new URL('../../../src/db/migrations/', import.meta.url);
const PARTITIONS = 3;

type Migration = { readonly up: (knex: Knex) => Promise<void> };

/**
 * In their order; the last one is what a later version may do: columns in all tables, and indexes
 * on the two that are written most.
 */
const migrations: readonly Migration[] = [
  ...(await Promise.all(
    (await readdir(MIGRATIONS)).sort().map((file): Promise<Migration> => import(new URL(file, MIGRATIONS).href)),
  )),
  addColumns,
];
/** The first state that has all tables that are partitioned. */
const FIRST = 3;

let admin: pg.Client;
const databases: string[] = [];

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
});
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database "${name}" with (force)`);
  await admin.end();
});

/**
 * Migrates an empty database, partitions it after so many migrations, and describes what it has in
 * the end.
 */
async function schemaAfter(partitionAfter: number | null): Promise<Schema> {
  const name = `${inject('templateDatabase').replace('template', 'test')}_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database "${name}"`);
  databases.push(name);
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${name}`;
  const knex = openKnex(address.href);
  try {
    for (const [index, { up }] of migrations.entries()) {
      await up(knex);
      if (index + 1 === partitionAfter) await partitionTables(knex, PARTITIONS, () => undefined);
    }
    return await describeSchema(knex);
  } finally {
    await knex.destroy();
  }
}

/** Lines of each table and partition, by its name. */
type Schema = Readonly<Record<string, readonly string[]>>;

async function describeSchema(knex: Knex): Promise<Schema> {
  const { rows } = await knex.raw<{ rows: { of: string; line: string }[] }>(
    `select c.relname as of, a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end || a.attgenerated::text || a.attstorage::text
              || coalesce(' ' || pg_get_expr(d.adbin, d.adrelid), '') as line
            from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     union all select t.relname, pg_get_indexdef(x.indexrelid) || case when x.indisvalid then '' else ' invalid' end
            from pg_index x join pg_class t on t.oid = x.indrelid where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
     union all select t.relname, k.conname || ' ' || pg_get_constraintdef(k.oid) || case when k.convalidated then '' else ' invalid' end
            from pg_constraint k join pg_class t on t.oid = k.conrelid where k.connamespace = 'public'::regnamespace and k.contype in ('c', 'p', 'u', 'f')
              and not exists (select from pg_class p where p.oid = k.confrelid and p.relispartition)
     union all select relname, 'with ' || array_to_string(reloptions, ', ') from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reloptions is not null
     union all select 'triggers', count(*)::text from pg_trigger where not tgisinternal
     union all select 'schemas', nspname from pg_namespace where nspname !~ '^pg_'
     order by 1, 2`,
  );
  const schema: Record<string, string[]> = {};
  for (const { of, line } of rows) schema[of] = [...(schema[of] ?? []), line];
  return schema;
}

/**
 * A description in the words of the table: without `ON ONLY`, names of partitions, and parameters
 * of storage, which a partitioned table cannot have.
 */
const asTable = (lines: readonly string[] = []): string[] =>
  lines
    .map((line) =>
      line
        .replace(
          /^CREATE (UNIQUE )?INDEX (\w+?)(_p\d\d)? ON (ONLY )?public\.(\w+?)(_p\d\d)? /,
          'CREATE $1INDEX $2 ON $5 ',
        )
        .replace(/^(\w+)_p\d\d (PRIMARY KEY|UNIQUE) /, '$1 $2 '),
    )
    .sort();

const withoutOptions = (lines: readonly string[]): string[] => lines.filter((line) => !line.startsWith('with '));

describe.each([FIRST, migrations.length - 1])('a database that was partitioned after %i migrations', (after) => {
  let whole: Schema;
  let partitioned: Schema;

  beforeAll(async () => {
    [whole, partitioned] = [await schemaAfter(null), await schemaAfter(after)];
  });

  test('has the columns, constraints and indexes of one without partitions, in the table and in each partition', () => {
    for (const table of PARTITIONED) {
      const expected = asTable(whole[table]);
      expect(expected.length).toBeGreaterThan(8);
      expect(asTable(partitioned[table])).toEqual(withoutOptions(expected));
      for (let n = 0; n < PARTITIONS; n++) expect(asTable(partitioned[inPartition(table, n)])).toEqual(expected);
    }
  });

  test('has all other tables as they are without, and nothing besides', () => {
    const partitions = PARTITIONED.flatMap((table) =>
      Array.from({ length: PARTITIONS }, (_, n) => inPartition(table, n)),
    );
    const others = ([name]: [string, unknown]) =>
      ![...PARTITIONED, ...partitions].includes(name as (typeof PARTITIONED)[number]);
    expect(Object.fromEntries(Object.entries(partitioned).filter(others))).toEqual(
      Object.fromEntries(Object.entries(whole).filter(others)),
    );
  });
});
