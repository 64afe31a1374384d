import { describe, expect, test } from 'vitest';
import { everyNetwork, target } from './call-mock.ts';

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

  test('the dry run returns cost, violations and fields without effect, and records nothing', async () => {
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

  test('metrics are returned for published targets, null where a network has none, and one failure fails no other', async () => {
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
