import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { serveMock } from '../src/server/index.ts';
import { callerOf, target } from './call-mock.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

async function served(options: Parameters<typeof serveMock>[0] = {}) {
  const { mock, url, close } = await serveMock({ clock: 'frozen', ...options });
  ended.push(close);
  const control = async (method: string, at: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/__mock${at}`, { method, ...(body && { body: JSON.stringify(body) }) });
    return response.json();
  };
  return { mock, url, control, call: callerOf({ ...mock, fetch: (input, init) => fetch(input, init) }) };
}

describe('the standalone server', () => {
  test('is driven from outside: scenario, schedule, clock, requests, reset', async () => {
    const { call, control, url, mock } = await served();
    expect(await control('GET', '')).toEqual({ apiKey: mock.apiKey, baseUrl: url, now: '2026-11-20T09:00:00.000Z' });
    const { accounts } = (await control('POST', '/scenario', { name: 'everything-works' })) as {
      accounts: Record<'x', Parameters<typeof target>[0]>;
    };
    const body = {
      content: 'Later',
      publishAt: '2026-11-20T10:00:00Z',
      platforms: [target(accounts.x)],
      idempotencyKey: 'a',
    };
    expect((await call('POST', '/posts', body)).status).toBe(202);
    expect(await control('POST', '/clock', { advanceMs: 3_600_000 })).toEqual({ now: '2026-11-20T10:00:00.000Z' });
    expect((await call('GET', '/posts')).body).toMatchObject({ posts: [{ status: 'published' }] });
    expect(await control('GET', '/requests')).toMatchObject({
      requests: [{ route: 'posts.create', status: 202 }, { route: 'posts.list' }],
    });
    await control('POST', '/reset');
    expect((await call('GET', '/posts')).body).toMatchObject({ posts: [] });
  });

  test('networks, faults, accounts and connects are scripted from outside', async () => {
    const { call, control } = await served();
    const { account } = (await control('POST', '/accounts', { platform: 'x', username: 'grace' })) as {
      account: Parameters<typeof target>[0];
    };
    await control('POST', '/networks', { platform: 'x', fail: 'publish', code: 'rate_limited' });
    const body = { content: 'a', platforms: [target(account)] };
    expect((await call('POST', '/posts', { ...body, idempotencyKey: 'a' })).body).toMatchObject({
      post: { targets: [{ errorDetail: { code: 'rate_limited' } }] },
    });
    await control('POST', '/networks', { platform: 'x', warn: 'alt_text_refused', message: 'Not this text.' });
    expect((await call('POST', '/posts', { ...body, idempotencyKey: 'w' })).body).toMatchObject({
      post: {
        targets: [{ status: 'published', warnings: [{ code: 'alt_text_refused', message: 'Not this text.' }] }],
      },
    });
    await control('POST', `/accounts/${account.id}/expire`);
    expect((await call('POST', '/posts', { ...body, idempotencyKey: 'b' })).body).toMatchObject({
      post: { targets: [{ errorDetail: { code: 'account_not_active' } }] },
    });
    await control('POST', '/faults', { route: 'usage.get', code: 'unavailable' });
    expect((await call('GET', '/usage')).status).toBe(503);
    const { authUrl } = (
      await call('POST', '/accounts/connect', { platform: 'x', redirectUrl: 'https://app.example/' })
    ).body as { authUrl: string };
    expect(await control('POST', '/connect', { authUrl, outcome: 'approve', username: 'grace' })).toEqual({
      redirectedTo: `https://app.example/?status=success&accountId=${account.id}&platform=x&username=grace`,
    });
    expect((await call('GET', `/accounts/${account.id}`)).body).toMatchObject({ account: { status: 'active' } });
    const less = { platform: 'threads', without: ['firstComments'] };
    expect(await control('POST', '/accounts', less)).toMatchObject({ account: { platform: 'threads' } });
    expect(await control('POST', '/accounts', { ...less, platform: 'linkedin' })).toEqual({
      error: 'LinkedIn grants all permissions or none: its users cannot decline first comments.',
    });
  });

  test('makes projects, each with a key of its own', async () => {
    const { control, call } = await served();
    const { project } = (await control('POST', '/projects', { name: 'Other', plan: 'free' })) as {
      project: Record<'id' | 'workspaceId' | 'name' | 'apiKey', string>;
    };
    expect(Object.keys(project).sort()).toEqual(['apiKey', 'id', 'name', 'workspaceId']);
    const { body } = await call('GET', '/usage', undefined, { authorization: `Bearer ${project.apiKey}` });
    expect(body).toMatchObject({ plan: 'free' });
    expect(await control('POST', '/projects', { plan: 'golden' })).toEqual({
      error: expect.stringMatching(/^plan: Must be one of: free/),
    });
  });

  test('what is not understood is refused with a sentence', async () => {
    const { control } = await served();
    expect(await control('POST', '/scenario', { name: 'nothing' })).toEqual({
      error: expect.stringContaining('name: Must be one of: everything-works'),
    });
    expect(await control('POST', '/clock', { advanceMs: -1 })).toEqual({ error: expect.any(String) });
    expect(await control('GET', '/nothing')).toMatchObject({ error: 'There is no GET /nothing here.' });
  });

  test.each<[string, object, string | RegExp]>([
    ['/clock', { advanceMs: -1 }, 'advanceMs: Must be at least 0.'],
    ['/clock', { travelTo: 'yesterday' }, /^travelTo: \S/],
    ['/networks', { platform: 'x', fail: 'publish', code: 'kaboom' }, /^code: Must be one of: account_not_active, /],
    [
      '/networks',
      { platform: 'twitter', slowMs: 5 },
      'platform: Must be one of: instagram, threads, x, linkedin, hub.',
    ],
    [
      '/networks',
      { platform: 'x', slow: 'metrics', slowMs: 5 },
      /^slow: Must be one of `publish`, `comment`, `repost`/,
    ],
    ['/faults', { code: 'nope' }, /^code: Must be one of: invalid_request, /],
    ['/faults', { delay: 5 }, /^delay: Unknown field; did you mean `delayMs`\?$/],
    ['/connect', { authUrl: 'https://a.example/connect/a', outcome: 'nope' }, /^outcome: .*permissions_missing/],
    ['/hubs', { type: 'ghost' }, 'type: Must be one of: wordpress, micropub.'],
    ['/hubs/connect-code', { hubUrl: 'nowhere' }, /^hubUrl: \S/],
    ['/hubs/fail', { code: 'not_found' }, /^code: Must be one of: hub_url_not_allowed, hub_auth_failed, /],
    ['/hubs/fail', { code: 'connect_code_invalid', on: 'spaces' }, /"connect_code_invalid" is not known. Known: hub_/],
    ['/posts', { targets: [{ account: 'x:ada', error: 'nope' }] }, /^targets\[0\]\.error: Must be one of: /],
  ])('%s says what is wrong with %j, and what is known', async (at, body, error) => {
    const { control } = await served();
    const message = typeof error === 'string' ? error : expect.stringMatching(error);
    expect(await control('POST', at, body)).toEqual({ error: message });
  });

  test('two Idempotency-Key lines are refused, and the description is served', async () => {
    const { url, mock } = await served();
    const account = mock.seed.account({ platform: 'x' });
    const sent = request(`${url}/api/v1/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mock.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': ['a', 'b'],
      },
    });
    sent.end(JSON.stringify({ content: 'a', platforms: [target(account)] }));
    const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    response.resume();
    expect(response.statusCode).toBe(400);
    expect(await (await fetch(`${url}/openapi.yaml`)).text()).toContain('openapi: 3.1');
  });

  test('a cut connection is cut on the wire', async () => {
    const { mock, call } = await served();
    mock.faults.add({ drop: 'after' });
    await expect(call('GET', '/usage')).rejects.toThrow(TypeError);
  });

  test('a running clock publishes what falls due, and ends a slow publish, by itself', async () => {
    const { mock, call } = await served({ clock: 'running' });
    const account = mock.seed.account({ platform: 'x' });
    mock.networks.x.slowNext(50);
    const created = await call('POST', '/posts', { content: 'a', platforms: [target(account)], idempotencyKey: 'a' });
    expect(created).toMatchObject({ status: 201, body: { post: { status: 'published' } } });
  });
});

describe('the command', () => {
  const bin = fileURLToPath(new URL('../src/server/bin.ts', import.meta.url));

  test('serves a seed file and a scenario on a port of its own', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-mock-'));
    ended.push(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'seed.json');
    writeFileSync(
      file,
      JSON.stringify({
        accounts: [
          { platform: 'x', username: 'grace' },
          { platform: 'linkedin', username: 'grace' },
        ],
        posts: [{ content: 'Old', targets: [{ account: 'x:grace' }, { account: 'linkedin:grace' }] }],
      }),
    );
    const child = spawn(process.execPath, [
      bin,
      '--port',
      '0',
      '--seed',
      file,
      '--scenario',
      'quota-reached',
      '--frozen',
      '--linkedin-member-metrics',
    ]);
    ended.push(() => child.kill());
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) === 3) break;
    const url = lines[0]!.replace('Fanfare mock on ', '');
    const headers = { authorization: `Bearer ${lines[1]!.replace('API key ', '')}` };
    const listed = await (await fetch(`${url}/api/v1/posts`, { headers })).json();
    expect(listed).toMatchObject({ posts: [{ content: 'Old', status: 'published' }] });
    const [{ id }] = (listed as { posts: [{ id: string }] }).posts;
    expect(await (await fetch(`${url}/api/v1/posts/${id}/metrics`, { headers })).json()).toMatchObject({
      targets: [{ metricsError: null }, { metrics: { likes: expect.any(Number) }, metricsError: null }],
    });
    expect(await (await fetch(`${url}/api/v1/usage`, { headers })).json()).toMatchObject({
      plan: 'free',
      remaining: 0,
    });
  });

  test.each([
    [['--port', 'x'], '--port must be an integer from 0 to 65535, not x.'],
    [['--scenario', 'nothing'], 'There is no scenario nothing.'],
    [['--seed', '/nowhere.json'], 'ENOENT'],
  ])('%j ends with a sentence and status 1', async (args, sentence) => {
    const child = spawn(process.execPath, [bin, ...args]);
    const said: string[] = [];
    child.stderr.on('data', (chunk) => said.push(String(chunk)));
    const [status] = await once(child, 'close');
    expect([status, said.join('')]).toEqual([1, expect.stringContaining(sentence)]);
  });
});
