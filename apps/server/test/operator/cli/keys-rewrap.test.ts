import { randomBytes } from 'node:crypto';
import { startSandbox } from '@fanfare/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../../src/composition/start-server.ts';
import { readConfig } from '../../../src/config/config.ts';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { createProject } from '../../../src/operator/dev/dev-projects.ts';
import { sandboxEnvironment } from '../../../src/operator/dev/sandbox-environment.ts';
import { ids, toPublicId } from '../../../src/process/ids.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { openProject, type Project } from '../../harness.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { runFanfare } from './run-fanfare.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [k1, k2, k3] = [key('k1'), key('k2'), key('k3')];
const NAMES = ['ada', 'ben', 'cleo'];

let database: TestDatabase;
let db: DatabasePool;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let apiKey: string;

beforeAll(async () => {
  [database, sandbox] = await Promise.all([createTestDatabase(), startSandbox({ port: 0 })]);
  db = openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined });
  apiKey = await createProject({ db, ids }, { name: 'Rotation', plan: 'self_hosted' });
});
afterAll(async () => {
  await Promise.all([sandbox.close(), db.close()]);
  await database.drop();
});

/** Runs `work` on the installation with these keys. */
async function withServer<T>(keys: readonly string[], work: (project: Project) => Promise<T>): Promise<T> {
  const settings = {
    ...sandboxEnvironment(sandbox.url),
    FANFARE_ENV: 'development',
    PORT: '0',
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: keys.join(','),
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
  };
  const server = await startServer(readConfig(settings), {
    log: createLogger('silent', () => undefined),
    // Its tables take longer to create than everything else here.
    startJobs: () => ({ wake: () => undefined, stop: async () => undefined }),
  });
  try {
    return await work(openProject(server.baseUrl, apiKey));
  } finally {
    await server.stop();
  }
}

const rewrap = (...keys: string[]) =>
  runFanfare(['keys', 'rewrap'], { DATABASE_URL: database.url, ENCRYPTION_KEYS: keys.join(',') });

const stored = async () =>
  (await db.query<{ key_id: string }>({ text: 'select key_id from credentials order by account_id' })).rows.map(
    (row) => row.key_id,
  );

const publish = async (project: Project) => {
  const accounts = (await project.call<{ accounts: { id: string }[] }>('GET', '/api/v1/accounts')).body.accounts;
  const platforms = accounts.map(({ id }) => ({ platform: 'threads', accountId: id }));
  return (
    await project.publish({ content: `Hello ${randomBytes(4).toString('hex')}`, platforms })
  ).body.post.targets.map(({ status }) => status);
};

test('the first key can be removed once everything is wrapped with the newest one, while servers run', async () => {
  await withServer([k1], async (project) => {
    for (const name of NAMES) await project.connect('threads', name);
  });
  expect(await stored()).toEqual(['k1', 'k1', 'k1']);
  const before = await db.query({ text: 'select sealed, version from credentials order by account_id' });

  await withServer([k2, k1], async (project) => {
    expect(await rewrap(k2, k1)).toEqual({
      code: 0,
      stdout:
        '3 credentials re-wrapped with "k2".\nNo credential needs "k1" any more. Backups made until now still do: keep the key with them.\n',
      stderr: '3 done, 0 left\n',
    });
    expect(await publish(project)).toEqual(['published', 'published', 'published']);
  });
  expect(await stored()).toEqual(['k2', 'k2', 'k2']);
  expect((await db.query({ text: 'select sealed, version from credentials order by account_id' })).rows).toEqual(
    before.rows,
  );

  await expect(withServer([k1], async () => undefined)).rejects.toThrow('which uses the key "k2"');
  await withServer([k2], async (project) => {
    expect(await publish(project)).toEqual(['published', 'published', 'published']);
  });
});

test('a second run finds nothing to do', async () => {
  expect(await rewrap(k2)).toEqual({ code: 0, stdout: '0 credentials re-wrapped with "k2".\n', stderr: '' });
});

test('without a key that is in use it changes nothing and names the missing key', async () => {
  expect(await rewrap(k3)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'fanfare: ENCRYPTION_KEYS does not contain the key "k2" that this database uses. Put the new key first and the old ones after it.\n',
  });
  expect(await rewrap()).toMatchObject({ code: 1, stderr: expect.stringContaining('ENCRYPTION_KEYS: not set.') });
  expect(await stored()).toEqual(['k2', 'k2', 'k2']);
});

test('a credential that cannot be decrypted is named and does not stop the others', async () => {
  const { rows } = await db.query<{ account_id: string }>({
    text: `update credentials set wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1)
           where account_id = (select id from accounts where username = 'ben') returning account_id`,
  });
  const outcome = await rewrap(k3, k2);
  expect(outcome).toMatchObject({ code: 1, stdout: '2 credentials re-wrapped with "k3".\n' });
  expect(outcome.stderr).toContain(`${toPublicId('acc', rows[0]!.account_id)} of prj_`);
  expect(outcome.stderr).toContain('Credentials still need an old key ("k2": 1).');

  await withServer([k3, k2], (project) => project.connect('threads', 'ben'));
  expect(await stored()).toEqual(['k3', 'k3', 'k3']);
  await withServer([k3], async (project) => {
    expect(await publish(project)).toEqual(['published', 'published', 'published']);
  });
});

test('it detects a server that still seals with the old key', async () => {
  await withServer([k3], async (project) => {
    const done = await rewrap(k1, k3);
    expect(done.stdout).toContain('3 credentials re-wrapped with "k1".');
    // This server was not restarted: it cannot open values of an unknown key, and continues to seal
    // with its own.
    await project.connect('threads', 'ada');
  });
  expect(await stored()).toEqual(['k3', 'k1', 'k1']);
  expect(await rewrap(k1, k3)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 credentials re-wrapped') });
  expect(await stored()).toEqual(['k1', 'k1', 'k1']);
  await rewrap(k3, k1);
});

test('thousands are rewrapped in batches, with the remaining count', async () => {
  await db.query({
    text: `insert into accounts (project_id, id, platform, platform_user_id, username, status, connected_at)
           select project_id, gen_random_uuid(), platform, username || n, 'copy', 'active', now()
           from accounts, generate_series(1, 400) n where username in ('ada', 'ben', 'cleo')`,
  });
  // Copies cannot be opened under another account's name, so they fail.
  await db.query({
    text: `insert into credentials (project_id, account_id, version, key_id, wrapped_key, sealed, scopes)
           select a.project_id, a.id, c.version, 'k2', c.wrapped_key, c.sealed, c.scopes
           from accounts a, (select * from credentials limit 1) c where a.username = 'copy'`,
  });
  const outcome = await rewrap(k3, k2);
  expect(outcome.code).toBe(1);
  expect(outcome.stderr.match(/^\d+ done, \d+ left$/gm)).toHaveLength(3);
  expect(outcome.stderr).toContain('("k2": 1200)');
});
