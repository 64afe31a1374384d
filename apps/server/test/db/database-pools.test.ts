import type { Request, Response } from 'express';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database, PublishingPool } from '../../src/db/database.ts';
import { type DatabasePools, openDatabasePools } from '../../src/db/database-pools.ts';
import { startShare, useShare } from '../../src/process/caller-share.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { until } from '../until.ts';

let database: TestDatabase;
let pools: DatabasePools;

beforeAll(async () => {
  database = await createTestDatabase();
  pools = openDatabasePools({
    url: database.url,
    onError: () => undefined,
    shares: {
      sizes: { publishing: 1, requests: 1, lists: 3, pages: 1 },
      ...{ perProject: 1, waitingPerProject: 9, listTimeoutMs: 61_234 },
    },
  });
});
afterAll(async () => {
  await pools.close();
  await database.drop();
});

test('connections that publish, and those of requests, keep their plans; those of lists stop a statement after the time for lists', async () => {
  const settingsOf = async ({ query }: Database) =>
    (
      await query({
        text: `select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans, current_setting('statement_timeout') as timeout`,
      })
    ).rows[0];
  const ordinary = { plans: 'auto', scans: 'on', timeout: '15s' };
  const ofRequest = await asProject('one', () => settingsOf(pools.callers));
  const others = [await settingsOf(pools.lists), await settingsOf(pools.upkeep)];
  expect([await settingsOf(pools.publishing), ofRequest, ...others]).toEqual([
    { ...ordinary, plans: 'force_generic_plan', scans: 'off' },
    { ...ordinary, plans: 'force_generic_plan', scans: 'off' },
    { ...ordinary, timeout: '61234ms' },
    ordinary,
  ]);
});

test('a connection that keeps its plans stays open for five minutes without work', async () => {
  const session = async () => (await pools.publishing.query({ text: 'select pg_backend_pid() as session' })).rows[0];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const first = await session();
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(await session()).toEqual(first);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(await session()).not.toEqual(first);
  } finally {
    vi.useRealTimers();
  }
});

test('of three connections for lists a project uses one, so that its lists leave most of the time to others', async () => {
  const holder = new pg.Client(database.url);
  await holder.connect();
  await holder.query('select pg_advisory_lock(1), pg_advisory_lock(2)');
  const waitingFor = async (lock: number): Promise<number> => {
    const { rows } = await holder.query(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
      [lock],
    );
    return rows[0].waiting;
  };
  const lists = [...listsOf('one', 1, 4), ...listsOf('other', 2, 1)];
  await until(async () => ((await waitingFor(2)) === 1 ? true : null));
  const ofOne = await waitingFor(1);
  await holder.end();
  await Promise.all(lists);
  expect(ofOne).toBe(1);
});

/** Lists of a project that wait for a lock. */
const listsOf = (project: string, lock: number, count: number): Promise<unknown>[] =>
  Array.from({ length: count }, () =>
    asProject(project, () => pools.lists.query({ text: 'select pg_advisory_xact_lock_shared($1)', values: [lock] })),
  );

const asProject = <T>(owner: string, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    startShare({} as Request, { getHeader: () => undefined } as unknown as Response, () => {
      useShare({ pool: 'requests', owner });
      work().then(resolve, reject);
    });
  });

test('the pool of one use is not taken for that of another', () => {
  // @ts-expect-error: what publishes would wait for pages.
  const publishing: PublishingPool = pools.upkeep;
  expect(publishing).toBe(pools.upkeep);
});
