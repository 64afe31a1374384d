import { LIMITS } from '@fanfare/contract';
import { describe, expect, it, test } from 'vitest';
import { nextAttemptAt, readRetryAfter } from '../src/index.ts';

const at = new Date('2026-11-20T00:00:00.000Z');
const delayMs = (attempts: number, random = 0.5, retryAfterMs: number | null = null) => {
  const next = nextAttemptAt({ attempts, at, random, retryAfterMs });
  return next && next.getTime() - at.getTime();
};
const HOUR = 3_600_000;

describe('a delivery is tried ten times, with these pauses', () => {
  it.each([
    [0, 0],
    [1, 5000],
    [2, 300_000],
    [3, 1_800_000],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, 20 * HOUR],
    [9, 24 * HOUR],
    [10, null],
    [11, null],
  ])('after %i attempts', (attempts, ms) => {
    expect(delayMs(attempts)).toBe(ms);
  });

  it('which is 75 h 35 min in all, and as many attempts as the limits say', () => {
    const all = Array.from({ length: LIMITS.webhookAttempts.value }, (_, attempts) => delayMs(attempts)!);
    expect(all.reduce((sum, ms) => sum + ms)).toBe(75 * HOUR + 35 * 60_000 + 5000);
  });
});

test('each pause is up to a fifth shorter or longer', () => {
  expect(delayMs(2, 0)).toBe(240_000);
  expect(delayMs(2, 0.25)).toBe(270_000);
  expect(delayMs(2, 0.999999)).toBe(360_000);
});

describe('a Retry-After makes a pause longer', () => {
  it.each([
    ['longer than the pause', 1, 60_000, 60_000],
    ['shorter than the pause', 3, 60_000, 1_800_000],
    ['more than 24 hours', 1, 48 * HOUR, 24 * HOUR],
  ])('%s', (_, attempts, asked, ms) => {
    expect(delayMs(attempts, 0.5, asked)).toBe(ms);
  });

  it('but never adds an attempt', () => {
    expect(delayMs(10, 0.5, 1000)).toBeNull();
  });
});

test.each([
  [null, null],
  ['', null],
  ['120', 120_000],
  [' 0 ', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['Fri, 20 Nov 2026 00:01:00 GMT', 60_000],
  ['Thu, 19 Nov 2026 00:01:00 GMT', 0],
  ['99999999999', null],
])('Retry-After %j is %j ms', (value, ms) => {
  expect(readRetryAfter(value, at)).toBe(ms);
});
