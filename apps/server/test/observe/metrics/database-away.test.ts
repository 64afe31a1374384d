import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import { DatabaseUnavailable } from '../../../src/db/database-unavailable.ts';
import { createMetrics } from '../../../src/observe/metrics/metrics.ts';
import { useServer } from '../../use-server.ts';

const server = useServer({ metricsPort: 0, options: { timings: { sweepMs: 600_000 } } });
const OF_THE_DATABASE = [
  'fanfare_accounts_ending',
  'fanfare_oldest_removal_seconds',
  'fanfare_oldest_unsettled_seconds',
  'fanfare_scheduled_targets',
  'fanfare_unsettled_targets',
];

let outside: pg.Client;
beforeAll(async () => {
  outside = new pg.Client({ connectionString: inject('postgresUrl') });
  await outside.connect();
});
afterAll(() => outside.end());

/** The names of the samples in a Prometheus text, and the value of the database gauge. */
function look(text: string) {
  const names = text.split('\n').flatMap((line) => /^[a-z_]+/.exec(line)?.[0] ?? []);
  return {
    up: /^fanfare_database_up (\d)$/m.exec(text)?.[1],
    ofTheDatabase: OF_THE_DATABASE.filter((name) => names.includes(name)),
    ofTheProcess: ['process_cpu_seconds_total', 'fanfare_targets_in_flight'].filter((name) => names.includes(name)),
  };
}
const OWN = ['process_cpu_seconds_total', 'fanfare_targets_in_flight'];
const AWAY = { up: '0', ofTheDatabase: [], ofTheProcess: OWN };
// No account expires soon, so that there is nothing to count by platform.
const THERE = { up: '1', ofTheDatabase: OF_THE_DATABASE.slice(1), ofTheProcess: OWN };

async function scrape() {
  const response = await fetch(server.metricsUrl!);
  return { status: response.status, ...look(await response.text()) };
}

test("while the database is down the metrics report the process's figures and that the database is down", async () => {
  expect(await scrape()).toEqual({ status: 200, ...THERE });
  const name = new URL(server.databaseUrl).pathname.slice(1);
  await outside.query(`alter database "${name}" allow_connections false`);
  await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const away = await scrape();
  await outside.query(`alter database "${name}" allow_connections true`);
  expect(away).toEqual({ status: 200, ...AWAY });
  await expect.poll(scrape, { interval: 50 }).toEqual({ status: 200, ...THERE });
});

const metricsOf = (db: Database) =>
  createMetrics({
    version: '0.0.0',
    db,
    targetsInFlight: () => 0,
    mediaBytes: () => 0,
    clockOffsetMs: () => 0,
    now: () => new Date(),
    poolUse: () => ({}),
  });

test('the metrics wait at most two seconds for a database that does not answer, without further queries meanwhile', async () => {
  let asked = 0;
  let fail: (error: Error) => void = () => undefined;
  const answer = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const metrics = metricsOf({
    query() {
      asked++;
      return answer;
    },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isAnswered = false;
  const scraped = metrics.text().finally(() => {
    isAnswered = true;
  });
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(look(await scraped)).toEqual(AWAY);
  vi.useRealTimers();
  const once = asked;
  expect(look(await metrics.text())).toEqual(AWAY);
  expect(asked).toBe(once);
  fail(new DatabaseUnavailable('The connection to the database failed.'));
  await sleep(10);
  expect(look(await metrics.text())).toEqual(AWAY);
  expect(asked).toBe(once * 2);
});
