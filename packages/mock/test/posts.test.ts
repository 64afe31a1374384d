import { describe, expect, test } from 'vitest';
import { everyNetwork, image, target, video } from './call-mock.ts';

/** Ends once a post that was asked for is recorded. */
const recorded = (call: ReturnType<typeof everyNetwork>['call']) =>
  expect.poll(async () => (await call('GET', '/posts')).body).toMatchObject({ posts: [{}] });

describe('publishing at once', () => {
  test('every target is published, each with the id and address of its network, and is billed', async () => {
    const { call, instagram, threads, x, linkedin } = everyNetwork();
    const { status, body } = await call('POST', '/posts', {
      content: 'Hello',
      mediaItems: [image],
      platforms: [target(instagram, { firstComment: 'first' }), target(threads), target(x), target(linkedin)],
      idempotencyKey: 'a',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      replayed: false,
      warnings: [],
      post: {
        status: 'published',
        targets: [
          {
            status: 'published',
            url: expect.stringMatching(/^https:\/\/www\.instagram\.com\/p\//),
            commentStatus: 'published',
          },
          { status: 'published', commentStatus: 'none' },
          { status: 'published', url: expect.stringMatching(/^https:\/\/x\.com\/ada\/status\/[1-9]\d{18}$/) },
          { status: 'published', platformPostId: expect.stringMatching(/^urn:li:share:/) },
        ],
      },
    });
    expect((await call('GET', '/usage')).body).toMatchObject({ used: 5, reserved: 0 });
  });

  test('an x text with a link costs 65 units', async () => {
    const { call, x } = everyNetwork();
    await call('POST', '/posts', { content: 'https://a.example.com', platforms: [target(x)], idempotencyKey: 'a' });
    expect((await call('GET', '/usage')).body).toMatchObject({ used: 65, reserved: 0 });
  });

  test('a credential that a network refuses ends its account: expired, and the next target fails without being asked', async () => {
    const { mock, call, x } = everyNetwork();
    mock.networks.x.failNext('credential_rejected');
    const publish = (idempotencyKey: string) =>
      call('POST', '/posts', { content: 'Hello', platforms: [target(x)], idempotencyKey });
    expect((await publish('a')).body).toMatchObject({
      post: {
        targets: [
          { errorDetail: { code: 'account_not_active', message: 'The network refused the account’s credential.' } },
        ],
      },
    });
    expect((await call('GET', `/accounts/${x.id}`)).body).toMatchObject({
      account: { status: 'expired', statusReason: 'refresh_rejected' },
    });
    expect((await publish('b')).body).toMatchObject({
      post: { targets: [{ errorDetail: { code: 'account_not_active' } }] },
    });
  });

  test('one target that fails stops no other and is not billed', async () => {
    const { mock, call, x, linkedin } = everyNetwork();
    mock.networks.x.failNext('duplicate_content', { networkMessage: 'You already said that.' });
    const { body } = await call('POST', '/posts', {
      content: 'Hello',
      platforms: [target(x), target(linkedin)],
      idempotencyKey: 'a',
    });
    expect(body).toMatchObject({
      post: {
        status: 'partial',
        targets: [
          {
            status: 'failed',
            error: 'duplicate_content: The network refuses a post that repeats an earlier one.',
            errorDetail: { code: 'duplicate_content', networkMessage: 'You already said that.', retryable: false },
            platformPostId: null,
          },
          { status: 'published', error: null },
        ],
      },
    });
    expect((await call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
  });

  test('a comment that fails leaves its target published and is not billed', async () => {
    const { mock, call, threads } = everyNetwork();
    mock.networks.threads.failNextComment('permission_missing');
    const platforms = [target(threads, { firstComment: 'first' })];
    const { body } = await call('POST', '/posts', { content: 'Hello', platforms, idempotencyKey: 'a' });
    expect(body).toMatchObject({
      post: {
        targets: [
          {
            status: 'published',
            commentStatus: 'failed',
            commentId: null,
            commentError: expect.stringMatching(/^permission_missing: /),
          },
        ],
      },
    });
    expect((await call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
  });

  test('an account that is not active fails its target with account_not_active', async () => {
    const { mock, call, x } = everyNetwork();
    mock.accounts.expire(x.id);
    const { body } = await call('POST', '/posts', { content: 'Hello', platforms: [target(x)], idempotencyKey: 'a' });
    expect(body).toMatchObject({
      post: {
        status: 'failed',
        targets: [
          { error: 'account_not_active: The account is expired (refresh_rejected). Connect it again to publish.' },
        ],
      },
    });
  });

  test('a slow video is pending for other readers and settles when the time has come', async () => {
    const { mock, call, instagram } = everyNetwork();
    mock.networks.instagram.slowNext(90_000);
    const body = { mediaItems: [video], platforms: [target(instagram)], idempotencyKey: 'a' };
    const creating = call('POST', '/posts', body);
    await recorded(call);
    expect(await call('POST', '/posts', body)).toMatchObject({
      status: 200,
      body: { replayed: true, post: { status: 'publishing', targets: [{ status: 'pending' }] } },
    });
    await mock.clock.advance(90_000);
    expect(await creating).toMatchObject({
      status: 201,
      body: { post: { targets: [{ status: 'published', publishedAt: '2026-11-20T09:01:30.000Z' }] } },
    });
  });

  test('a caller that gives up leaves a post that goes on, and the same key finds it', async () => {
    const { mock, call, instagram } = everyNetwork();
    mock.networks.instagram.slowNext(60_000);
    const body = { mediaItems: [video], platforms: [target(instagram)], idempotencyKey: 'a' };
    const given = new AbortController();
    const creating = mock.fetch(`${mock.baseUrl}/api/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: given.signal,
    });
    await recorded(call);
    given.abort();
    await expect(creating).rejects.toMatchObject({ name: 'AbortError' });
    await mock.clock.advance(60_000);
    expect((await call('POST', '/posts', body)).body).toMatchObject({ replayed: true, post: { status: 'published' } });
  });

  test('a video that takes longer than four minutes fails with media_processing_timeout', async () => {
    const { mock, call, instagram } = everyNetwork();
    mock.networks.instagram.slowNext(600_000);
    const creating = call('POST', '/posts', {
      mediaItems: [video],
      platforms: [target(instagram)],
      idempotencyKey: 'a',
    });
    await recorded(call);
    await mock.clock.advance(240_000);
    expect((await creating).body).toMatchObject({
      post: { targets: [{ errorDetail: { code: 'media_processing_timeout' } }] },
    });
  });
});

describe('idempotency', () => {
  test('a used key returns its original, and a header reports another body', async () => {
    const { call, x } = everyNetwork();
    const body = { content: 'Hello', platforms: [target(x)] };
    const first = await call('POST', '/posts', body, { 'idempotency-key': '"a"' });
    const again = await call('POST', '/posts', { ...body, idempotencyKey: 'a' });
    const other = await call('POST', '/posts', { ...body, content: 'Other', idempotencyKey: 'a' });
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 200, body: { replayed: true, warnings: [] } });
    expect(again.headers.get('idempotency-mismatch')).toBeNull();
    expect(other.headers.get('idempotency-mismatch')).toBe('true');
    expect(other.body).toEqual(again.body);
  });

  test('the same key is free in another project, and after a refusal', async () => {
    const { mock, call, x } = everyNetwork();
    expect((await call('POST', '/posts', { content: '', platforms: [target(x)], idempotencyKey: 'a' })).status).toBe(
      400,
    );
    expect((await call('POST', '/posts', { content: 'b', platforms: [target(x)], idempotencyKey: 'a' })).status).toBe(
      201,
    );
    const other = mock.seed.project({ name: 'Other' });
    const account = mock.seed.account({ platform: 'x' }, other.id);
    const headers = { authorization: `Bearer ${other.apiKey}` };
    const body = { content: 'c', platforms: [target(account)], idempotencyKey: 'a' };
    expect((await call('POST', '/posts', body, headers)).status).toBe(201);
    expect((await call('GET', `/accounts/${x.id}`, undefined, headers)).status).toBe(404);
  });
});

describe('schedules', () => {
  const publishAt = '2026-11-20T11:00:00+01:00';

  test('a scheduled post is published at its very time by time travel', async () => {
    const { mock, call, x } = everyNetwork();
    const created = await call('POST', '/posts', {
      content: 'Later',
      publishAt,
      platforms: [target(x)],
      idempotencyKey: 'a',
    });
    expect(created).toMatchObject({
      status: 202,
      body: { post: { status: 'scheduled', publishAt: '2026-11-20T10:00:00.000Z' } },
    });
    expect((await call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 1 });
    await mock.clock.advance(2 * 3_600_000);
    const { posts } = (await call('GET', '/posts')).body as { posts: unknown[] };
    expect(posts).toMatchObject([{ status: 'published', targets: [{ publishedAt: '2026-11-20T10:00:00.000Z' }] }]);
    expect((await call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
  });

  test('a cancelled post settles, gives back what it held, is never published, and its key keeps returning it', async () => {
    const { mock, call, x } = everyNetwork();
    const body = { content: 'Later', publishAt, platforms: [target(x)], idempotencyKey: 'a' };
    const { post } = (await call('POST', '/posts', body)).body as { post: { id: string } };
    const cancelled = await call('POST', `/posts/${post.id}/cancel`);
    expect(cancelled).toMatchObject({
      status: 200,
      body: {
        post: {
          status: 'cancelled',
          cancelledAt: '2026-11-20T09:00:00.000Z',
          targets: [{ status: 'failed', errorDetail: { code: 'cancelled' } }],
        },
      },
    });
    await mock.clock.advance(2 * 3_600_000);
    expect((await call('POST', `/posts/${post.id}/cancel`)).body).toEqual(cancelled.body);
    expect((await call('POST', '/posts', body)).body).toMatchObject({ replayed: true, post: { status: 'cancelled' } });
    expect((await call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
  });

  test('a time in the past is refused, but not for a used key', async () => {
    const { mock, call, x } = everyNetwork();
    const body = { content: 'Later', publishAt, platforms: [target(x)], idempotencyKey: 'a' };
    await call('POST', '/posts', body);
    await mock.clock.advance(24 * 3_600_000);
    expect((await call('POST', '/posts', body)).status).toBe(200);
    expect(await call('POST', '/posts', { ...body, idempotencyKey: 'b' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: [{ path: 'publishAt' }] } },
    });
  });
});
