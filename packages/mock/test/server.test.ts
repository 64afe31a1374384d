import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Webhook, WebhookEvent } from '@fanfare/contract';
import { verify } from '@fanfare/sdk/webhooks';
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
  test('bounds the bodies of its controls, and keeps no more of one than it may have', async () => {
    const { url } = await served();
    const seed = async (body: string) => {
      const answer = await fetch(`${url}/__mock/seed`, { method: 'POST', body });
      return [answer.status, await answer.json()];
    };
    const error = expect.stringMatching(/^The body is larger than 2 MiB, or has more than 100,000 values or 20 levels/);
    for (const body of [`[${'0,'.repeat(100_000)}0]`, '['.repeat(21), `"${'a'.repeat(8 * 1024 ** 2)}"`])
      expect(await seed(body)).toEqual([400, { error }]);
  });

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

  test('delivers events to a webhook of another process, and shows them', async () => {
    const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
    const receiver = createServer(async (incoming, outgoing) => {
      const body = await text(incoming);
      received.push({ headers: incoming.headers, body });
      outgoing.writeHead(received.length === 1 ? 503 : 200).end();
    });
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
    ended.push(() => receiver.close());
    const address = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const { call, control } = await served({ deliver: 'fetch', allowedHosts: [address] });
    const hook = { url: `http://${address}/hooks`, events: ['account.expiring', 'account.expired'] };
    const { secret } = (await control('POST', '/webhooks', hook)) as { secret: string };
    const created = await call('POST', '/webhooks', { url: `${hook.url}/others`, events: ['network.version_ended'] });
    expect(created.status).toBe(201);
    await control('POST', '/webhooks/fail', { how: 410, webhookId: (created.body as { webhook: Webhook }).webhook.id });
    const { account } = (await control('POST', '/accounts', { platform: 'linkedin' })) as { account: { id: string } };
    await control('POST', `/accounts/${account.id}/expire`, { at: '2026-11-20T10:00:00Z' });
    await control('POST', '/networks', { platform: 'linkedin', endVersion: '202511', nextVersion: '202610' });
    await control('POST', '/clock', { advanceMs: 3_600_000 });
    const { events } = (await control('GET', '/events')) as { events: WebhookEvent[] };
    expect(events.map(({ type }) => type)).toEqual([
      'account.expiring',
      'network.version_ended',
      'webhook.disabled',
      'account.expired',
    ]);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([events[0]!.id, events[0]!.id, events[3]!.id]);
    const verified = received.map(({ headers, body }) => verify(body, headers, secret));
    expect(await Promise.all(verified)).toEqual([events[0], events[0], events[3]]);
    expect((await call('GET', '/webhooks')).body).toMatchObject({
      webhooks: [{ enabled: true }, { enabled: false, disabledReason: 'gone' }],
    });
    await control('DELETE', '/events');
    expect(await control('GET', '/events')).toEqual({ events: [] });
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
      error: expect.stringContaining('.plan: "golden" is not known. Known: free, '),
    });
  });

  test('what is not understood is refused with a sentence', async () => {
    const { control } = await served();
    expect(await control('POST', '/scenario', { name: 'nothing' })).toEqual({
      error: expect.stringContaining('"nothing" is not known. Known: everything-works'),
    });
    expect(await control('GET', '/nothing')).toMatchObject({ error: 'There is no GET /nothing here.' });
  });

  test.each<[string, object, string | RegExp]>([
    ['/clock', { advanceMs: -1 }, 'clock.advanceMs: -1 is not a number of at least 0.'],
    ['/clock', { travelTo: 'yesterday' }, 'clock.travelTo: "yesterday" is not a Date or an ISO 8601 time.'],
    ['/clock', {}, 'Give advanceMs or travelTo.'],
    [
      '/networks',
      { platform: 'x', fail: 'publish', code: 'kaboom' },
      /"kaboom" is not known. Known: account_not_active, /,
    ],
    [
      '/networks',
      { platform: 'twitter', slowMs: 5 },
      'platform: "twitter" is not known. Known: instagram, threads, x, linkedin, hub.',
    ],
    [
      '/networks',
      { platform: 'x', slow: 'metrics', slowMs: 5 },
      'slow: "metrics" is not known. Known: publish, comment, repost.',
    ],
    [
      '/networks',
      { platform: 'x', endVersion: 'v1', times: 2 },
      /"times" is not known. Known: endVersion, nextVersion/,
    ],
    ['/faults', { code: 'nope' }, /"nope" is not known. Known: invalid_request, /],
    ['/faults', { delay: 5 }, /"delay" is not known. Known: route, times, delayMs, /],
    [
      '/connect',
      { authUrl: 'https://a.example/connect/a', outcome: 'nope' },
      /^outcome: "nope" is not known. Known: approve, deny, .*permissions_missing/,
    ],
    ['/keys', { project: 'prj_1' }, 'key, field: "project" is not known. Known: projectId, scope.'],
    ['/hubs', { type: 'ghost' }, 'seed.hub(hub).type: "ghost" is not known. Known: wordpress, micropub.'],
    ['/hubs/connect-code', { hubUrl: 'nowhere' }, 'hubs.connectCode(code).hubUrl: "nowhere" is not an address.'],
    ['/hubs/fail', { code: 'not_found' }, /"not_found" is not known. Known: hub_url_not_allowed, hub_auth_failed, /],
    ['/hubs/fail', { code: 'connect_code_invalid', on: 'spaces' }, /"connect_code_invalid" is not known. Known: hub_/],
    ['/webhooks', { events: ['post.created'] }, /events\[0\]: "post.created" is not known. Known: post\.scheduled, /],
    ['/webhooks', { secret: 'whsec_abc' }, 'seed.webhook(webhook).secret must be whsec_ and 24 to 64 bytes in base64.'],
    ['/webhooks/fail', { how: 'slow' }, /"slow" is not known. Known: timed_out, /],
    ['/webhooks/fail', { how: 200 }, /200 is not an HTTP status from 300 to 599/],
    ['/posts', { targets: [{ account: 'x:ada', error: 'nope' }] }, /targets\[0\]\.error: "nope" is not known. Known: /],
    ['/posts', { targets: [] }, 'seed.post(post).targets: a post has at least one target.'],
    [
      '/posts',
      { targets: [{ account: 'x:ada' }], mediaItems: [{ type: 'sound' }] },
      'seed.post(post).mediaItems[0] is not an image or video as requests have it.',
    ],
    ['/seed', [], 'The body must be a JSON object.'],
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
      '--deliver',
      '--allowed-host',
      'localhost:1',
    ]);
    ended.push(() => child.kill());
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) === 3) break;
    const url = lines[0]!.replace('Fanfare mock on ', '');
    const headers = { authorization: `Bearer ${lines[1]!.replace('API key ', '')}` };
    const hook = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    const webhook = await fetch(`${url}/api/v1/webhooks`, { ...hook, body: '{"url":"http://localhost:1/hooks"}' });
    expect(webhook.status).toBe(201);
    const { id: webhookId } = ((await webhook.json()) as { webhook: { id: string } }).webhook;
    const tested = await fetch(`${url}/api/v1/webhooks/${webhookId}/test`, { method: 'POST', headers });
    expect(await tested.json()).toMatchObject({ error: expect.stringMatching(/^connection_failed: /) });
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
