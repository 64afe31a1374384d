import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '@fanfare/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { DatabaseUnavailable } from '../../src/db/database-unavailable.ts';
import { startJobs } from '../../src/jobs/start-jobs.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { type SwallowingProxy, startSwallowingProxy } from '../swallowing-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { until } from '../until.ts';
import { type Person, personOf } from '../use-server.ts';

const STATEMENT_MS = 1_500;
/** A multiple of how long a statement is waited for, so that only a wait without end exceeds it. */
const SOON_MS = 60_000;

let database: TestDatabase;
let proxy: SwallowingProxy;
let relayed = '';
let server: TestServer;
let looks = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  proxy = await startSwallowingProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  relayed = url.href;
  server = await startTestServer({
    database: async () => database,
    env: { DATABASE_URL: relayed },
    options: {
      statementTimeoutMs: STATEMENT_MS,
      keyWaitMs: 1_000,
      startJobs: (deps) =>
        startJobs({
          ...deps,
          times: { startAfterMs: 0, startAgainMs: 100, scheduledSeconds: 0.5 },
          runs: { ...deps.runs, 'find-due-posts': async () => void looks++ },
        }),
    },
  });
});
afterAll(async () => {
  proxy.setAway(false);
  await server.stop();
  await proxy.close();
});

const within = async <T>(work: Promise<T>): Promise<T> => {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('not answered')), SOON_MS).unref());
  return Promise.race([work, late]);
};

const readiness = async () => {
  const response = await fetch(`${server.baseUrl}/readyz`);
  return [response.status, await response.text()];
};

/** The limiter of requests fails open without its database, and its headers are missing then. So answers are not compared with openapi.yaml. */
async function publish(ana: Person, content: string, idempotencyKey: string) {
  const response = await within(
    fetch(`${server.baseUrl}/api/v1/posts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ana.project.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ idempotencyKey, content, platforms: [{ platform: 'x', accountId: ana.account.id }] }),
    }),
  );
  const body = (await response.json()) as { post: Post; error: { message: string } };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
}

/** The request until it is not refused any more, as callers send it. */
const publishUntilAnswered = (ana: Person, content: string, key: string) =>
  until(async () => {
    const reply = await publish(ana, content, key);
    if (reply.status !== 503) return reply;
    expect(reply.retryAfter).toBe('5');
    // A part of that, or sixteen callers would keep the machine busy with refusals.
    await sleep(500);
    return null;
  });

/** Opens connections of every pool. */
const warm = (ana: Person) =>
  Promise.all([
    ...Array.from({ length: 6 }, (_, n) => ana.publish({ content: `Warm ${n} ${performance.now()}` })),
    ana.project.call('GET', '/api/v1/posts'),
    ana.project.call('GET', '/api/v1/accounts'),
    fetch(`${server.baseUrl}/sign-in`),
    readiness(),
  ]);

test('connections that lead to nowhere are dropped: keys answer again, each post is live once, and what runs beside requests continues', async () => {
  const ana = await personOf(server, 'x');
  await until(async () =>
    server.db.query({ text: 'select from pgboss_v12.schedule' }).then(
      ({ rows }) => rows[0] ?? null,
      () => null,
    ),
  );
  await warm(ana);
  const before = (await ana.posts()).length;
  proxy.vanish();

  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => publishUntilAnswered(ana, 'Of one key', 'one-key')),
    ...Array.from({ length: 4 }, (_, n) => publishUntilAnswered(ana, `Of its own key ${n}`, `key-${n}`)),
  ]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  const ids = new Set(answers.map(({ body }) => body.post.id));
  expect(ids.size).toBe(5);
  for (const id of ids) expect((await ana.project.settled(id)).status).toBe('published');
  expect((await ana.posts()).length - before).toBe(5);
  expect(await readiness()).toEqual([200, '{"status":"ready"}']);

  // Relay and job queue.
  const events = await until(async () => {
    const { body } = await within(ana.project.call<{ events: { type: string }[] }>('GET', '/api/v1/events?limit=100'));
    const settled = body.events.filter(({ type }) => type === 'post.published');
    return settled.length === before + 5 ? settled : null;
  });
  expect(events).toHaveLength(before + 5);
  const seen = looks;
  await until(async () => {
    await server.db
      .query({ text: `insert into pgboss_v12.job (name) values ('find-due-posts')` })
      .catch(() => undefined);
    return looks > seen || null;
  });
});

test('while no connection comes through, everything is refused in time and not ready; afterwards it works by itself', async () => {
  const ana = await personOf(server, 'x');
  await warm(ana);
  proxy.setAway(true);
  proxy.vanish();
  const [ready, ...replies] = await Promise.all([
    within(readiness()),
    ...Array.from({ length: 8 }, () => publish(ana, 'Behind one key', 'behind')),
    publish(ana, 'Of another key', 'another'),
  ]);
  expect(ready).toEqual([503, '{"status":"database unavailable"}']);
  for (const { status, retryAfter } of replies) expect([status, retryAfter]).toEqual([503, '5']);
  expect(replies.map(({ body }) => body.error.message)).toContain(
    'Another request with this idempotency key is not recorded yet. Send the same request again.',
  );

  proxy.setAway(false);
  proxy.vanish();
  await until(async () => ((await readiness())[0] === 200 ? true : null));
  const reply = await publishUntilAnswered(ana, 'Behind one key', 'behind');
  expect((await ana.project.settled(reply.body.post.id)).status).toBe('published');
  expect((await ana.posts()).filter(({ text }) => text === 'Behind one key')).toHaveLength(1);
});

test('a COMMIT whose answer never comes is an unknown result, and its connection is not used again', async () => {
  const own: DatabasePool = openDatabase({
    url: relayed,
    maxConnections: 1,
    statementTimeoutMs: STATEMENT_MS,
    onError: () => undefined,
  });
  const lost = own.transaction(async (tx) => {
    await tx.query({ text: "insert into workspaces (id, name) values (gen_random_uuid(), 'unknown')" });
    // The commit goes nowhere.
    proxy.vanish();
  });
  await expect(within(lost)).rejects.toBeInstanceOf(DatabaseUnavailable);
  const { rows } = await within(
    own.query<{ names: number }>({ text: "select count(*)::int as names from workspaces where name = 'unknown'" }),
  );
  expect(rows).toEqual([{ names: 0 }]);
  await own.close();
});
