import { setTimeout as sleep } from 'node:timers/promises';
import type { PostMetricsResponse } from '@fanfare/contract';
import type { LoggedRequest } from '@fanfare/sandbox';
import { afterEach, describe, expect, test } from 'vitest';
import { createReadingRoom } from '../../src/post-metrics/reading-room.ts';
import { holdTimeouts } from '../hold-timeouts.ts';
import { type Person, useServer } from '../use-server.ts';

/** Ends of the four seconds that a read may take, in the order in which they were asked for. */
const ends = holdTimeouts(4_000);
const server = useServer({ around: { metricsMs: 4_000 } });
afterEach(async () => {
  ends.length = 0;
  await server.sandbox.release();
});

const READS = '^/2/tweets/\\d+$';
/** So many metrics of one network are read at once. */
const AT_ONCE = 16;
const MANY = 40;

const hold = () => server.sandbox.hold('before', { network: 'x', method: 'GET', path: READS, times: 1_000 });

const readsOf = async (ana: Person): Promise<LoggedRequest[]> =>
  (await ana.calls()).filter(({ method, path }) => method === 'GET' && new RegExp(READS).test(path));

async function publishedBy(ana: Person): Promise<string> {
  return (await ana.publish({ content: 'Asked for a lot' })).body.post.id;
}

const ask = (ana: Person, postId: string) =>
  ana.project.call<PostMetricsResponse>('GET', `/api/v1/posts/${postId}/metrics`);

test('only so many are read at once; the others take their turn, and publishing goes on beside them', async () => {
  const ana = await server.person('x');
  const postId = await publishedBy(ana);
  await hold();
  const asked = Promise.all(Array.from({ length: MANY }, () => ask(ana, postId)));
  await expect.poll(async () => (await readsOf(ana)).length).toBe(AT_ONCE);
  expect((await ana.publish({ content: 'In the middle of it' })).body.post.status).toBe('published');
  await expect.poll(() => ends.length).toBe(MANY);
  expect(await readsOf(ana)).toHaveLength(AT_ONCE);
  await server.sandbox.release();
  const replies = await asked;
  expect(replies.map(({ status, body }) => [status, body.targets[0]!.metricsError])).toEqual(
    Array(MANY).fill([200, null]),
  );
  expect(await readsOf(ana)).toHaveLength(MANY);
});

test('reads that wait too long for their turn say so, and blame nobody; the others are answered', async () => {
  const ana = await server.person('x');
  const postId = await publishedBy(ana);
  await hold();
  let answered = 0;
  const asked = Promise.all(Array.from({ length: MANY }, () => ask(ana, postId).finally(() => answered++)));
  await expect.poll(() => ends.length).toBe(MANY);
  for (const end of ends.slice(AT_ONCE)) end();
  await expect.poll(() => answered).toBe(MANY - AT_ONCE);
  await server.sandbox.release();
  const replies = await asked;
  const errors = replies.map(({ body }) => body.targets[0]!.metricsError);
  expect(errors.toSorted()).toEqual([
    ...Array(AT_ONCE).fill(null),
    ...Array(MANY - AT_ONCE).fill(
      'rate_limited: Many metrics of this network are being read, and these were not told within 4 seconds. Ask again in a minute.',
    ),
  ]);
});

test('a caller who goes away takes their reads along: those on their way end, those that wait never begin', async () => {
  const ana = await server.person('x');
  const postId = await publishedBy(ana);
  await hold();
  const gone = new AbortController();
  const asked = Promise.allSettled(
    Array.from({ length: MANY }, () =>
      fetch(`${server.baseUrl}/api/v1/posts/${postId}/metrics`, {
        headers: { Authorization: `Bearer ${ana.project.apiKey}` },
        signal: gone.signal,
      }),
    ),
  );
  await expect.poll(async () => (await readsOf(ana)).length).toBe(AT_ONCE);
  gone.abort();
  expect((await asked).map(({ status }) => status)).toEqual(Array(MANY).fill('rejected'));
  const ended = async () => (await readsOf(ana)).filter(({ durationMs }) => durationMs !== null);
  await expect.poll(async () => (await ended()).length).toBe(AT_ONCE);
  expect((await ended()).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(null));
  await server.sandbox.release();
  // Their places are free again.
  expect((await ask(ana, postId)).body.targets[0]!.metricsError).toBeNull();
  expect(await readsOf(ana)).toHaveLength(AT_ONCE + 1);
});

describe('a reading room', () => {
  const waits = (ms: number) => async () => {
    await sleep(ms);
    return 'read';
  };
  const open = new AbortController().signal;

  test('gives its places in turn', async () => {
    const room = createReadingRoom(1);
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3].map((n) =>
        room.within(open, async () => {
          await sleep(5);
          return order.push(n);
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3]);
  });

  test('a read that fails leaves its place', async () => {
    const room = createReadingRoom(1);
    await expect(room.within(open, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await room.within(open, waits(1))).toBe('read');
  });

  test('who goes away while waiting takes no place, and nobody else loses theirs', async () => {
    const room = createReadingRoom(1);
    const gone = new AbortController();
    const first = room.within(open, waits(30));
    const second = room.within(gone.signal, waits(1));
    const third = room.within(open, waits(1));
    gone.abort();
    expect(await Promise.all([first, second, third])).toEqual(['read', null, 'read']);
    expect(await room.within(gone.signal, waits(1))).toBeNull();
    expect(await room.within(open, waits(1))).toBe('read');
  });
});
