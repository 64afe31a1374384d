import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '@fanfare/contract';
import { startSandbox } from '@fanfare/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { createProject } from '../../src/operator/dev/dev-projects.ts';
import { sandboxEnvironment } from '../../src/operator/dev/sandbox-environment.ts';
import { ids, toPublicId } from '../../src/process/ids.ts';
import { openProject, type Project } from '../harness.ts';
import { runFanfare } from '../operator/cli/run-fanfare.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { until } from '../until.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const REQUESTS_PER_MINUTE = 600;
const PUBLISHES_PER_MINUTE = 200;
/** Requests of the limit of publishes: a server holds less than this. */
const BATCH = PUBLISHES_PER_MINUTE / 50;

let database: TestDatabase;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let env: Record<string, string>;
let servers: ServerProcess[];
let addresses: string[];
let db: DatabasePool;

beforeAll(async () => {
  [database, sandbox] = await Promise.all([createTestDatabase(), startSandbox({ port: 0 })]);
  env = {
    ...sandboxEnvironment(sandbox.url),
    FANFARE_ENV: 'development',
    DATABASE_URL: database.url,
    DATABASE_POOL: '8',
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
    REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
    PUBLISHES_PER_MINUTE: String(PUBLISHES_PER_MINUTE),
  };
  servers = Array.from({ length: 4 }, () => startServerProcess(env));
  addresses = await Promise.all(servers.map(({ ready }) => ready));
  db = openDatabase({ url: database.url, maxConnections: 1, onError: () => undefined });
});
afterAll(async () => {
  for (const server of servers) server.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  await Promise.all([sandbox.close(), db.close()]);
  await database.drop();
});

/** The same project at each server. */
async function newProject(): Promise<{ readonly at: readonly Project[]; readonly apiKey: string }> {
  const apiKey = await createProject({ db, ids }, { name: 'Test', plan: 'self_hosted' });
  return { apiKey, at: addresses.map((address) => openProject(address, apiKey)) };
}

const everywhere = <T>(at: readonly Project[], ask: (project: Project) => Promise<T>) => Promise.all(at.map(ask));
const statusesOf = (at: readonly Project[]) =>
  everywhere(at, async (project) => (await project.call('GET', '/api/v1/platforms')).status);

test('a limit is one for all servers: of a burst over four of them exactly the limit passes, and what time gives back', async () => {
  const { at } = await newProject();
  const startedAt = performance.now();
  let passed = 0;
  for (let burst = 0; burst < 12; burst++) {
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => (await at[i % 4]!.call('GET', '/api/v1/platforms')).status),
    );
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    passed += statuses.filter((status) => status === 200).length;
  }
  const givenBack = ((performance.now() - startedAt) / 60_000) * REQUESTS_PER_MINUTE;
  expect(passed).toBeGreaterThanOrEqual(REQUESTS_PER_MINUTE);
  expect(passed).toBeLessThanOrEqual(REQUESTS_PER_MINUTE + givenBack);
});

/** A post for next year. */
const later = (accountId: string) => ({
  content: 'Later',
  publishAt: new Date(Date.now() + 365 * 86_400_000).toISOString(),
  platforms: [{ platform: 'threads' as const, accountId }],
});

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

test('one idempotency key at four servers at once makes one post', async () => {
  const { at } = await newProject();
  const account = await at[0]!.connect('threads');
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    const request = { content: key, platforms: [{ platform: 'threads' as const, accountId: account.id }] };
    const replies = await times(40, (i) => at[i % 4]!.publish(request, key));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(39).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => body.post.id)).size).toBe(1);
  }
  expect(await at[0]!.usage()).toMatchObject({ used: 5, reserved: 0 });
});

