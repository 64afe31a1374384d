import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { type DatabasePools, openDatabasePools } from '../../src/db/database-pools.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

let database: TestDatabase;
let pools: DatabasePools;

beforeAll(async () => {
  database = await createTestDatabase();
  pools = openDatabasePools({
    url: database.url,
    onError: () => undefined,
    shares: {
      sizes: { publishing: 1, requests: 1, lists: 1, pages: 1 },
      ...{ perProject: 1, waitingPerProject: 1, listTimeoutMs: 1_234 },
    },
  });
});
afterAll(async () => {
  await pools.close();
  await database.drop();
});

test('connections that publish keep their plans; those of lists stop a statement after the time for lists', async () => {
  const settingsOf = async ({ query }: Database) =>
    (
      await query({
        text: `select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans, current_setting('statement_timeout') as timeout`,
      })
    ).rows[0];
  const ordinary = { plans: 'auto', scans: 'on', timeout: '15s' };
  expect([await settingsOf(pools.publishing), await settingsOf(pools.lists), await settingsOf(pools.upkeep)]).toEqual([
    { ...ordinary, plans: 'force_generic_plan', scans: 'off' },
    { ...ordinary, timeout: '1234ms' },
    ordinary,
  ]);
});
