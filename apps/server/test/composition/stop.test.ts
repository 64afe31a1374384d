import { randomBytes } from 'node:crypto';
import { startSandbox } from '@fanfare/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { createProject } from '../../src/operator/dev/dev-projects.ts';
import { sandboxEnvironment } from '../../src/operator/dev/sandbox-environment.ts';
import { ids } from '../../src/process/ids.ts';
import { type Created, openProject, type Project, type Reply } from '../harness.ts';
import { controlSandbox, type SandboxControl } from '../sandbox-control.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

let database: TestDatabase;
let db: DatabasePool;
let simulated: Awaited<ReturnType<typeof startSandbox>>;
let sandbox: SandboxControl;
let env: Record<string, string>;
let server: ServerProcess;
let project: Project;
let platforms: unknown[];
let posted = 0;

beforeAll(async () => {
  [database, simulated] = await Promise.all([createTestDatabase(), startSandbox({ port: 0 })]);
  db = openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined });
  sandbox = controlSandbox(simulated.url);
  env = {
    ...sandboxEnvironment(simulated.url),
    FANFARE_ENV: 'development',
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
  };
});
afterAll(async () => {
  await Promise.all([simulated.close(), db.close()]);
  await database.drop();
});

beforeEach(async () => {
  await sandbox.removeFaults();
  server = startServerProcess(env);
  project = openProject(await server.ready, await createProject({ db, ids }, { name: 'Test', plan: 'self_hosted' }));
  platforms = [{ platform: 'x', accountId: (await project.connect('x')).id }];
});

/** A post whose network call is in flight and gets no answer before `sandbox.release`. */
async function publishSlowly(): Promise<{ answer: Promise<Reply<Created>> }> {
  const asked = async () =>
    (await sandbox.requests('x')).filter(({ path, method }) => path === '/2/tweets' && method === 'POST').length;
  const before = await asked();
  await sandbox.hold('before', { network: 'x', method: 'POST', path: '^/2/tweets$' });
  const answer = project.publish({ content: `In flight ${++posted}`, platforms });
  answer.catch(() => undefined);
  await expect.poll(asked).toBe(before + 1);
  return { answer };
}

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s: publishes in flight are finished and answered, /readyz turns away new requests, then the server exits with 0',
  async (signal) => {
    const { answer } = await publishSlowly();
    server.kill(signal);
    const baseUrl = await server.ready;
    await expect
      .poll(async () => {
        const ready = await fetch(`${baseUrl}/readyz`);
        return [ready.status, await ready.json()];
      })
      .toEqual([503, { status: 'stopping' }]);
    const refused = await project.publish<unknown>({ content: 'Too late', platforms });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    await sandbox.release();

    const { status, body } = await answer;
    expect([status, body.post.status, body.post.targets[0]?.error]).toEqual([201, 'published', null]);
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  },
);

test('a second SIGTERM does not wait, and what was in flight is recorded', async () => {
  const { answer } = await publishSlowly();
  server.kill('SIGTERM');
  const baseUrl = await server.ready;
  await expect.poll(async () => (await fetch(`${baseUrl}/readyz`)).status).toBe(503);
  server.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 1, signal: null, stderr: '' });
  await expect(answer).rejects.toThrow('fetch failed');
});

test('SIGINT ends an idle server at once, also with open keep-alive connections', async () => {
  const baseUrl = await server.ready;
  // fetch keeps the connection for the next request.
  expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
  server.kill('SIGINT');
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('a server whose parent is gone finishes its work and exits', async () => {
  const { answer } = await publishSlowly();
  server.abandon();
  await sandbox.release();
  const { status, body } = await answer;
  expect([status, body.post.status]).toEqual([201, 'published']);
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});
