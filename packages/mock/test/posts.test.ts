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
      post: { targets: [{ errorDetail: { code: 'credential_rejected' } }] },
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
  test('a used key returns its original, and tells another body by a header', async () => {
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

describe('validation', () => {
  test('every violation of every target is named, with its rule', async () => {
    const { call, instagram, x } = everyNetwork();
    const { status, body } = await call('POST', '/posts', {
      content: 'a'.repeat(281),
      platforms: [target(instagram), target(x)],
      idempotencyKey: 'a',
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: {
        code: 'invalid_post',
        details: [
          {
            path: expect.stringMatching(/^platforms\[0\]/),
            platform: 'instagram',
            accountId: instagram.id,
            rule: expect.stringMatching(/^instagram\./),
          },
          {
            path: 'platforms[1].content',
            platform: 'x',
            accountId: x.id,
            rule: 'x.text.max_weighted_length',
            limit: 280,
            actual: 281,
          },
        ],
      },
    });
  });

  test('the dry run tells cost, violations and fields without effect, and records nothing', async () => {
    const { call, x } = everyNetwork();
    const body = { content: 'https://a.example.com', platforms: [target(x, { spaceSlug: 'a' })] };
    expect((await call('POST', '/posts/validate', body)).body).toEqual({
      valid: true,
      violations: [],
      warnings: [{ path: 'platforms[0].spaceSlug', message: 'X has no spaces: spaceSlug has no effect.' }],
      units: 65,
      targets: [{ accountId: x.id, platform: 'x', units: 65 }],
    });
    expect((await call('GET', '/posts')).body).toMatchObject({ posts: [], hasMore: false, nextCursor: null });
  });
});

describe('reading', () => {
  test('pages by offset and by cursor give every post once, newest first', async () => {
    const { call, mock } = everyNetwork();
    mock.reset();
    mock.scenario('busy-calendar');
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await call('GET', `/posts?limit=15${query}`)).body as {
        posts: { id: string }[];
        nextCursor: string | null;
      };
      ids.push(...page.posts.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    const all = (await call('GET', '/posts?limit=100')).body as {
      posts: { id: string; createdAt: string }[];
      hasMore: boolean;
    };
    expect(all).toMatchObject({ hasMore: false, posts: { length: 40 } });
    expect(ids).toEqual(all.posts.map(({ id }) => id));
    const times = all.posts.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    const second = (await call('GET', '/posts?limit=15&offset=15')).body as { posts: { id: string }[] };
    expect(second.posts.map(({ id }) => id)).toEqual(ids.slice(15, 30));
    expect((await call('GET', '/posts?limit=15&offset=0&cursor=x')).status).toBe(400);
    expect((await call('GET', '/posts?cursor=x')).status).toBe(400);
    expect((await call('GET', '/posts?status=scheduled&platform=threads')).body).toMatchObject({
      posts: { length: 10 },
    });
  });

  test('a post that has not changed is 304 for its ETag, and another ETag afterwards', async () => {
    const { mock, call, x } = everyNetwork();
    const publishAt = '2026-11-20T10:00:00Z';
    const { post } = (
      await call('POST', '/posts', { content: 'a', publishAt, platforms: [target(x)], idempotencyKey: 'a' })
    ).body as { post: { id: string } };
    const first = await call('GET', `/posts/${post.id}`);
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(await call('GET', `/posts/${post.id}`, undefined, { 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: undefined,
    });
    await mock.clock.advance(3_600_000);
    const after = await call('GET', `/posts/${post.id}`, undefined, { 'if-none-match': etag });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(etag);
  });

  test('metrics are told for published targets, null where a network has none, and one failure fails no other', async () => {
    const { mock, call, x, linkedin, threads } = everyNetwork();
    const page = mock.seed.account({ platform: 'linkedin', platformUserId: 'organization:7' });
    mock.networks.x.failNext('content_rejected');
    mock.networks.threads.failNextMetrics('permission_missing');
    const platforms = [target(x), target(page), target(threads), target(linkedin)];
    const { post } = (await call('POST', '/posts', { content: 'a', platforms, idempotencyKey: 'a' })).body as {
      post: { id: string };
    };
    expect((await call('GET', `/posts/${post.id}/metrics`)).body).toMatchObject({
      postId: post.id,
      targets: [
        { metrics: null, metricsError: null },
        {
          metrics: { views: null, likes: expect.any(Number), comments: expect.any(Number), shares: null, saves: null },
        },
        { metrics: null, metricsError: expect.stringMatching(/^permission_missing: /) },
        { metrics: null, metricsError: expect.stringContaining('r_member_postAnalytics') },
      ],
    });
  });
});

describe('reposts', () => {
  test('a published target is reposted once and billed once, by either route', async () => {
    const { call, x, linkedin } = everyNetwork();
    const platforms = [target(x), target(linkedin)];
    const { post } = (await call('POST', '/posts', { content: 'a', platforms, idempotencyKey: 'a' })).body as {
      post: { id: string; targets: { url: string }[] };
    };
    const first = await call('POST', `/posts/${post.id}/repost`, {});
    expect(first.body).toMatchObject({
      reposts: [
        { status: 'reposted', platformRepostId: expect.any(String), error: null },
        { status: 'unsupported', platformRepostId: null },
      ],
    });
    expect((await call('POST', `/posts/${post.id}/repost`)).body).toEqual(first.body);
    const { reposts } = (await call('POST', '/reposts', { url: post.targets[0]!.url, accountIds: [x.id] })).body as {
      reposts: object[];
    };
    expect(first.body).toMatchObject({ reposts: [reposts[0], {}] });
    expect((await call('GET', '/usage')).body).toMatchObject({ used: 3, reserved: 0 });
  });

  test('one that failed costs nothing and is tried again', async () => {
    const { mock, call, x } = everyNetwork();
    mock.networks.x.failNextRepost('outcome_unknown');
    const body = { platform: 'x', platformPostId: '20', accountIds: [x.id] };
    expect((await call('POST', '/reposts', body)).body).toMatchObject({
      reposts: [{ status: 'failed', error: expect.stringMatching(/^outcome_unknown: /) }],
    });
    expect((await call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
    expect((await call('POST', '/reposts', body)).body).toMatchObject({ reposts: [{ status: 'reposted' }] });
  });
});

test('filters of targets are about one and the same target', async () => {
  const { mock, call } = everyNetwork();
  const ours = mock.seed.account({ platform: 'x', username: 'ours', profileId: 'a' });
  const theirs = mock.seed.account({ platform: 'threads', username: 'theirs', profileId: 'b' });
  mock.seed.post({ content: 'Both', targets: [{ account: ours.id }, { account: theirs.id }] });
  const found = async (query: string) => ((await call('GET', `/posts?${query}`)).body as { posts: unknown[] }).posts;
  expect(await found('platform=x&profileId=a')).toHaveLength(1);
  expect(await found('platform=x&profileId=b')).toEqual([]);
  expect(await found(`accountId=${theirs.id}&profileId=b`)).toHaveLength(1);
});
