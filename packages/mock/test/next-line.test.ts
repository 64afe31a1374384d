import { Fanfare } from '@fanfare/sdk';
import * as msw3 from 'msw/node';
import * as msw2 from 'msw2/node';
import { expect, test, vi } from 'vitest';
import { createMock } from '../src/index.ts';
import { mswHandlers } from '../src/msw.ts';

function stage() {
  const mock = createMock({ start: { accounts: [{ platform: 'instagram' }, { platform: 'x' }] } });
  const { baseUrl, apiKey } = mock;
  mock.networks.x.slowNext(90_000);
  mock.networks.x.slowNextRepost(5_000);
  const publish = async (fanfare: Fanfare) => {
    const { accounts } = await fanfare.accounts.list({ platform: 'x' });
    const platforms = [{ platform: 'x' as const, accountId: accounts[0]!.id }];
    return () => fanfare.posts.create({ content: 'Slow', platforms });
  };
  return { mock, publish, client: (own = mock.fetch) => new Fanfare({ baseUrl, apiKey, fetch: own }) };
}

test('the clock may be moved in the line after a call: the request arrives first, and is answered by the time that passed', async () => {
  const { mock, publish, client } = stage();
  const fanfare = client();
  const create = await publish(fanfare);
  const creating = create();
  await mock.clock.advance(90_000);
  const { post } = await creating;
  expect(post.targets).toMatchObject([{ status: 'published', publishedAt: '2026-11-20T09:01:30.000Z' }]);
  const reposting = fanfare.posts.repost(post.id);
  await mock.clock.advance(5_000);
  expect((await reposting).reposts).toMatchObject([{ status: 'reposted', repostedAt: '2026-11-20T09:01:35.000Z' }]);
});

test('two moves of the clock add up, also when nobody waits for the first', async () => {
  const { mock, publish, client } = stage();
  const creating = (await publish(client()))();
  void mock.clock.advance(60_000);
  await mock.clock.advance(30_000);
  expect((await creating).post.targets).toMatchObject([{ publishedAt: '2026-11-20T09:01:30.000Z' }]);
});

test('timers that a test has put in the place of the real ones stop nothing', async () => {
  const { mock, publish, client } = stage();
  const create = await publish(client());
  vi.useFakeTimers();
  try {
    const creating = create();
    await mock.clock.advance(90_000);
    expect((await creating).post.status).toBe('published');
  } finally {
    vi.useRealTimers();
  }
});

test('requests are counted in real time, whatever time a test shows', async () => {
  const { mock, client } = stage();
  vi.useFakeTimers();
  try {
    vi.advanceTimersByTime(86_400_000);
    await client().accounts.list();
  } finally {
    vi.useRealTimers();
  }
  expect(
    (await mock.fetch(`${mock.baseUrl}/api/v1/accounts`, { headers: { Authorization: `Bearer ${mock.apiKey}` } }))
      .status,
  ).toBe(200);
});

test.each([
  ['msw 3', msw3.setupServer],
  ['msw 2', msw2.setupServer as unknown as typeof msw3.setupServer],
])('through %s, too', async (_, setupServer) => {
  const { mock, publish, client } = stage();
  const server = setupServer(...mswHandlers(mock));
  server.listen();
  try {
    const create = await publish(client((url, init) => fetch(url, init)));
    const creating = create();
    await mock.clock.advance(90_000);
    expect((await creating).post.targets).toMatchObject([{ publishedAt: '2026-11-20T09:01:30.000Z' }]);
  } finally {
    server.close();
  }
});
