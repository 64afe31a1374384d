import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedMock, serveMock } from '../src/server/index.ts';

let served: ServedMock;
beforeAll(async () => {
  served = await serveMock({ allowedHosts: ['app.test:3000', 'mock.internal.example'] });
});
afterAll(() => served.close());

/** A request with any `Host`, as fetch does not send it. */
const ask = (path: string, headers: Record<string, string>, method = 'POST') =>
  new Promise<{ status: number; body: unknown; cors: unknown }>((resolve, reject) => {
    const sent = request(`${served.url}${path}`, { method, headers }, async (answer) => {
      const body = await text(answer);
      resolve({
        status: answer.statusCode!,
        body: body === '' ? null : JSON.parse(body),
        cors: answer.headers['access-control-allow-origin'],
      });
    });
    sent.once('error', reject).end();
  });
const refused = (error: string) => ({ status: 403, body: { error }, cors: undefined });

test('pages of other origins do not control the mock, unless their host is allowed', async () => {
  const origin = 'https://evil.example';
  const no = refused(
    `The controls answer no page of ${origin}. Start the mock with --allowed-host for the host of that page.`,
  );
  expect(await ask('/__mock/reset', { origin })).toEqual(no);
  expect(await ask('/__mock', { origin }, 'GET')).toEqual(no);
  expect(await ask('/__mock/reset', { origin: 'null' })).toMatchObject({ status: 403 });
  const preflight = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-a' };
  expect(await ask('/__mock/reset', preflight, 'OPTIONS')).toEqual(no);
  expect((await ask('/__mock/reset', { origin: served.url })).status).toBe(200);
  expect(await ask('/__mock/reset', { origin: 'http://app.test:3000' })).toMatchObject({ status: 200, cors: '*' });
  // The API itself is for front ends of any origin.
  expect(await ask('/api/v1/platforms', { origin }, 'GET')).toMatchObject({ status: 401, cors: '*' });
});

test('a name that was pointed here does not control the mock', async () => {
  const { port } = new URL(served.url);
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example'])
    expect(await ask('/__mock/reset', { host, origin: `http://${host}` })).toEqual(
      refused(`The controls answer to no host ${host}. Start the mock with --allowed-host for that host.`),
    );
  for (const host of [
    `localhost:${port}`,
    '127.0.0.1',
    '[::1]:80',
    'mock',
    'fanfare.localhost',
    'mock.internal.example',
  ])
    expect([host, (await ask('/__mock/reset', { host })).status]).toEqual([host, 200]);
});
