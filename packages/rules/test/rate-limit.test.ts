import { describe, expect, test } from 'vitest';
import { judgeRate } from '../src/rate-limit.ts';

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
