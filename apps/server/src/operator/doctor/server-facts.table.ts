import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export type ServerFacts = {
  /** PostgreSQL's number: 150004 is 15.4. */
  readonly version: number;
  /** Connections that this role may open in this database. */
  readonly allowed: number;
  /** Connections of other programs to the cluster. */
  readonly others: number;
  /** Settings that are off although committed data depends on them. */
  readonly unsafe: readonly string[];
};

/** Reads facts of the PostgreSQL server without special privileges. */
export async function readServerFacts(db: Database): Promise<ServerFacts> {
  const { rows } = await knex
    .raw<{ rows: ServerFacts[] }>(`with settings as (select name, setting from pg_settings)
           select current_setting('server_version_num')::int as version,
             least(
               (select sum(case when name = 'max_connections' then setting::int else -setting::int end)
                from settings where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')),
               (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
               (select nullif(datconnlimit, -1) from pg_database where datname = current_database()))::int as allowed,
             (select count(*)::int from pg_stat_activity
              where backend_type = 'client backend' and application_name not like 'fanfare%') as others,
             array(select name from settings
                   where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name) as unsafe`)
    .connection(db);
  return rows[0]!;
}
