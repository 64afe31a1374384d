import {
  type Post,
  REQUEST_ERROR_CODES,
  REQUEST_ERRORS,
  type RequestErrorCode,
  routesOf,
  TARGET_ERROR_CODES,
} from '@fanfare/contract';
import { PLANS } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import type { Mock } from '../src/index.ts';
import { type Answer, everyNetwork, target } from './call-mock.ts';

type World = ReturnType<typeof everyNetwork>;

const schedule = '2026-11-20T10:00:00Z';
const created = async ({ call, x }: World, more: object = {}): Promise<Post> => {
  const body = { content: 'a', platforms: [target(x)], idempotencyKey: 'made', ...more };
  return ((await call('POST', '/posts', body)).body as { post: Post }).post;
};

/** How a caller meets each refusal without any script. */
const PROVOKED: Partial<Record<RequestErrorCode, (world: World) => Promise<Answer>>> = {
  invalid_request: ({ call }) => call('POST', '/posts', {}),
  platform_mismatch: ({ call, x }) =>
    call('POST', '/posts', { platforms: [{ platform: 'threads', accountId: x.id }], idempotencyKey: 'a' }),
  invalid_post: ({ call, x }) => call('POST', '/posts', { platforms: [target(x)], idempotencyKey: 'a' }),
  unauthorized: ({ call }) => call('GET', '/accounts', undefined, { authorization: 'Bearer fanfare_sk_nobody' }),
  account_limit_reached: ({ mock, call, x }) => {
    mock.seed.plan('free');
    mock.seed.account({ platform: 'threads', username: 'grace' });
    return call('DELETE', `/accounts/${x.id}`)
      .then(() => mock.seed.account({ platform: 'threads', username: 'joan' }))
      .then(() => call('POST', '/accounts/connect', { platform: 'x' }));
  },
  account_not_found: ({ call }) =>
    call('POST', '/posts', { content: 'a', platforms: [{ platform: 'x', accountId: 'nobody' }], idempotencyKey: 'a' }),
  not_found: ({ call }) => call('GET', '/posts/nothing'),
  method_not_allowed: ({ call }) => call('PUT', '/posts', {}),
  not_cancellable: async (world) => world.call('POST', `/posts/${(await created(world)).id}/cancel`),
  not_published: async (world) =>
    world.call('POST', `/posts/${(await created(world, { publishAt: schedule })).id}/repost`),
  payload_too_large: ({ call }) => call('POST', '/posts', { content: 'a'.repeat(2 * 1024 * 1024) }),
  headers_too_large: ({ call }) => call('GET', '/usage', undefined, { 'x-trace': 'a'.repeat(17 * 1024) }),
  unsupported_media_type: ({ call }) => call('POST', '/posts', {}, { 'content-type': 'text/plain' }),
  quota_exceeded: ({ mock, call, x }) => {
    mock.seed.plan('free');
    mock.seed.usage(PLANS.free.includedUnits);
    return call('POST', '/posts', { content: 'a', platforms: [target(x)], idempotencyKey: 'a' });
  },
  rate_limited: async () => {
    const { call } = everyNetwork({ requestsPerMinute: 1 });
    await call('GET', '/usage');
    return call('GET', '/usage');
  },
  hub_url_not_allowed: ({ call }) =>
    call('POST', '/accounts/connect-hub', { hubUrl: 'https://10.0.0.5', connectCode: 'a' }),
  hub_auth_failed: async ({ call }) => {
    const ada = { hubUrl: 'https://hub.example', type: 'wordpress', username: 'ada', apiKey: 'deleted soon' };
    const { account } = (await call('POST', '/accounts/connect-hub', ada)).body as { account: { id: string } };
    await call('DELETE', `/accounts/${account.id}`);
    return call('POST', '/accounts/connect-hub', ada);
  },
  connect_code_invalid: ({ call }) =>
    call('POST', '/accounts/connect-hub', { hubUrl: 'https://hub.example', connectCode: 'a' }),
  space_not_found: ({ mock, call }) => {
    const code = {
      hubUrl: 'https://hub.example',
      connectCode: mock.hubs.connectCode({ hubUrl: 'https://hub.example' }),
    };
    return call('POST', '/accounts/connect-hub', { ...code, defaultSpaceSlug: 'nowhere' });
  },
  hub_not_supported: ({ mock, call }) => {
    const hubUrl = mock.seed.hub({ type: 'micropub' });
    return call('POST', '/accounts/connect-hub', { hubUrl, type: 'wordpress', username: 'ada', apiKey: 'a' });
  },
  webhook_url_not_allowed: ({ call }) => call('POST', '/webhooks', { url: 'https://10.0.0.5' }),
  webhook_limit_reached: ({ mock, call }) => {
    for (let made = 0; made < 20; made++) mock.seed.webhook();
    return call('POST', '/webhooks', { url: 'https://app.example.com/another' });
  },
  webhook_exists: ({ mock, call }) => {
    const { url } = mock.seed.webhook().webhook;
    return call('POST', '/webhooks', { url });
  },
  rotation_in_progress: async ({ mock, call }) => {
    const { id } = mock.seed.webhook().webhook;
    await call('POST', `/webhooks/${id}/rotate-secret`);
    return call('POST', `/webhooks/${id}/rotate-secret`);
  },
  webhook_disabled: ({ mock, call }) => {
    const { id } = mock.seed.webhook({ enabled: false }).webhook;
    return call('POST', `/webhooks/${id}/replay`, { since: '2026-11-20T00:00:00Z' });
  },
  account_not_active: ({ mock, call }) => {
    const { id } = mock.seed.account({ platform: 'hub', status: 'revoked' });
    return call('GET', `/accounts/${id}/spaces`);
  },
};

