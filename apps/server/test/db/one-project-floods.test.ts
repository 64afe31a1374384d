import type { ErrorBody, ListPostsResponse } from '@fanfare/contract';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import type { Project, Reply } from '../harness.ts';
import { until } from '../until.ts';
import { useServer } from '../use-server.ts';

const WAITING = 3;
const FLOOD = 12;
const server = useServer({
  env: {
    DATABASE_POOL: '10',
    DATABASE_POOL_PUBLISHING: '3',
    DATABASE_POOL_LISTS: '1',
    DATABASE_POOL_PAGES: '2',
    DATABASE_CONNECTIONS_PER_PROJECT: '2',
    DATABASE_WAITING_PER_PROJECT: String(WAITING),
    LIST_TIMEOUT_MS: '300',
  },
});

/** Holds every statement on a table, until `release`. */
let blocker: pg.Client;
const lock = async (...tables: string[]): Promise<void> => {
  await blocker.query('begin');
  for (const table of tables) await blocker.query(`lock table ${table} in access exclusive mode`);
};
const release = () => blocker.query('rollback');

/** Statements of this form that wait for the lock. */
const blocked = async (form: string): Promise<number> => {
  // Within its transaction the blocker would always see the same activity.
  const { rows } = await server.db.query<{ n: number }>({
    text: `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    values: [form],
  });
  return rows[0]!.n;
};

beforeEach(async () => {
  blocker = new pg.Client({ connectionString: server.databaseUrl });
  await blocker.connect();
});
afterEach(() => blocker.end());

const EXHAUSTED =
  'This project has too many requests in progress: they use its whole share of the database. Send fewer requests at once, then repeat this one.';
const TOO_SLOW =
  'The list took too long and was stopped. Narrow it: limit the time (createdAfter, createdBefore), combine fewer filters, or go on with cursor instead of offset.';

const flood = (project: Project, count: number, path: string) =>
  Array.from({ length: count }, () => project.call('GET', path));

test('a project that uses its whole share is refused with what to do; another project and publishing go on', async () => {
  const ana = await server.person('threads');
  const bob = await server.person('threads');
  // Of 10 connections 4 are for requests; a project may use 2 of them.
  await lock('usage_events', 'quota_periods');
  const refused: Reply<ErrorBody>[] = [];
  const flooding = flood(ana.project, FLOOD, '/api/v1/usage').map((asked) =>
    asked.then((reply) => {
      if (reply.status !== 200) refused.push(reply);
      return reply.status;
    }),
  );
  // All others are refused while two are at work and some wait.
  await until(async () => refused.length >= FLOOD - 2 - WAITING || null);
  await expect.poll(() => blocked('%')).toBe(2);
  expect((await bob.project.call('GET', '/api/v1/accounts')).status).toBe(200);
  await release();
  const statuses = await Promise.all(flooding);
  expect(statuses.filter((status) => status === 200)).toHaveLength(FLOOD - refused.length);
  for (const reply of refused) {
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
    expect(reply.body).toEqual(errorBody(reply, 'unavailable', EXHAUSTED));
  }
  expect((await ana.publish({ content: 'Room again' })).status).toBe(201);
});

test('a list that takes too long is answered with what to narrow, and costs nobody else a connection', async () => {
  const ana = await server.person('threads');
  const bob = await server.person('threads');
  await lock('posts');
  const [slow] = await Promise.all(flood(ana.project, 1, '/api/v1/posts?status=failed'));
  expect([slow!.status, slow!.headers.get('retry-after')]).toEqual([503, '5']);
  expect(slow!.body).toEqual(errorBody(slow!, 'unavailable', TOO_SLOW));
  const lists = flood(ana.project, 4, '/api/v1/posts');
  expect((await bob.project.call('GET', '/api/v1/accounts')).status).toBe(200);
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  await release();
  const reply = await ana.project.call<ListPostsResponse>('GET', '/api/v1/posts');
  expect([reply.status, reply.body.posts]).toEqual([200, []]);
});

test('while every connection for requests is blocked, due posts are published and the service is ready', async () => {
  const people = [await server.person('threads'), await server.person('threads')];
  const [due] = people;
  const publishAt = new Date(server.clock.now() + 3_600_000).toISOString();
  expect((await due!.publish({ content: 'Due', publishAt })).status).toBe(202);
  await server.db.query({ text: "update targets set run_at = now() where status = 'pending'" });
  await lock('webhook_endpoints');
  const flooding = people.flatMap(({ project }) => flood(project, 2, '/api/v1/webhooks'));
  // All 4 connections for requests.
  await until(async () => (await blocked('%from "webhook_endpoints"%order by%')) === 4 || null);
  // It finds work first; what it deletes later may wait for the lock.
  const tick = server.tick();
  await until(async () => (await due!.posts()).length === 1 || null);
  expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
  await release();
  await tick;
  expect((await Promise.all(flooding)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
