import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { startMinuteTick } from '../../src/jobs/minute-tick.ts';
import { createLogger } from '../../src/log.ts';
import { startTestServer } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { until } from '../until.ts';
import { personOf } from '../use-server.ts';

let database: TestDatabase;
let db: DatabasePool;
const lines: string[] = [];
const log = createLogger('debug', (line) => lines.push(line));

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const rows = async (text: string): Promise<unknown[]> => (await db.query({ text })).rows;
/** Instead of the seconds of a server. */
const soon = { pollSeconds: 0.5, startAfterMs: 0 };
/** What pg-boss sends every minute. */
const ring = () => db.query({ text: `insert into pgboss_v12.job (name) values ('minute-tick')` });
const running = () =>
  rows(`select from pg_stat_activity where datname = current_database() and application_name = 'fanfare jobs'`);

test('pg-boss ticks every minute in its own schema, never twice per minute, and a failing tick has no consequences', async () => {
  let ticks = 0;
  const minute = startMinuteTick({
    databaseUrl: database.url,
    log,
    ...soon,
    async tick() {
      ticks++;
      if (ticks === 1) throw new Error('the database was away');
    },
  });
  const started = () =>
    rows('select cron, timezone from pgboss_v12.schedule')
      .catch(() => [])
      .then((found) => (found.length > 0 ? found : null));
  expect(await until(started)).toEqual([{ cron: '* * * * *', timezone: 'UTC' }]);
  expect(
    await rows(`select policy, retry_limit, expire_seconds from pgboss_v12.queue where name = 'minute-tick'`),
  ).toEqual([{ policy: 'short', retry_limit: 0, expire_seconds: 50 }]);

  await ring();
  await until(async () => (ticks === 1 ? true : null));
  await ring();
  await until(async () => (ticks === 2 ? true : null));
  await until(async () =>
    (await rows(`select from pgboss_v12.job where state = 'completed'`)).length === 2 ? true : null,
  );
  expect(await rows(`select state, retry_count from pgboss_v12.job where state <> 'created'`)).toEqual([
    { state: 'completed', retry_count: 0 },
    { state: 'completed', retry_count: 0 },
  ]);
  expect(lines.join('')).toMatch(
    /a minute tick failed.*the database was away|the database was away.*a minute tick failed/s,
  );

  expect((await running()).length).toBeGreaterThan(0);
  await minute.stop();
  await until(async () => ((await running()).length === 0 ? true : null));
  await ring().catch(() => undefined);
  await sleep(50);
  expect(ticks).toBe(2);
});

test('a server whose job queue cannot start works without it, and starts it once it can', async () => {
  const late = new URL(database.url);
  late.pathname = `${late.pathname}_late`;
  const name = late.pathname.slice(1);
  let ticks = 0;
  const minute = startMinuteTick({
    ...{ ...soon, startAgainMs: 20, databaseUrl: late.href, log },
    async tick() {
      ticks++;
    },
  });
  await until(async () => lines.join('').includes('the minute tick could not be started and is tried again') || null);
  await db.query({ text: `create database "${name}"` });
  const created = openDatabase({ url: late.href, maxConnections: 1, onError: () => undefined });
  await until(() =>
    created.query({ text: `select from pgboss_v12.schedule` }).then(
      ({ rows: found }) => found[0] ?? null,
      () => null,
    ),
  );
  await created.query({ text: `insert into pgboss_v12.job (name) values ('minute-tick')` });
  await until(async () => (ticks > 0 ? true : null));
  await minute.stop();
  await created.close();
  await until(() =>
    db.query({ text: `drop database "${name}"` }).then(
      () => true,
      () => null,
    ),
  );
});

test('a server that gets the tick publishes what is due', async () => {
  const server = await startTestServer({
    options: { startMinuteTick: (deps) => startMinuteTick({ ...deps, ...soon }), timings: { sweepMs: 600_000 } },
  });
  const found = () =>
    server.db.query({ text: 'select name, cron from pgboss_v12.schedule' }).then(
      ({ rows: schedules }) => (schedules.length > 0 ? schedules : null),
      () => null,
    );
  expect(await until(found)).toEqual([{ name: 'minute-tick', cron: '* * * * *' }]);
  const ana = await personOf(server, 'x');
  const { post } = (await ana.publish({ content: 'At the minute', publishAt: inMs(600_000) })).body;
  await server.db.query({ text: 'update targets set run_at = now()' });
  await server.db.query({ text: `insert into pgboss_v12.job (name) values ('minute-tick')` });
  expect((await ana.project.settled(post.id)).status).toBe('published');
  await server.stop();
});

test('a step of the clock of the machine does not stop the queue', async () => {
  const own = await createTestDatabase();
  const pool = openDatabase({ url: own.url, maxConnections: 1, onError: () => undefined });
  const minute = startMinuteTick({ databaseUrl: own.url, log, ...soon, cronSeconds: 1, tick: async () => undefined });
  /** When the queue last looked whether a minute has begun. */
  const lookedAt = () =>
    pool.query<{ at: Date | null }>({ text: 'select cron_on as at from pgboss_v12.version' }).then(
      ({ rows: [version] }) => version?.at?.getTime() ?? null,
      () => null,
    );
  const before = await until(lookedAt);
  const { now } = Date;
  const stepped = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  try {
    // The look that is waited for now was set before the step.
    for (let seen = before, looks = 0; looks < 3; looks++) {
      seen = await until(async () => {
        const at = await lookedAt();
        return at !== null && at > seen ? at : null;
      }, 30_000);
    }
  } finally {
    stepped.mockRestore();
    await minute.stop();
    await pool.close();
    await own.drop();
  }
});
