import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { CheckpointName } from '../../../src/publishing/checkpoint.ts';
import { publishedTarget } from '../../expected-post.ts';
import { until } from '../../until.ts';
import { useServer } from '../../use-server.ts';

/** Action at a checkpoint, once. */
let cut: { at: CheckpointName; act: () => Promise<void> } | null = null;
const server = useServer({
  options: {
    timings: { sweepMs: 600_000 },
    checkpoint: async (name) => {
      if (cut?.at !== name) return;
      const { act } = cut;
      cut = null;
      await act();
    },
  },
});
let outside: pg.Client;
let name = '';

beforeAll(async () => {
  outside = new pg.Client({ connectionString: inject('postgresUrl') });
  await outside.connect();
  name = new URL(server.databaseUrl).pathname.slice(1);
});
afterAll(() => outside.end());
beforeEach(() => {
  cut = null;
});

const killAll = (where = 'true') =>
  outside.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and ${where}`);

const ledgerOf = async () =>
  (
    await server.db.query({
      text: 'select subject, kind, count(*)::int from usage_events group by 1, 2 having count(*) > 1',
    })
  ).rows;

test.each(['C0', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8'] as const)(
  'every connection is cut at %s: the caller is answered, the post is live once and billed once',
  async (at) => {
    const ana = await server.person('threads');
    cut = { at, act: async () => void (await killAll()) };
    const target = await ana.target({ content: `Cut at ${at}` });
    expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
    expect(await ana.posts()).toHaveLength(1);
    expect((await ana.writes()).filter((call) => call.endsWith('threads_publish'))).toHaveLength(1);
    expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
    expect(await ledgerOf()).toEqual([]);
  },
);

test('the database is down for seconds after the network accepted the post: the result is recorded once it is back', async () => {
  const ana = await server.person('x');
  cut = {
    at: 'C7',
    act: async () => {
      await outside.query(`alter database "${name}" allow_connections false`);
      await killAll();
      setTimeout(() => void outside.query(`alter database "${name}" allow_connections true`), 1_500);
    },
  };
  const target = await ana.target({ content: 'Away for a moment' });
  expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});

test('the connection is cut while the settling statement runs: it is repeated, and bills once', async () => {
  const ana = await server.person('x');
  const locker = new pg.Client({ connectionString: server.databaseUrl });
  await locker.connect();
  cut = {
    at: 'C7',
    async act() {
      await locker.query('begin');
      await locker.query('select from targets for update');
      // Once the settling statement waits for the row, its session is terminated.
      void until(async () => {
        const { rowCount } = await killAll("wait_event_type = 'Lock' and query like 'with ends as%'");
        return rowCount === 0 ? null : true;
      }).then(() => locker.query('commit'));
    },
  };
  const target = await ana.target({ content: 'Cut in the middle' });
  await locker.end();
  expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
  expect(await ledgerOf()).toEqual([]);
});
