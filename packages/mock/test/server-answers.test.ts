import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { serveMock } from '../src/server/index.ts';

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

async function served() {
  const { mock, url, close } = await serveMock({ clock: 'frozen' });
  ended.push(close);
  return { mock, url };
}

/**
 * Headers that the connection adds to an answer, and those of the rate limit, which counts real
 * time.
 */
const OF_THE_CONNECTION = /^(?:connection|content-length|date|keep-alive|transfer-encoding|ratelimit)$/;

async function shown(response: Response) {
  const headers = [...response.headers].filter(([name]) => !OF_THE_CONNECTION.test(name));
  return { status: response.status, headers, body: await response.text() };
}

test.each<[string, string, RequestInit]>([
  ['a post', '/api/v1/posts', { method: 'POST', body: '{"content":"é 👍"}' }],
  ['a body that is not JSON', '/api/v1/posts', { method: 'POST', body: '{' }],
  ['a list with a query', '/api/v1/posts?limit=2&limit=3', {}],
  ['what is not there', '/api/v1/nothing', { method: 'DELETE' }],
  ['HEAD', '/api/v1/usage', { method: 'HEAD' }],
  ['another request id', '/api/v1/usage', { headers: { 'x-request-id': 'mine' } }],
  ['a key in a header', '/api/v1/posts', { method: 'POST', body: '{}', headers: { 'idempotency-key': 'é' } }],
  ['an unknown key', '/api/v1/usage', { headers: { authorization: 'Bearer nothing' } }],
  ['a redirect', '/docs', { redirect: 'manual' }],
  ['OPTIONS', '/readyz', { method: 'OPTIONS' }],
  ['an unknown connect link', '/connect/nothing', {}],
  ['a form', '/mock-networks/x?state=a', { method: 'POST', body: 'outcome=deny', redirect: 'manual' }],
])('%s gets the same status, headers and body as from mock.fetch', async (_, at, init) => {
  const { url, mock } = await served();
  const direct = createMock({ baseUrl: url });
  const type = at.startsWith('/api') ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers = { authorization: `Bearer ${mock.apiKey}`, 'content-type': type, ...init.headers };
  const [sent, made] = await Promise.all(
    [fetch, direct.fetch].map(async (send) => shown(await send(url + at, { ...init, headers }))),
  );
  expect(sent).toEqual(made);
  expect(mock.requests.all()).toEqual(direct.requests.all());
});

test('an answer has its length, and names of headers in lower case', async () => {
  const { url } = await served();
  const sent = request(`${url}/healthz`);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const names = response.rawHeaders.filter((_, at) => at % 2 === 0 && !/^(?:Date|Connection|Keep-Alive)$/.test(_));
  expect(names).toEqual(names.map((name) => name.toLowerCase()));
  expect([response.headers['content-length'], await text(response)]).toEqual([
    '32',
    '{"status":"ok","version":"mock"}',
  ]);
});
