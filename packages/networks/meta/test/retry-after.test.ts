import { describe, expect, it } from 'vitest';
import { readRetryAfterMs } from '../src/retry-after.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const usage = (...minutes: readonly unknown[]): string =>
  JSON.stringify({ '17841400000000001': minutes.map((n) => ({ estimated_time_to_regain_access: n })) });

describe('readRetryAfterMs', () => {
  it.each([
    ['seconds', { 'retry-after': '12' }, 12_000],
    ['a date', { 'retry-after': 'Fri, 20 Nov 2026 12:02:00 GMT' }, 120_000],
    ['a date in the past', { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 1000],
    ['zero seconds', { 'retry-after': '0' }, 1000],
    ['words', { 'retry-after': 'soon' }, 60_000],
    ['minutes of usage', { 'x-business-use-case-usage': usage(0, 19, 3) }, 19 * 60_000],
    ['usage without a wait', { 'x-business-use-case-usage': usage(0) }, 60_000],
    ['usage of another form', { 'x-business-use-case-usage': usage('many') }, 60_000],
    ['broken usage', { 'x-business-use-case-usage': '{' }, 60_000],
    ['both, the longer', { 'retry-after': '5', 'x-business-use-case-usage': usage(1) }, 60_000],
    ['only percentages', { 'x-app-usage': '{"call_count":100}' }, 60_000],
    ['nothing', {}, 60_000],
  ] as const)('reads %s', (_, headers, expectedMs) => {
    expect(readRetryAfterMs({ ...headers }, NOW)).toBe(expectedMs);
  });
});
