import { describe, expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { callerOf, everyNetwork, target, video } from './call-mock.ts';

/** Ends once a post that was asked for is recorded. */
const recorded = (call: ReturnType<typeof everyNetwork>['call']) =>
  expect.poll(async () => (await call('GET', '/posts')).body).toMatchObject({ posts: [{}] });

describe('publishing at once', () => {
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
});

test('an account of X with Premium has long texts, another one has not', async () => {
  const mock = createMock();
  const [plain, premium] = [
    mock.seed.account({ platform: 'x', username: 'ada' }),
    mock.seed.account({ platform: 'x', username: 'cleo', subscription: 'Premium' }),
  ];
  const { body } = await callerOf(mock)('POST', '/posts/validate', {
    content: 'a'.repeat(281),
    platforms: [target(plain), target(premium)],
  });
  expect((body as { violations: unknown }).violations).toMatchObject([
    { accountId: plain.id, rule: 'x.text.max_weighted_length', limit: 280, actual: 281 },
  ]);
});
