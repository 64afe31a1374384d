import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlarm } from '../../src/publishing/alarm.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function armed() {
  const rung: number[] = [];
  const startedAt = performance.now();
  const alarm = createAlarm(() => rung.push(performance.now() - startedAt));
  return { alarm, rung };
}

const within = (late: number, ms: number) => expect.toSatisfy((at: number) => at >= ms && at <= ms + late);
const close = (ms: number) => within(7, ms);

test('it rings at each time, never before it, in whatever order they are set', () => {
  const { alarm, rung } = armed();
  alarm.wakeIn([500, 100]);
  alarm.wakeIn([300]);
  vi.advanceTimersByTime(1_000);
  expect(rung).toEqual([close(100), close(300), close(500)]);
});

test('thousands of posts at one time, and repeated times, ring once', () => {
  const { alarm, rung } = armed();
  alarm.wakeIn(Array.from({ length: 5_000 }, () => 100));
  vi.advanceTimersByTime(50);
  alarm.wakeIn([50, 50]);
  vi.advanceTimersByTime(1_000);
  expect(rung).toEqual([close(100)]);
});

test.each([0, 1, 2, 3, 4])(
  'times a few milliseconds apart ring together, 10 ms after the last ring (%i ms)',
  (phase) => {
    vi.advanceTimersByTime(phase);
    const { alarm, rung } = armed();
    const times = [100, 102, 104, 109, 111];
    alarm.wakeIn(times);
    vi.advanceTimersByTime(1_000);
    for (const ms of times) expect(rung).toContainEqual(within(12, ms));
    for (const [n, at] of rung.slice(1).entries()) expect(at - rung[n]!).toBeGreaterThanOrEqual(10);
  },
);

test('a past time rings at once', () => {
  const { alarm, rung } = armed();
  alarm.wakeIn([-60_000]);
  vi.advanceTimersByTime(10);
  expect(rung).toEqual([close(0)]);
});

test('a time more than a minute and a half away is left to the next poll', () => {
  const { alarm, rung } = armed();
  alarm.wakeIn([90_001, 3_600_000, Number.MAX_SAFE_INTEGER]);
  expect(vi.getTimerCount()).toBe(0);
  alarm.wakeIn([90_000]);
  vi.advanceTimersByTime(100_000);
  expect(rung).toEqual([close(90_000)]);
});

test('it may be set while it rings', () => {
  const rung: number[] = [];
  const alarm = createAlarm(() => {
    rung.push(performance.now());
    if (rung.length < 3) alarm.wakeIn([100]);
  });
  alarm.wakeIn([100]);
  vi.advanceTimersByTime(1_000);
  expect(rung).toHaveLength(3);
});

test('a stopped alarm never rings', () => {
  const { alarm, rung } = armed();
  alarm.wakeIn([100]);
  alarm.stop();
  alarm.wakeIn([100]);
  vi.advanceTimersByTime(1_000);
  expect([rung, vi.getTimerCount()]).toEqual([[], 0]);
});
