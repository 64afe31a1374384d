import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../src/retry-after.ts';

const NOW = Date.UTC(2026, 10, 6, 8, 49, 30);
const MOST_MS = 15 * 60_000;

describe('the wait an answer asks for', () => {
  it.each<[Record<string, string>, number | null]>([
    [{}, null],
    [{ 'retry-after': '30' }, 30_000],
    [{ 'retry-after': ' 30 ' }, 30_000],
    [{ 'retry-after': '0' }, 1_000],
    [{ 'retry-after': '99999' }, MOST_MS],
    [{ 'retry-after': '9'.repeat(400) }, MOST_MS],
    [{ 'retry-after': 'Fri, 06 Nov 2026 08:49:37 GMT' }, 7_000],
    [{ 'retry-after': 'fri, 06 nov 2026 08:49:37 gmt' }, 7_000],
    [{ 'retry-after': 'Friday, 06-Nov-26 08:49:37 GMT' }, 7_000],
    [{ 'retry-after': 'Fri Nov  6 08:49:37 2026' }, 7_000],
    [{ 'retry-after': 'Fri, 06 Nov 2026 08:00:00 GMT' }, 1_000],
    [{ 'retry-after': 'Friday, 06-Nov-94 08:49:37 GMT' }, 1_000],
    [{ 'retry-after': 'Fri, 06 Nov 2099 08:00:00 GMT' }, MOST_MS],
    [{ 'retry-after': 'Fri, 06 Foo 2026 08:49:37 GMT' }, null],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': '1.5' }, null],
    [{ 'retry-after': '0x10' }, null],
    [{ 'retry-after': '1e3' }, null],
    [{ 'retry-after': '10, 20' }, null],
    [{ 'retry-after': 'soon' }, null],
    // By the network's clock, ten minutes from ours.
    [{ date: 'Fri, 06 Nov 2026 08:59:30 GMT', 'retry-after': 'Fri, 06 Nov 2026 08:59:37 GMT' }, 7_000],
    [{ date: 'Fri, 06 Nov 2026 08:39:30 GMT', 'x-rate-limit-reset': String(NOW / 1000 - 558) }, 42_000],
    [{ date: 'now', 'retry-after': 'Fri, 06 Nov 2026 08:49:37 GMT' }, 7_000],
    [{ 'x-rate-limit-reset': String(NOW / 1000 + 42) }, 42_000],
    [{ 'x-rate-limit-reset': String(NOW / 1000 - 42) }, 1_000],
    [{ 'x-rate-limit-reset': 'never' }, null],
    [{ 'retry-after': '5', 'x-rate-limit-reset': String(NOW / 1000 + 42) }, 5_000],
    [{ 'retry-after': 'soon', 'x-rate-limit-reset': String(NOW / 1000 + 42) }, 42_000],
  ])('%j', (headers, waitMs) => {
    expect(retryAfterMs(headers, NOW)).toBe(waitMs);
  });
});

it('every header gives null or a wait from one second to fifteen minutes', () => {
  const value = fc.option(
    fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    ),
    { nil: undefined },
  );
  fc.assert(
    fc.property(value, value, fc.integer({ min: 0, max: 8.64e15 }), (retryAfter, reset, nowMs) => {
      const waitMs = retryAfterMs({ 'retry-after': retryAfter, 'x-rate-limit-reset': reset }, nowMs);
      return waitMs === null || (waitMs >= 1_000 && waitMs <= MOST_MS);
    }),
    { numRuns: 2_000 },
  );
});

it('a date is read to the second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900 }), (seconds) => {
      expect(retryAfterMs({ 'retry-after': new Date(NOW + seconds * 1000).toUTCString() }, NOW)).toBe(seconds * 1000);
    }),
  );
});
