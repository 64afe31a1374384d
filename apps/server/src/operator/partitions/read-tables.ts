import type { Knex } from 'knex';
import { PARTITIONED, PARTITIONING, type PartitionedTable } from '../../db/partitioned-tables.ts';

/** Schemas of the tables and of their copies, quoted. */
export type Schemas = { readonly own: string; readonly copies: string };

export type TableSize = {
  readonly table: PartitionedTable;
  /** As PostgreSQL estimates it. */
  readonly rows: number;
  /** With indexes. */
  readonly bytes: number;
};

export type Index = {
  readonly name: string;
  readonly isUnique: boolean;
  /** The rest of its definition, after the table. */
  readonly columns: string;
};

/** A foreign key from or to a table that is partitioned. */
export type ForeignKey = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** `foreign key (project_id, post_id)`. */
  readonly columns: string;
  /** The rest, after the referenced table: `(project_id, id) on delete cascade`. */
  readonly action: string;
};

const NAMES = [...PARTITIONED];

export async function readSchemas(knex: Knex): Promise<Schemas> {
  const { rows } = await knex.raw<{ rows: Schemas[] }>(
    `select quote_ident(current_schema()) as own, ${PARTITIONING} as copies`,
  );
  return rows[0]!;
}

/** Number of partitions of each table; null while they have none. */
export async function countPartitions(knex: Knex): Promise<number | null> {
  const { rows } = await knex.raw<{ rows: { partitions: number }[] }>(
    `select (select count(*)::int from pg_inherits where inhparent = c.oid) as partitions
     from pg_class c where c.oid = to_regclass('posts') and c.relkind = 'p'`,
  );
  return rows[0]?.partitions ?? null;
}

export async function readSizes(knex: Knex): Promise<readonly TableSize[]> {
  const { rows } = await knex.raw<{ rows: TableSize[] }>(
    `select c.relname as table, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
     from unnest(?::text[]) with ordinality t(name, position) join pg_class c on c.oid = to_regclass(t.name) order by position`,
    [NAMES],
  );
  return rows;
}

/** Finds what prevents the change: other owners, and what somebody has built on the tables. */
export async function findObstacles(knex: Knex): Promise<readonly string[]> {
  const { rows } = await knex.raw<{ rows: { obstacle: string }[] }>(
    `with t as (select oid, relname, relowner from pg_class where oid = any(select to_regclass(n) from unnest(?::text[]) n))
     select 'table ' || relname || ' belongs to ' || pg_get_userbyid(relowner) || ': run this as that role' as obstacle
     from t where pg_get_userbyid(relowner) <> current_user
     union all
     select distinct 'view ' || r.ev_class::regclass || ' reads ' || t.relname || ': drop it and create it again afterwards'
     from t join pg_depend d on d.refobjid = t.oid and d.classid = 'pg_rewrite'::regclass join pg_rewrite r on r.oid = d.objid
     union all
     select 'trigger ' || g.tgname || ' on ' || t.relname || ': drop it and create it again afterwards'
     from t join pg_trigger g on g.tgrelid = t.oid join pg_proc p on p.oid = g.tgfoid
     where not g.tgisinternal and p.pronamespace is distinct from to_regnamespace(${PARTITIONING})
     union all
     select 'publication ' || p.pubname || ' contains ' || t.relname || ': take it out and add it again afterwards'
     from t join pg_publication_rel r on r.prrelid = t.oid join pg_publication p on p.oid = r.prpubid`,
    [NAMES],
  );
  return rows.map(({ obstacle }) => obstacle);
}

/** Columns that are not generated, quoted. */
export async function readColumns(knex: Knex, table: string): Promise<readonly string[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = to_regclass(?) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Columns of the primary key with their types. */
export async function readKey(
  knex: Knex,
  table: string,
): Promise<readonly { readonly name: string; readonly type: string }[]> {
  const { rows } = await knex.raw<{ rows: { name: string; type: string }[] }>(
    `select quote_ident(a.attname) as name, format_type(a.atttypid, null) as type
     from pg_index i, unnest(i.indkey::int[]) with ordinality k(attnum, position), pg_attribute a
     where i.indrelid = to_regclass(?) and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum order by position`,
    [table],
  );
  return rows;
}

/** Indexes without that of the primary key, and whether a unique constraint owns them. */
export async function readIndexes(
  knex: Knex,
  table: string,
): Promise<readonly (Index & { readonly isConstraint: boolean })[]> {
  const { rows } = await knex.raw<{
    rows: { name: string; is_unique: boolean; def: string; is_constraint: boolean }[];
  }>(
    `select c.relname as name, i.indisunique as is_unique, pg_get_indexdef(i.indexrelid) as def,
       exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype = 'u') as is_constraint
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = to_regclass(?) and not i.indisprimary order by 1`,
    [table],
  );
  return rows.map(({ name, is_unique, def, is_constraint }) => ({
    ...{ name, isUnique: is_unique, isConstraint: is_constraint },
    columns: def.slice(def.indexOf(' USING ') + 1),
  }));
}

/** Foreign keys from and to the tables, before they are partitioned. */
export async function readForeignKeys(knex: Knex): Promise<readonly ForeignKey[]> {
  const { rows } = await knex.raw<{ rows: { name: string; from: string; to: string; def: string }[] }>(
    `select c.conname as name, f.relname as from, t.relname as to, pg_get_constraintdef(c.oid) as def
     from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
     where c.contype = 'f' and f.relnamespace = current_schema()::regnamespace and t.relnamespace = f.relnamespace and (f.relname = any(?) or t.relname = any(?)) order by 1`,
    [NAMES, NAMES],
  );
  return rows.map(({ def, ...names }) => {
    const [columns = '', referenced = ''] = def.split(' REFERENCES ');
    return { ...names, columns, action: referenced.slice(referenced.indexOf('(')) };
  });
}

export const isPartitioned = (table: string): boolean => NAMES.some((name) => name === table);
