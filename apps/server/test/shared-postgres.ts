import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/operator/embedded-postgres/start-embedded-postgres.ts';
import { migrateForTests } from './migrate-for-tests.ts';

/**
 * Its data need not survive a crash of the machine, and every worker has servers with pools of
 * their own.
 */
const SETTINGS = {
  ...{ fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB' },
  ...{ max_connections: '400', scram_iterations: '1' },
};
const TEMPLATE = 'fanfare_service_template';

/**
 * One PostgreSQL for all tests of a whole run. The server's tests, and every service that a test
 * starts, have databases of their own there; that of a service is a copy of the migrated
 * `TEST_TEMPLATE`.
 */
export async function startSharedPostgres(folder: string) {
  const postgres = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), settings: SETTINGS });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  // Hashed with one iteration instead of 4,096: thousands of sessions take 3.5 ms less each.
  await admin.query(`alter role current_user password '${admin.password}'`);
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrateForTests(postgres.urlOf(TEMPLATE));
  return { env: { TEST_DATABASE_URL: postgres.url, TEST_TEMPLATE: TEMPLATE }, stop: postgres.stop };
}
