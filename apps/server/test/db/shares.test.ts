import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShares, ShareExhausted, type ShareLimits } from '../../src/db/shares.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIMITS: ShareLimits = { slots: 4, each: 2, waiting: 10, waitingInAll: 100, waitMs: 1_000 };

/** Work of several owners that ends when the test says so. */
function use(limits: Partial<ShareLimits> = {}) {
  const shares = createShares({ ...LIMITS, ...limits });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: string[] = [];
  const run = (name: string) =>
    shares
      .run(name[0]!, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      })
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(ShareExhausted);
        refused.push(name);
      });
  return {
    ...{ started, refused },
    async start(...names: string[]) {
      for (const name of names) void run(name);
      await vi.advanceTimersByTimeAsync(0);
    },
    async end(...names: string[]) {
      for (const name of names) ends.get(name)!();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('one owner holds its share and no more, and the rest stays free for another', async () => {
  const shares = use();
  await shares.start('a1', 'a2', 'a3', 'a4', 'b1');
  expect(shares.started).toEqual(['a1', 'a2', 'b1']);
  await shares.end('a1');
  expect(shares.started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('those who wait take turns, however many statements one of them has', async () => {
  const shares = use({ slots: 2, each: 1 });
  await shares.start('a1', 'b1', 'a2', 'a3', 'a4', 'b2', 'c1', 'd1');
  await shares.end('a1', 'b1');
  expect(shares.started.slice(2).toSorted()).toEqual(['a2', 'b2']);
  await shares.end('a2', 'b2');
  expect(shares.started.slice(4).toSorted()).toEqual(['c1', 'd1']);
  await shares.end('c1', 'd1');
  expect(shares.started.slice(6)).toEqual(['a3']);
});

test('an owner whose queue is full is refused at once, and others are not', async () => {
  const shares = use({ waiting: 2 });
  await shares.start('a1', 'a2', 'a3', 'a4', 'a5', 'b1');
  expect([shares.refused, shares.started]).toEqual([['a5'], ['a1', 'a2', 'b1']]);
});

test('beyond the queue of all, the owner that waits most gives way', async () => {
  const shares = use({ slots: 1, each: 1, waitingInAll: 3 });
  await shares.start('a1', 'a2', 'a3', 'a4', 'b1');
  expect(shares.refused).toEqual(['a4']);
  await shares.end('a1');
  await shares.end('a2');
  expect(shares.started).toEqual(['a1', 'a2', 'b1']);
});

test('who has waited too long is refused and leaves the queue', async () => {
  const shares = use({ slots: 1, each: 1 });
  await shares.start('a1', 'b1');
  await vi.advanceTimersByTimeAsync(999);
  await shares.start('b2');
  expect(shares.refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shares.refused).toEqual(['b1']);
  await shares.end('a1');
  expect(shares.started).toEqual(['a1', 'b2']);
});

test('work that fails gives its place back', async () => {
  const shares = createShares({ ...LIMITS, slots: 1, each: 1 });
  await expect(shares.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await shares.run('b', () => Promise.resolve(7))).toBe(7);
});

test('an owner whose statements wait rests after each one for as long as it took, while others call; the place is free for them', async () => {
  const shares = use({ slots: 1, each: 1, pauses: true });
  await shares.start('a1', 'a2', 'a3', 'b1');
  await vi.advanceTimersByTimeAsync(40);
  await shares.end('a1');
  expect(shares.started).toEqual(['a1', 'b1']);
  await shares.end('b1');
  await vi.advanceTimersByTimeAsync(39);
  expect(shares.started).toEqual(['a1', 'b1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(shares.started).toEqual(['a1', 'b1', 'a2']);
});

test('an owner on its own does not rest, nor one whose statements do not wait', async () => {
  const shares = use({ slots: 2, each: 1, pauses: true });
  await shares.start('b1');
  await shares.end('b1');
  await shares.start('a1');
  await vi.advanceTimersByTimeAsync(40);
  await shares.end('a1');
  await shares.start('a2', 'a3');
  expect(shares.started).toEqual(['b1', 'a1', 'a2']);
  // Nobody else has called for a second by then.
  await vi.advanceTimersByTimeAsync(960);
  await shares.end('a2');
  expect(shares.started).toEqual(['b1', 'a1', 'a2', 'a3']);
});
