import { describe, expect, test } from 'vitest';
import { judgeRate, projectLimitOf, requestUnits } from '../src/rate-limit.ts';

const LIMIT = { name: 'requests', perMinute: 6 } as const;

describe('a request within its limit', () => {
  test.each([
    [10_000, 5, 10],
    [10_001, 4, 11],
    [20_000, 4, 20],
    [59_999, 0, 60],
    [60_000, 0, 60],
    // Never less than a second.
    [1, 5, 1],
  ])('%i ms ahead: %i are left, full again in %i s', (aheadMs, left, seconds) => {
    expect(judgeRate(LIMIT, { isAllowed: true, aheadMs })).toEqual({
      headers: { 'RateLimit-Policy': '"requests";q=6;w=60', RateLimit: `"requests";r=${left};t=${seconds}` },
      refusal: null,
    });
  });

  test('counts exactly at every limit', () => {
    for (const perMinute of [1, 7, 60, 600, 6_000]) {
      const { headers } = judgeRate({ ...LIMIT, perMinute }, { isAllowed: true, aheadMs: 60_000 / perMinute });
      expect(headers.RateLimit).toContain(`r=${perMinute - 1};`);
    }
  });
});

test.each([
  [60_000, 10],
  [55_000, 5],
  [50_001, 1],
])('a request over its limit, %i ms ahead, is refused for %i s', (aheadMs, seconds) => {
  expect(judgeRate(LIMIT, { isAllowed: false, aheadMs })).toEqual({
    headers: { 'RateLimit-Policy': '"requests";q=6;w=60', RateLimit: `"requests";r=0;t=${seconds}` },
    refusal: {
      code: 'rate_limited',
      message: `More than 6 requests a minute with this key. Try again in ${seconds} s.`,
      headers: { 'Retry-After': String(seconds) },
    },
  });
});

test('a request that counts as several waits until all of them are free', () => {
  const { headers, refusal } = judgeRate(LIMIT, { isAllowed: false, aheadMs: 35_000 }, 4);
  expect(headers.RateLimit).toBe('"requests";r=2;t=15');
  expect(refusal?.message).toBe(
    'More than 6 requests a minute with this key. This one counts as 4, one per started 64 KiB of its body. Try again in 15 s.',
  );
});

test('the limit of a project is ten times that of a key, and is shown only where it refuses', () => {
  const limit = projectLimitOf(LIMIT);
  expect(limit).toEqual({ name: 'project-requests', perMinute: 60 });
  expect(judgeRate(limit, { isAllowed: true, aheadMs: 1_000 })).toEqual({ headers: {}, refusal: null });
  expect(judgeRate(limit, { isAllowed: false, aheadMs: 60_000 })).toEqual({
    headers: { 'RateLimit-Policy': '"project-requests";q=60;w=60', RateLimit: '"project-requests";r=0;t=1' },
    refusal: {
      code: 'rate_limited',
      message: 'More than 60 requests a minute with all keys of this project. Try again in 1 s.',
      headers: { 'Retry-After': '1' },
    },
  });
});

test.each([
  [0, 600, 1],
  [1, 600, 1],
  [65_536, 600, 1],
  [65_537, 600, 2],
  [2_097_152, 600, 32],
  [9_000_000, 600, 32],
  [2_097_152, 6, 6],
])('a body of %i bytes counts as requests, %i a minute: %i', (bytes, perMinute, units) => {
  expect(requestUnits(bytes, { ...LIMIT, perMinute })).toBe(units);
});
