import { type Post, REQUEST_ERROR_CODES, REQUEST_ERRORS, routesOf, TARGET_ERROR_CODES } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import type { Mock } from '../src/index.ts';
import { everyNetwork, target } from './call-mock.ts';

// How a caller meets each error without a script is in the statements of the API suite, whose
// coverage misses none.
describe('request errors', () => {
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
    // The address of an upload, which is no route, answers it.
    const codes = [...documented.map(({ code }) => code), 'upload_closed'];
    expect(new Set(codes)).toEqual(new Set(REQUEST_ERROR_CODES));
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
