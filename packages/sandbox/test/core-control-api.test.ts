import { request } from 'node:http';
import { expect, it } from 'vitest';
import { createClock } from '../src/clock.ts';
import { startSandbox } from '../src/start.ts';
import { field, ids, startX } from './x-session.ts';

const { sandbox, call, control, connect, post, exchange, webUrl } = await startX();

const requests = async (query = '') => {
  const { body } = await control(`/requests?network=x${query}`, undefined, 'GET');
  const { requests: list } = field(body);
  return Array.isArray(list) ? list.map(field) : [];
};

/** fetch() sets the Host header itself; this imitates a client that uses the real host. */
function askAs(host: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asking = request({ port: sandbox.port, host: '127.0.0.1', path, headers: { host } }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    asking.on('error', reject).end();
  });
}

it('describes the networks, their people and their controls', async () => {
  const { body } = await control('/state', undefined, 'GET');
  const { networks, faults, now } = field(body);
  expect(faults).toEqual([]);
  expect(now).toBe('2026-11-02T09:00:00.000Z');
  expect(Object.keys(field(networks))).toEqual(['instagram', 'threads', 'x', 'linkedin', 'hub']);
  expect(field(networks).x).toEqual({
    roles: { api: `${sandbox.url}/x/api`, web: `${sandbox.url}/x/web` },
    hosts: expect.objectContaining({ 'api.x.com': 'api', 'twitter.com': 'web' }),
    controls: expect.arrayContaining(['revoke-token', 'expire-tokens', 'processing', 'restrict']),
    profiles: [
      { id: ids.ada, username: 'ada', name: 'Ada Park', kind: 'person' },
      { id: ids.ben, username: 'ben', name: 'Ben Okafor', kind: 'person' },
      { id: ids.cleo, username: 'cleo', name: 'Cleo Marin', kind: 'person, Premium' },
    ],
  });
});

it('adds people who can be connected at once', async () => {
  const added = await control('/x/profiles', { username: 'dora_42', name: 'Dora Lind', id: '77' });
  expect(added).toMatchObject({
    status: 201,
    body: { id: '77', username: 'dora_42', name: 'Dora Lind', kind: 'person' },
  });
  const { token } = await connect('dora_42');
  expect((await call('GET', '/2/users/me', { token })).body).toEqual({
    data: { id: '77', name: 'Dora Lind', username: 'dora_42' },
  });
});

it('lists published posts by network and by person', async () => {
  const { token } = await connect('ada');
  await post(token, { text: 'by Ada' });
  await control('/x/post', { username: 'ben', text: 'by Ben' });
  const list = async (query: string) => {
    const { body } = await control(`/posts${query}`, undefined, 'GET');
    const { posts } = field(body);
    return Array.isArray(posts) ? posts.map((each) => field(each).text) : [];
  };
  expect(await list('')).toEqual(['by Ben', 'by Ada']);
  expect(await list('?network=x&profile=ada')).toEqual(['by Ada']);
  expect(await list(`?profile=${ids.ben}`)).toEqual(['by Ben']);
  expect(await list('?network=linkedin')).toEqual([]);
  expect((await control('/posts?network=myspace', undefined, 'GET')).status).toBe(400);
});

it('logs every request as received', async () => {
  await control('/requests', undefined, 'DELETE');
  await call('POST', '/2/tweets?a=1', { token: 'some-token', body: { text: 'ä' }, headers: { 'x-extra': 'yes' } });
  const [entry] = await requests();
  expect(entry).toEqual({
    id: expect.any(Number),
    at: '2026-11-02T09:00:00.000Z',
    network: 'x',
    role: 'api',
    method: 'POST',
    path: '/2/tweets',
    query: 'a=1',
    headers: expect.objectContaining({ authorization: 'Bearer some-token', 'x-extra': 'yes' }),
    body: '{"text":"ä"}',
    bodyBytes: 13,
    status: 401,
    simulatorStatus: 401,
    fault: null,
    durationMs: expect.any(Number),
  });
  expect(await requests(`&since=${entry?.id}`)).toEqual([]);
  expect((await control('/requests?since=x', undefined, 'GET')).status).toBe(400);
});

it('stores only the size of a body that is long or not text', async () => {
  await control('/requests', undefined, 'DELETE');
  const { token } = await connect('ada');
  await control('/requests', undefined, 'DELETE');
  const form = new FormData();
  form.set('media', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xfe])]));
  await call('POST', '/2/media/upload', { token, body: form });
  await post(token, { text: 'a'.repeat(70_000) });
  const [binary, long] = await requests();
  expect([binary?.body, long?.body, long?.bodyBytes]).toEqual([null, null, 70_011]);
  expect(binary?.bodyBytes).toBeGreaterThan(100);
});

