import type { ErrorBody } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { callerOf, everyNetwork, target } from './call-mock.ts';

test('the same seed and the same calls give the same ids, also after a reset', async () => {
  const one = everyNetwork({ seed: 7 });
  const other = everyNetwork({ seed: 7 });
  expect([one.mock.apiKey, one.x]).toEqual([other.mock.apiKey, other.x]);
  expect(everyNetwork({ seed: 8 }).x.id).not.toBe(one.x.id);
  const apiKey = one.mock.apiKey;
  one.mock.reset();
  expect(one.mock.apiKey).toBe(apiKey);
  expect(one.mock.scenario('everything-works').x).toEqual(one.x);
  expect(one.x.id).toMatch(/^acc_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  expect(apiKey).toMatch(/^fanfare_sk_[0-9A-Za-z]{49}$/);
});

test('publishes have a limit of their own, which replays do not count in', async () => {
  const { call, x } = everyNetwork({ publishesPerMinute: 1 });
  const body = { content: 'a', platforms: [target(x)], idempotencyKey: 'a' };
  expect((await call('POST', '/posts', body)).status).toBe(201);
  expect((await call('POST', '/posts', body)).status).toBe(200);
  expect((await call('POST', '/posts', { ...body, idempotencyKey: 'b' })).status).toBe(429);
});

test('the log has the last 1,000 requests, in their order', async () => {
  const mock = createMock();
  const ask = (id: number) => mock.fetch(`${mock.baseUrl}/healthz`, { headers: { 'X-Request-Id': `r${id}` } });
  const logged = () => mock.requests.all().map(({ requestId }) => requestId);
  const last = (id: number) => Array.from({ length: 1_000 }, (_, at) => `r${id - 999 + at}`);
  for (let id = 1; id <= 2_300; id++) {
    await ask(id);
    if ([1_000, 1_001, 1_999, 2_000, 2_300].includes(id)) expect(logged()).toEqual(last(id));
  }
  mock.requests.clear();
  expect(logged()).toEqual([]);
});

test('a wrong method names the right ones, a wrong address is 404, HEAD is GET without a body', async () => {
  const { mock, call } = everyNetwork();
  const wrong = await call('PATCH', '/posts', {});
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD']);
  expect((await call('GET', '/nothing')).status).toBe(404);
  const head = await mock.fetch(`${mock.baseUrl}/api/v1/usage`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${mock.apiKey}` },
  });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a body is JSON in UTF-8, declared as that and nothing near it', async () => {
  const { mock } = everyNetwork();
  const statusOf = async (type: string) => {
    const headers = { authorization: `Bearer ${mock.apiKey}`, 'content-type': type };
    const request = { method: 'POST', headers, body: '{"platform":"x"}' };
    return (await mock.fetch(`${mock.baseUrl}/api/v1/accounts/connect`, request)).status;
  };
  const types = ['application/json', 'Application/JSON; Charset="UTF-8"', 'application/json; a=b;c="d;e"'];
  expect(await Promise.all(types.map(statusOf))).toEqual([200, 200, 200]);
  const others = ['application/json;', 'application/json, a/b', 'application/json; charset=utf-16', 'text/json'];
  expect(await Promise.all(others.map(statusOf))).toEqual([415, 415, 415, 415]);
});

test('of a list that is far too long, the first fifty entries are looked at', async () => {
  const { call } = everyNetwork();
  const answer = await call('POST', '/posts', { platforms: Array.from({ length: 120 }, () => 1), idempotencyKey: 'a' });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  expect((answer.body as { error: { details: unknown[] } }).error.details).toHaveLength(51);
});

test('of a query, the first thousand fields are looked at', async () => {
  const { call } = everyNetwork();
  const refused = async (count: number) => {
    const { body } = await call('GET', `/posts?${'a=1&'.repeat(count)}limit=0`);
    return (body as ErrorBody).error.details?.map((detail) => 'path' in detail && detail.path);
  };
  expect(await refused(999)).toEqual(['a', 'limit']);
  expect(await refused(1_000)).toEqual(['a']);
});

test('whatever is sent is logged, without keys', async () => {
  const { mock, call, x } = everyNetwork();
  await call(
    'POST',
    '/posts',
    { content: '', platforms: [target(x)] },
    { 'idempotency-key': 'a', 'x-request-id': 'r1' },
  );
  expect(mock.requests.of('posts.create')).toEqual([
    {
      at: '2026-11-20T09:00:00.000Z',
      method: 'POST',
      path: '/api/v1/posts',
      query: {},
      route: 'posts.create',
      body: { content: '', platforms: [target(x)] },
      idempotencyKey: 'a',
      status: 400,
      code: 'invalid_post',
      requestId: 'r1',
    },
  ]);
  expect(JSON.stringify(mock.requests.all())).not.toContain(mock.apiKey);
});

test('an answer that is lost was given all the same; a connection that is cut before was not', async () => {
  const { mock, call, x } = everyNetwork();
  const body = { content: 'a', platforms: [target(x)], idempotencyKey: 'a' };
  mock.faults.add({ route: 'posts.create', drop: 'before' });
  await expect(call('POST', '/posts', body)).rejects.toMatchObject({ name: 'TypeError', message: 'fetch failed' });
  expect((await call('GET', '/posts')).body).toMatchObject({ posts: [] });
  mock.faults.add({ route: 'posts.create', drop: 'after' });
  await expect(call('POST', '/posts', body)).rejects.toThrow(TypeError);
  expect((await call('POST', '/posts', body)).body).toMatchObject({ replayed: true, post: { status: 'published' } });
});

test('a proxy in front can fail without a body of the service, and answers can come late', async () => {
  const mock = createMock();
  mock.faults.add({ status: 502, delayMs: 20, times: 2 });
  const startedAt = performance.now();
  const response = await mock.fetch(`${mock.baseUrl}/api/v1/usage`);
  expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html']);
  expect(performance.now() - startedAt).toBeGreaterThan(15);
});

test('every scenario can be set up, and says what it is', async () => {
  const { SCENARIOS, SCENARIO_NAMES } = await import('../src/index.ts');
  for (const name of SCENARIO_NAMES) {
    const mock = createMock();
    expect(Object.keys(mock.scenario(name))).toEqual(['instagram', 'threads', 'x', 'linkedin']);
    expect(SCENARIOS[name].summary).toMatch(/\.$/);
  }
  const down = createMock();
  down.scenario('service-down');
  expect((await callerOf(down)('GET', '/usage')).headers.get('retry-after')).toBe('5');
});

test('the description and the health of the service are answered without a key, by GET and HEAD alone', async () => {
  const mock = createMock();
  const ask = (method: string, path: string) => mock.fetch(`${mock.baseUrl}${path}`, { method });
  const described = await ask('GET', '/openapi.yaml');
  expect([described.status, described.headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8']);
  const text = await described.text();
  expect(text).toContain('openapi: 3.1');
  expect(/^servers:\n.*\n/m.exec(text)?.[0]).toBe(`servers:\n  - url: "${mock.baseUrl}"\n`);
  expect(await (await ask('GET', '/healthz')).json()).toEqual({ status: 'ok', version: 'mock' });
  expect(await (await ask('GET', '/Readyz/')).json()).toEqual({ status: 'ready' });
  for (const path of ['/openapi.yaml', '/healthz', '/readyz']) {
    const head = await ask('HEAD', path);
    expect([head.status, await head.text()], path).toEqual([200, '']);
    expect((await ask('OPTIONS', path)).headers.get('allow'), path).toBe('GET,HEAD');
    const refused = await ask('POST', path);
    expect([refused.status, refused.headers.get('allow')], path).toEqual([405, 'GET, HEAD']);
  }
});

test('a body of too many values or levels is refused before it is parsed; of many unknown fields 100 are named', async () => {
  const { call } = everyNetwork();
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 0]));
  const deep = (levels: number): unknown[] => (levels === 1 ? [] : [deep(levels - 1)]);
  for (const body of [fields(1_000), { content: deep(20) }]) {
    const { status, body: answer } = await call('POST', '/posts/validate', body);
    expect([status, answer]).toMatchObject([
      400,
      { error: { code: 'invalid_request', message: expect.stringMatching(/^The body has more than 1000 values/) } },
    ]);
  }
  const named = await call('POST', '/posts/validate', fields(990));
  const { error } = named.body as ErrorBody;
  expect([named.status, error.details?.length]).toEqual([400, 100]);
  expect(error.message).toMatch(/\(and 990 more, see details\)$/);
});

test('a large body counts as several requests, and the keys of a project share ten times the limit of one', async () => {
  const { mock, call } = everyNetwork({ requestsPerMinute: 3 });
  const large = { a: 'b'.repeat(65_536) };
  expect((await call('POST', '/posts/validate', large)).headers.get('ratelimit')).toBe('"requests";r=1;t=40');
  const refused = await call('POST', '/posts/validate', large);
  expect([refused.status, refused.headers.get('ratelimit'), refused.headers.get('retry-after')]).toEqual([
    429,
    '"requests";r=1;t=20',
    '20',
  ]);
  const { id } = mock.seed.project();
  const keys = Array.from({ length: 11 }, () => callerOf({ ...mock, apiKey: mock.seed.key(id) }));
  for (const ask of keys.slice(0, 10))
    for (let at = 0; at < 3; at++)
      expect((await ask('GET', '/usage')).headers.get('ratelimit')).toContain(`r=${2 - at};`);
  const last = await keys[10]!('GET', '/usage');
  expect([last.status, last.headers.get('ratelimit-policy'), last.headers.get('ratelimit')]).toEqual([
    429,
    '"project-requests";q=30;w=60',
    '"project-requests";r=0;t=2',
  ]);
});