describe('request errors', () => {
  test.each(Object.keys(PROVOKED) as RequestErrorCode[])('%s is met as with the service', async (code) => {
    const { status, body, headers } = await PROVOKED[code]!(everyNetwork());
    expect({ status, body }).toMatchObject({ status: REQUEST_ERRORS[code].status, body: { error: { code } } });
    expect((body as { error: { requestId: string } }).error.requestId).toBe(headers.get('x-request-id'));
  });

  const documented = routesOf().flatMap((route) => route.errorCodes.map((code) => ({ route, code })));
  test.each(documented)('$route.name answers $code when a fault says so', async ({ route, code }) => {
    const { mock, call } = everyNetwork();
    mock.faults.add({ route: route.name, code });
    const path = route.path.replace('/api/v1', '').replace(':id', 'any');
    const first = await call(route.method, path, route.body ? {} : undefined);
    expect(first).toMatchObject({ status: REQUEST_ERRORS[code].status, body: { error: { code } } });
    expect(first.headers.has('retry-after')).toBe(code === 'rate_limited' || code === 'unavailable');
    expect((await call('GET', '/usage')).status).toBe(200);
  });

  test('no documented code is left out', () => {
    expect(new Set(documented.map(({ code }) => code))).toEqual(new Set(REQUEST_ERROR_CODES));
  });
});

describe('target errors', () => {
  type Script = (mock: Mock, code: (typeof TARGET_ERROR_CODES)[number]) => void;
  const fail: Record<'publish' | 'comment' | 'repost' | 'metrics', Script> = {
    publish: (mock, code) => mock.networks.threads.failNext(code),
    comment: (mock, code) => mock.networks.threads.failNextComment(code),
    repost: (mock, code) => mock.networks.x.failNextRepost(code),
    metrics: (mock, code) => mock.networks.threads.failNextMetrics(code),
  };

  test.each(TARGET_ERROR_CODES)('%s can be had of a post, a comment, a repost and metrics', async (code) => {
    const { mock, call, threads, x } = everyNetwork();
    // It ends the account, and is called what every later publish is told.
    const shown = code === 'credential_rejected' ? 'account_not_active' : code;
    const message = new RegExp(`^${shown}: `);
    for (const script of Object.values(fail)) script(mock, code);
    const platforms = [target(threads, { firstComment: 'first' })];
    const publish = async (idempotencyKey: string) =>
      ((await call('POST', '/posts', { content: 'a', platforms, idempotencyKey })).body as { post: Post }).post;
    // A credential that was refused has ended the account.
    const reconnect = async () => {
      const { authUrl } = (await call('POST', '/accounts/connect', { platform: 'threads' })).body as {
        authUrl: string;
      };
      mock.connect.approve(authUrl, { username: threads.username });
    };
    expect(await publish('a')).toMatchObject({
      targets: [{ status: 'failed', errorDetail: { code: shown }, commentStatus: 'none' }],
    });
    await reconnect();
    const { id, targets } = await publish('b');
    expect(targets).toMatchObject([
      { status: 'published', commentStatus: 'failed', commentError: expect.stringMatching(message) },
    ]);
    await reconnect();
    expect((await call('GET', `/posts/${id}/metrics`)).body).toMatchObject({
      targets: [{ metricsError: expect.stringMatching(message) }],
    });
    expect(
      (await call('POST', '/reposts', { platform: 'x', platformPostId: '20', accountIds: [x.id] })).body,
    ).toMatchObject({
      reposts: [{ status: 'failed', error: expect.stringMatching(message) }],
    });
  });
});
