import type { Knex } from 'knex';
import { inPartition, PARTITIONED } from '../../db/partitioned-tables.ts';
import { underShortLock } from '../../db/without-stopping.ts';
import { readColumns, readKey, type Schemas } from './read-tables.ts';

/**
 * Makes empty partitioned copies of the tables in a separate schema, and triggers that repeat
 * every change of a row in its copy, in the transaction of the change. All or nothing; it waits for
 * transactions that write, and others wait for it no longer than half a second.
 */
export async function mirrorTables(knex: Knex, schemas: Schemas, partitions: number): Promise<void> {
  const { copies } = schemas;
  const tables = await Promise.all(PARTITIONED.map((table) => createCopy(knex, { ...schemas, table, partitions })));
  await underShortLock(
    knex,
    `create schema ${copies};
     create table ${copies}.progress (name text primary key, copied_to text[], rows bigint not null default 0, is_copied boolean not null default false);
     ${tables.join('\n')}`,
  );
}

type Copy = Schemas & { readonly table: string; readonly partitions: number };

async function createCopy(knex: Knex, { own, copies, table, partitions }: Copy): Promise<string> {
  const [columns, key, constraints, grants, options] = await Promise.all([
    readColumns(knex, table),
    readKey(knex, table),
    readConstraints(knex, table),
    readGrants(knex, table),
    readOptions(knex, table),
  ]);
  const keys = key.map(({ name }) => name);
  const others = columns.filter((name) => !keys.includes(name));
  const news = columns.map((name) => `new.${name}`);
  const isRow = (row: string): string => keys.map((name) => `${name} = ${row}.${name}`).join(' and ');
  const leaves = Array.from(
    { length: partitions },
    (_, n) => `create table ${copies}.${inPartition(table, n)} partition of ${copies}.${table}
       for values with (modulus ${partitions}, remainder ${n}) ${options};`,
  );
  // An insert after a deletion makes the row known again. A deletion is repeated after the copy,
  // which may have read the row before it.
  return `insert into ${copies}.progress (name) values ('${table}');
    create table ${copies}.${table} (like ${own}.${table} including all excluding indexes) partition by hash (project_id);
    ${constraints.map(({ name, definition }) => `alter table ${copies}.${table} add constraint ${name} ${definition};`).join('\n')}
    ${leaves.join('\n')}
    ${grants.map(({ privilege, role, option }) => `grant ${privilege} on ${copies}.${table} to ${role}${option};`).join('\n')}
    create table ${copies}.deleted_${table} as select ${keys.join(', ')} from ${own}.${table} where false;
    alter table ${copies}.deleted_${table} add primary key (${keys.join(', ')});
    create function ${copies}.mirror_${table}() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
    begin
      if tg_op <> 'INSERT' and (tg_op = 'DELETE' or (${keys.map((name) => `old.${name}`).join(', ')}) <> (${keys.map((name) => `new.${name}`).join(', ')})) then
        delete from ${copies}.${table} where ${isRow('old')};
        insert into ${copies}.deleted_${table} values (${keys.map((name) => `old.${name}`).join(', ')}) on conflict do nothing;
      end if;
      if tg_op <> 'DELETE' then
        insert into ${copies}.${table} (${columns.join(', ')}) values (${news.join(', ')})
        on conflict (${keys.join(', ')}) do update set (${others.join(', ')}) = row(${others.map((name) => `excluded.${name}`).join(', ')});
      end if;
      if tg_op = 'INSERT' then
        delete from ${copies}.deleted_${table} where ${isRow('new')};
      end if;
      return null;
    end $body$;
    create trigger mirror after insert or update or delete on ${own}.${table} for each row execute function ${copies}.mirror_${table}();`;
}

type Constraint = { readonly name: string; readonly definition: string };

/** Primary and unique keys; `like` copies the checks. */
async function readConstraints(knex: Knex, table: string): Promise<readonly Constraint[]> {
  const { rows } = await knex.raw<{ rows: Constraint[] }>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = to_regclass(?) and contype in ('p', 'u') order by contype, conname`,
    [table],
  );
  return rows;
}

type Grant = { readonly privilege: string; readonly role: string; readonly option: string };

async function readGrants(knex: Knex, table: string): Promise<readonly Grant[]> {
  const { rows } = await knex.raw<{ rows: Grant[] }>(
    `select a.privilege_type as privilege, case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as role,
       case when a.is_grantable then ' with grant option' else '' end as option
     from pg_class c, aclexplode(c.relacl) a where c.oid = to_regclass(?) and a.grantee <> c.relowner`,
    [table],
  );
  return rows;
}

/** Storage parameters, which only partitions take. */
async function readOptions(knex: Knex, table: string): Promise<string> {
  const { rows } = await knex.raw<{ rows: { options: string | null }[] }>(
    `select array_to_string(reloptions, ', ') as options from pg_class where oid = to_regclass(?)`,
    [table],
  );
  const options = rows[0]?.options;
  return options ? `with (${options})` : '';
}
