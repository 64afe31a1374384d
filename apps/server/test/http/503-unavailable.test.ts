import type { ListPlatformsResponse } from '@fanfare/contract';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { startTestServer } from '../harness.ts';
import { openSocket, rawPost, readAnswer } from '../raw-http.ts';

test('a stopping server finishes its work, replays, and refuses new work', async () => {
  const server = await startTestServer();
  const project = await server.createProject();
  const account = await project.connect('threads');
  const platforms = [{ platform: 'threads', accountId: account.id }];
  const before = await project.publish({ content: 'Before', platforms }, 'before');

  // Four requests are in flight when the stop comes: their last byte is missing.
  const authorization = `Authorization: Bearer ${project.apiKey}`;
  const sendAllButLastByte = async (request: Buffer) => {
    const socket = await openSocket(server.baseUrl);
    socket.write(request.subarray(0, -1));
    return {
      finish() {
        socket.write(request.subarray(-1));
        return readAnswer(socket);
      },
    };
  };
  const post = (idempotencyKey: string, content: string) =>
    rawPost('/api/v1/posts', [authorization], JSON.stringify({ idempotencyKey, content, platforms }));
  const waiting = {
    late: await sendAllButLastByte(post('late', 'Late')),
    replay: await sendAllButLastByte(post('before', 'Before')),
    ready: await sendAllButLastByte(Buffer.from('GET /readyz HTTP/1.1\r\nHost: fanfare\r\nConnection: close\r\n\r\n')),
    alive: await sendAllButLastByte(Buffer.from('GET /healthz HTTP/1.1\r\nHost: fanfare\r\nConnection: close\r\n\r\n')),
  };

  await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish' });
  const begun = project.publish({ content: 'Begun', platforms }, 'begun');
  await expect
    .poll(async () => (await server.sandbox.requests('threads')).filter(({ path }) => path.endsWith('threads_publish')))
    .toHaveLength(2);
  const stopped = server.stop();

  const late = await waiting.late.finish();
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5']);
  expect(JSON.parse(late.text)).toEqual(
    errorBody(late, 'unavailable', 'The service is stopping. Send the request again.'),
  );
  const replay = await waiting.replay.finish();
  expect([replay.status, JSON.parse(replay.text)]).toEqual([
    200,
    { post: before.body.post, replayed: true, warnings: [] },
  ]);
  const ready = await waiting.ready.finish();
  expect([ready.status, ready.text]).toEqual([503, '{"status":"stopping"}']);
  expect((await waiting.alive.finish()).status).toBe(200);

  await server.sandbox.release();
  const { status, body } = await begun;
  expect([status, body.post.status]).toEqual([201, 'published']);
  await stopped;
  const socket = await openSocket(server.baseUrl).catch((error: unknown) => error);
  expect(socket).toMatchObject({ code: 'ECONNREFUSED' });
});

test('a network that the operator has not set up cannot be connected, and the others can', async () => {
  const server = await startTestServer({ env: { INSTAGRAM_CLIENT_SECRET: '', X_CLIENT_ID: '' } });
  const project = await server.createProject();
  for (const platform of ['instagram', 'x']) {
    const reply = await project.call('POST', '/api/v1/accounts/connect', { platform });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '3600']);
    expect(reply.body).toEqual(
      errorBody(
        reply,
        'unavailable',
        `${platform} is not set up on this installation: its operator has not given the app credentials (docs/networks/${platform}.md).`,
      ),
    );
  }
  expect((await project.call('POST', '/api/v1/accounts/connect', { platform: 'threads' })).status).toBe(200);
  const { body } = await project.call<ListPlatformsResponse>('GET', '/api/v1/platforms');
  expect(body.platforms.map(({ platform, configured }) => [platform, configured])).toEqual([
    ['instagram', false],
    ['threads', true],
    ['x', false],
    ['linkedin', true],
    // A hub's users bring their own keys.
    ['hub', true],
  ]);
  await server.stop();
});

test('without its database the service reports it, and recovers with the database', async () => {
  const server = await startTestServer();
  const project = await server.createProject();
  const name = new URL(server.databaseUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`alter database "${name}" allow_connections false`);
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);

  for (const [method, path, body] of [
    ['GET', '/api/v1/accounts', undefined],
    [
      'POST',
      '/api/v1/posts',
      { idempotencyKey: 'k', content: 'Hello', platforms: [{ platform: 'x', accountId: 'a' }] },
    ],
  ] as const) {
    const reply = await project.call(method, path, body);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    expect(reply.body).toEqual(
      errorBody(reply, 'unavailable', 'The service cannot reach its database. Send the same request again.'),
    );
  }
  const readiness = async () => {
    const response = await fetch(`${server.baseUrl}/readyz`);
    return [response.status, await response.text()];
  };
  expect(await readiness()).toEqual([503, '{"status":"database unavailable"}']);
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);

  await admin.query(`alter database "${name}" allow_connections true`);
  expect(await readiness()).toEqual([200, '{"status":"ready"}']);
  expect((await project.call('GET', '/api/v1/accounts')).status).toBe(200);
  await admin.end();
  await server.stop();
});
