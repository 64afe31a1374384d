import createKnex, { type Knex } from 'knex';
import type pg from 'pg';
import { hostsOf } from './database-hosts.ts';
import { NO_LIMITS, sessionSettings } from './session.ts';

/** Opens Knex on a database, for changes of the schema, which may take any time. */
export function openKnex(databaseUrl: string): Knex {
  const hosts = hostsOf(databaseUrl);
  const knex = createKnex({
    client: 'pg',
    connection: {},
    pool: {
      min: 0,
      max: 2,
      afterCreate: (client: pg.Client, done: (error: Error | null) => void) =>
        client.query(sessionSettings(NO_LIMITS, hosts), done),
    },
  });
  knex.client.driver = hosts;
  return knex;
}
