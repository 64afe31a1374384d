import { describe, expect, test } from 'vitest';
import { everyNetwork, target, video } from './call-mock.ts';

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