it('shows people shortened tokens, and tests full ones', async () => {
  await control('/requests', undefined, 'DELETE');
  const secret = 'a-secret-refresh-token';
  await exchange({ grant_type: 'refresh_token', refresh_token: secret });
  await call('GET', `/2/users/me?access_token=${secret}`, { token: secret });
  await call('POST', '/2/oauth2/token', { body: { refresh_token: secret } });
  expect((await requests()).every((entry) => JSON.stringify(entry).includes(secret))).toBe(true);
  const masked = await requests('&masked=true');
  expect(JSON.stringify(masked)).not.toContain(secret);
  expect(masked.map(({ query, body }) => `${query} ${body}`)).toEqual([
    ' grant_type=refresh_token&refresh_token=a-se…',
    'access_token=a-se… null',
    ' {"refresh_token":"a-se…"}',
  ]);
  expect(field(masked[1]?.headers).authorization).toBe('Bearer a-se…');
});

it('advances its clock, and resets it', async () => {
  const { body } = await control('/clock', { advanceMs: 86_400_000 });
  expect(body).toEqual({ now: '2026-11-03T09:00:00.000Z' });
  expect((await control('/clock', { advanceMs: -1 })).status).toBe(400);
  expect((await control('/clock', { advance: 1 })).status).toBe(400);
  await control('/faults', { network: 'x', action: 'drop_before' });
  expect((await control('/reset')).body).toEqual({ reset: true });
  const { now, faults } = field((await control('/state', undefined, 'GET')).body);
  expect({ now, faults }).toEqual({ now: '2026-11-02T09:00:00.000Z', faults: [] });
  expect(await requests()).toEqual([]);
});

it('uses a given clock', async () => {
  const other = await startSandbox({ port: 0, clock: createClock(() => Date.parse('2026-01-01T00:00:00Z')) });
  const state: unknown = await (await fetch(`${other.url}/__sandbox/state`)).json();
  expect(field(state).now).toBe('2026-01-01T00:00:00.000Z');
  await other.close();
});

it.each([
  ['POST', '/x/no-such-control', {}, 400, /no such control; x has: revoke-token/],
  ['POST', '/myspace/profiles', {}, 400, /no such network; there are: instagram, threads, x, linkedin, hub/],
  ['POST', '/x/apps', { clientId: 'a', clientSecret: 'b', redirectUris: [] }, 400, /"redirectUris" must be a list/],
  ['POST', '/clock', [], 400, /the body must be a JSON object/],
  ['GET', '/nothing', undefined, 404, /the control API has no GET \/nothing/],
])('answers %s %s with %o clearly', async (method, path, body, status, message) => {
  const answer = await control(path, body, method);
  expect({ status: answer.status, error: field(answer.body).error }).toEqual({
    status,
    error: expect.stringMatching(message),
  });
});

it('accepts only JSON, and nothing from pages of other sites', async () => {
  const send = (headers: Record<string, string>, body: string) =>
    fetch(`${sandbox.url}/__sandbox/clock`, { method: 'POST', headers, body });
  expect((await send({ 'content-type': 'text/plain' }, '{"advanceMs":1}')).status).toBe(415);
  expect((await send({ 'content-type': 'application/json' }, '{')).status).toBe(400);
  expect(
    (await send({ 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }, '{"advanceMs":1}')).status,
  ).toBe(403);
  expect(
    (await send({ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }, '{"advanceMs":1}')).status,
  ).toBe(200);
});

it('finds a network by the real host name too, and itself by its own path under any name', async () => {
  expect((await askAs('api.x.com', '/2/users/me')).status).toBe(401);
  expect((await askAs('API.twitter.com:443', '/2/users/me')).status).toBe(401);
  expect((await askAs('x.com', '/i/oauth2/authorize')).body).toContain('Something went wrong');
  expect((await askAs('api.x.com', '/__sandbox/state')).status).toBe(200);
  const entries = (await requests()).slice(-3).map(({ role, path }) => `${role} ${path}`);
  expect(entries).toEqual(['api /2/users/me', 'api /2/users/me', 'web /i/oauth2/authorize']);
  const elsewhere = await askAs('localhost', '/nothing/here');
  expect([elsewhere.status, elsewhere.body]).toEqual([404, '{"error":"the sandbox has nothing at GET /nothing/here"}']);
  expect((await fetch(`${webUrl}/nobody/status/1`)).status).toBe(404);
});

it('dates every answer by its own clock', async () => {
  await control('/clock', { advanceMs: 600_000 });
  const answer = await fetch(`${sandbox.url}/x/api/2/users/me`);
  const { now } = field((await control('/state', undefined, 'GET')).body);
  expect(answer.headers.get('date')).toBe(new Date(String(now)).toUTCString());
});
