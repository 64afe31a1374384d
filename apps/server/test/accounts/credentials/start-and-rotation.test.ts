import { randomBytes } from 'node:crypto';
import { startSandbox } from '@fanfare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../../src/composition/start-server.ts';
import { readConfig } from '../../../src/config/config.ts';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { createProject } from '../../../src/operator/dev/dev-projects.ts';
import { sandboxEnvironment } from '../../../src/operator/dev/sandbox-environment.ts';
import { ids } from '../../../src/process/ids.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { openProject } from '../../harness.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [first, second, third] = [key('k1'), key('k2'), key('k3')];

let database: TestDatabase;
let db: DatabasePool;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  [database, sandbox] = await Promise.all([createTestDatabase(), startSandbox({ port: 0 })]);
  db = openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined });
});
afterAll(async () => {
  await Promise.all([sandbox.close(), db.close()]);
  await database.drop();
});

/** The same installation, started with these keys. */
const start = (encryptionKeys: string) =>
  startServer(
    readConfig({
      ...sandboxEnvironment(sandbox.url),
      FANFARE_ENV: 'development',
      PORT: '0',
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: encryptionKeys,
      EGRESS_ALLOWED_HOSTS: '127.0.0.1',
    }),
    {
      log: createLogger('silent', () => undefined),
      // Its tables take longer to create than everything else here.
      startJobs: () => ({ wake: () => undefined, stop: async () => undefined }),
    },
  );

const NOT_FITTING =
  'ENCRYPTION_KEYS does not match this database, which uses the key "k1", but that key is missing or has another value. Put the key back into the list.';

describe('a database accepts only the keys it was first used with', () => {
  test('the first start accepts any key, and the next one the same key', async () => {
    await (await start(first)).stop();
    await (await start(first)).stop();
  });

  test.each([
    ['another key', () => second],
    ['another key of the same name', () => key('k1')],
    ['the same key under another name', () => first.replace('k1:', 'k9:')],
  ])('%s: the server refuses to start and says what to do', async (_name, keys) => {
    await expect(start(keys())).rejects.toThrow(NOT_FITTING);
  });

  test('a refused start leaves no listener and no change', async () => {
    const before = await db.query({ text: 'select canary from instance' });
    await expect(start(second)).rejects.toThrow();
    expect((await db.query({ text: 'select canary from instance' })).rows).toEqual(before.rows);
    const { rows } = await db.query<{ open: number }>({
      text: "select count(*)::int as open from pg_stat_activity where datname = current_database() and application_name = 'fanfare' and pid <> pg_backend_pid() and state <> 'idle'",
    });
    expect(rows).toEqual([{ open: 0 }]);
  });

  test('two servers that first start concurrently agree on one key', async () => {
    await db.query({ text: 'delete from instance' });
    const started = await Promise.allSettled([start(first), start(first), start(second)]);
    const servers = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect([1, 2]).toContain(servers.length);
    await Promise.all(servers.map((server) => server.stop()));
    await db.query({ text: 'delete from instance' });
  });
});

test('keys are rotated by adding a new one in front: what the old key sealed still opens', async () => {
  const before = await start(first);
  const apiKey = await createProject({ db, ids }, { name: 'Rotation', plan: 'self_hosted' });
  const ben = await openProject(before.baseUrl, apiKey).connect('threads', 'ben');
  await before.stop();

  const after = await start([third, second, first].join(','));
  const project = openProject(after.baseUrl, apiKey);
  const cleo = await project.connect('threads', 'cleo');
  const { rows } = await db.query<{ username: string; key_id: string }>({
    text: 'select username, key_id from credentials c join accounts a on a.id = c.account_id order by username',
  });
  expect(rows).toEqual([
    { username: 'ben', key_id: 'k1' },
    { username: 'cleo', key_id: 'k3' },
  ]);
  const published = await project.publish({
    content: 'After the change.',
    platforms: [ben, cleo].map(({ id, platform }) => ({ platform, accountId: id })),
  });
  expect(published.body.post.targets.map(({ status }) => status)).toEqual(['published', 'published']);
  await after.stop();
});

test('a credential that does not open fails its target as an internal error and reveals nothing', async () => {
  const server = await start([third, first].join(','));
  const apiKey = await createProject({ db, ids }, { name: 'Broken', plan: 'self_hosted' });
  const project = openProject(server.baseUrl, apiKey);
  const account = await project.connect('threads', 'ada');
  await db.query({
    text: "update credentials set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) where key_id = 'k3'",
  });
  const reply = await project.publish({
    content: 'Hello',
    platforms: [{ platform: 'threads', accountId: account.id }],
  });
  expect(reply.status).toBe(201);
  expect(reply.body.post).toMatchObject({
    status: 'failed',
    targets: [
      {
        status: 'failed',
        error: 'internal_error: The service could not open the credential of this account. Nothing was sent.',
        errorDetail: { code: 'internal_error', networkCode: null, networkMessage: null },
      },
    ],
  });
  expect(reply.text).not.toMatch(/decrypt|authenticate data|\bk3\b/i);

  const reconnected = await project.connect('threads', 'ada');
  expect(reconnected.id).toBe(account.id);
  const again = await project.publish({
    content: 'Hello',
    platforms: [{ platform: 'threads', accountId: account.id }],
  });
  expect(again.body.post.status).toBe('published');
  await server.stop();
});
