import { describe, expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { serveMock } from '../src/server/index.ts';
import { callerOf } from './call-mock.ts';

const STRANGERS_POST = '1990000000000000001';
const SLOW_MS = 5_000;

function stage(start: (mock: Mock) => void = (mock) => mock.networks.x.slowNextRepost(SLOW_MS)) {
  const mock = createMock({ start: { plan: 'free' } });
  const x = mock.seed.account({ platform: 'x' });
  const call = callerOf(mock);
  start(mock);
  const repost = () => call('POST', '/reposts', { platform: 'x', platformPostId: STRANGERS_POST, accountIds: [x.id] });
  const usage = async () => (await call('GET', '/usage')).body;
  return { mock, x, repost, usage, isHeld: () => holds(call, 1) };
}

/** Ends once the requests that were sent have come as far as holding what they may cost. */
const holds = (call: ReturnType<typeof callerOf>, reserved: number) =>
  expect.poll(async () => (await call('GET', '/usage')).body).toMatchObject({ reserved });

describe('a repost that takes long', () => {
  test('is answered when the time has come, and billed then', async () => {
    const { mock, x, repost, usage, isHeld } = stage();
    const asked = repost();
    await isHeld();
    await mock.clock.advance(SLOW_MS);
    expect((await asked).body).toEqual({
      reposts: [
        {
          accountId: x.id,
          platform: 'x',
          status: 'reposted',
          platformRepostId: expect.stringMatching(/^\d{19}$/),
          error: null,
          repostedAt: '2026-11-20T09:00:05.000Z',
        },
      ],
    });
    expect(await usage()).toMatchObject({ used: 1, reserved: 0 });
  });

  test('and is asked for again meanwhile is made once: both requests end as it ends', async () => {
    const { mock, repost, usage, isHeld } = stage();
    const [first, second] = [repost(), repost()];
    await isHeld();
    // Both wait by now, and one unit is held.
    expect(await usage()).toMatchObject({ used: 0, reserved: 1 });
    await mock.clock.advance(SLOW_MS);
    expect((await second).body).toEqual((await first).body);
    expect((await first).body).toMatchObject({ reposts: [{ status: 'reposted' }] });
    expect(await usage()).toMatchObject({ used: 1, reserved: 0 });
  });

  test('and fails is reported as failed to both callers, and costs nothing', async () => {
    const { mock, repost, usage, isHeld } = stage(({ networks }) => {
      networks.x.slowNextRepost(SLOW_MS);
      networks.x.failNextRepost('account_restricted');
    });
    const [first, second] = [repost(), repost()];
    await isHeld();
    await mock.clock.advance(SLOW_MS);
    for (const answer of [await first, await second]) {
      expect(answer.body).toMatchObject({
        reposts: [{ status: 'failed', error: expect.stringMatching(/^account_restricted: /) }],
      });
    }
    expect(await usage()).toMatchObject({ used: 0, reserved: 0 });
  });

  test('can be had over HTTP, and does not slow a publish', async () => {
    const { mock, url, close } = await serveMock({ clock: 'frozen' });
    const x = mock.seed.account({ platform: 'x' });
    const body = JSON.stringify({ platform: 'x', slow: 'repost', slowMs: SLOW_MS });
    expect((await fetch(`${url}/__mock/networks`, { method: 'POST', body })).status).toBe(200);
    const call = callerOf(mock);
    const post = { content: 'At once.', platforms: [{ platform: 'x', accountId: x.id }], idempotencyKey: 'a' };
    expect((await call('POST', '/posts', post)).status).toBe(201);
    const asked = call('POST', '/reposts', { platform: 'x', platformPostId: STRANGERS_POST, accountIds: [x.id] });
    await holds(call, 1);
    await mock.clock.advance(SLOW_MS);
    expect((await asked).body).toMatchObject({ reposts: [{ status: 'reposted' }] });
    await close();
  });

  test('takes no time below zero', () => {
    const { mock } = stage();
    expect(() => mock.networks.x.slowNextRepost(-1)).toThrow(
      new RangeError('ms of a slow repost: -1 is not a number of at least 0.'),
    );
  });
});