test('replays at servers that have not seen their key take nothing from the limit of publishes', async () => {
  const { at } = await newProject();
  const { at: others } = await newProject();
  const account = await at[0]!.connect('threads');
  const request = later(account.id);
  const startedAt = performance.now();
  const statusesOf = async (count: number, ask: (i: number) => ReturnType<Project['publish']>) =>
    (await times(count, ask)).map(({ status }) => status);
  expect(await statusesOf(50, (i) => at[0]!.publish(request, `key ${i}`))).toEqual(Array(50).fill(202));
  for (const server of [1, 2, 3]) {
    expect(await statusesOf(50, (i) => at[server]!.publish(request, `key ${i}`))).toEqual(Array(50).fill(200));
  }
  // Another account's post under a key of its own project.
  expect((await others[1]!.publish(request, 'key 0')).status).toBe(404);
  const statuses = await statusesOf(PUBLISHES_PER_MINUTE, (i) => at[i % 4]!.publish(request));
  const passed = statuses.filter((status) => status === 202).length;
  expect(statuses.filter((status) => status !== 202 && status !== 429)).toEqual([]);
  const givenBack = ((performance.now() - startedAt) / 60_000) * PUBLISHES_PER_MINUTE;
  expect(passed).toBeLessThanOrEqual(PUBLISHES_PER_MINUTE - 50 + givenBack);
  // What the servers hold and did not use.
  expect(passed).toBeGreaterThan(PUBLISHES_PER_MINUTE - 50 - 4 * BATCH);
});

test('when the command to revoke a key returns, every server refuses the key, and others go on', async () => {
  const { at, apiKey } = await newProject();
  const other = await newProject();
  expect(await statusesOf(at)).toEqual([200, 200, 200, 200]);
  const { rows } = await db.query<{ id: string }>({
    text: `select id from api_keys where key_sha256 = sha256(convert_to($1, 'UTF8'))`,
    values: [apiKey],
  });
  // A key that is in use is refused as well.
  const using = { current: true };
  const use = everywhere(at, async (project) => {
    while (using.current) await project.call('GET', '/api/v1/platforms');
  });
  const revoked = await runFanfare(['keys', 'revoke', toPublicId('key', rows[0]!.id)], env);
  expect([revoked.code, await statusesOf(at)]).toEqual([0, [401, 401, 401, 401]]);
  using.current = false;
  await use;
  expect(await statusesOf(other.at)).toEqual([200, 200, 200, 200]);
});

test('a key that is revoked by a statement, without any command, is refused everywhere a second later', async () => {
  const { at, apiKey } = await newProject();
  expect(await statusesOf(at)).toEqual([200, 200, 200, 200]);
  await db.query({
    text: `update api_keys set revoked_at = now() where key_sha256 = sha256(convert_to($1, 'UTF8'))`,
    values: [apiKey],
  });
  await sleep(1_000);
  expect(await statusesOf(at)).toEqual([401, 401, 401, 401]);
});

test('when the command to change a plan returns, every server counts by the new one', async () => {
  const { at } = await newProject();
  const planOf = async (project: Project) => (await project.usage()).plan;
  expect(new Set(await everywhere(at, planOf))).toEqual(new Set(['self_hosted']));
  const { rows } = await db.query<{ id: string }>({ text: 'select id from projects order by id desc limit 1' });
  expect((await runFanfare(['projects', 'set-plan', toPublicId('prj', rows[0]!.id), 'scale'], env)).code).toBe(0);
  expect(await everywhere(at, planOf)).toEqual(['scale', 'scale', 'scale', 'scale']);
});

test('a settled post that all servers have shown is empty everywhere a second after its profile is removed', async () => {
  const { at } = await newProject();
  const account = await at[0]!.connect('threads');
  const { body } = await at[0]!.publish({
    content: 'To be removed',
    platforms: [{ platform: 'threads', accountId: account.id }],
  });
  await at[0]!.addressed(body.post.id);
  const shown = await everywhere(at, (project) => project.read(body.post.id));
  expect(shown.map(({ content }) => content)).toEqual(Array.from({ length: 4 }, () => 'To be removed'));
  expect((await runFanfare(['remove', 'threads', account.platformUserId], env)).code).toBe(0);
  await everywhere(at, (project) => project.read(body.post.id));
  await sleep(1_000);
  const posts: Post[] = await everywhere(at, (project) => project.read(body.post.id));
  expect(posts.map(({ content, targets }) => ({ content, targets }))).toEqual(
    Array.from({ length: 4 }, () => ({ content: '', targets: [] })),
  );
});

test('the last use of a key is noted, whichever server it was used at', async () => {
  const { at, apiKey } = await newProject();
  await at[3]!.call('GET', '/api/v1/platforms');
  const noted = await until(async () => {
    const { rows } = await db.query<{ last_used_at: Date | null }>({
      text: `select last_used_at from api_keys where key_sha256 = sha256(convert_to($1, 'UTF8'))`,
      values: [apiKey],
    });
    return rows[0]!.last_used_at;
  });
  expect(noted).toBeInstanceOf(Date);
});
