import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLANS } from '../src/plans.ts';
import { fitsQuota, type QuotaCounter, quotaPeriodOf, refuseOverQuota, remainingUnits } from '../src/quota.ts';

const free = { allowance: 100, overage: false };
const pro = { allowance: 100, overage: true };
const unlimited = { allowance: null, overage: false };

describe('whether a post fits into the quota', () => {
  it.each<[string, QuotaCounter, number, boolean]>([
    ['nothing used', { ...free, used: 0, reserved: 0 }, 100, true],
    ['one more than all of it', { ...free, used: 0, reserved: 0 }, 101, false],
    ['exactly the last units', { ...free, used: 34, reserved: 1 }, 65, true],
    ['one unit short', { ...free, used: 35, reserved: 1 }, 65, false],
    ['what is reserved counts like what is used', { ...free, used: 0, reserved: 100 }, 1, false],
    ['a post that costs nothing fits into nothing', { ...free, used: 100, reserved: 0 }, 0, true],
    ['a plan with overage goes on', { ...pro, used: 5_000, reserved: 10 }, 65, true],
    ['a plan without limit never stops', { ...unlimited, used: 9_000_000, reserved: 0 }, 650, true],
  ])('%s', (_name, counter, units, fits) => {
    expect(fitsQuota(counter, units)).toBe(fits);
  });
});

describe('what is left', () => {
  it.each<[string, QuotaCounter, number | null]>([
    ['included units less used and reserved', { ...free, used: 20, reserved: 5 }, 75],
    ['never below zero on overage', { ...pro, used: 140, reserved: 5 }, 0],
    ['null without a limit', { ...unlimited, used: 140, reserved: 5 }, null],
  ])('%s', (_name, counter, remaining) => {
    expect(remainingUnits(counter)).toBe(remaining);
  });

  it('is exactly what still fits on a plan that stops', () => {
    const units = fc.nat({ max: 10_000 });
    fc.assert(
      fc.property(units, units, units, fc.nat({ max: 20_000 }), (allowance, used, reserved, asked) => {
        const counter = { allowance, overage: false, used, reserved };
        const isOver = used + reserved > allowance;
        expect(fitsQuota(counter, asked)).toBe(!isOver && asked <= remainingUnits(counter)!);
      }),
    );
  });
});

describe('the month an instant is counted in (UTC)', () => {
  it.each([
    ['2026-11-20T09:30:00.250Z', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-11-30T23:59:59.999Z', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['2026-12-01T01:00:00.000+02:00', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ])('%s lies from %s to %s', (instant, start, end) => {
    expect(quotaPeriodOf(new Date(instant))).toEqual({ start: new Date(start), end: new Date(end) });
  });

  it('every instant lies in its own month, and the end of a month begins the next', () => {
    const anyInstant = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const { start, end } = quotaPeriodOf(instant);
        expect(start <= instant && instant < end).toBe(true);
        expect(quotaPeriodOf(end).start).toEqual(end);
        expect(quotaPeriodOf(new Date(end.getTime() - 1))).toEqual({ start, end });
      }),
    );
  });
});

describe('the refusal of a post or repost without room in the plan', () => {
  const period = quotaPeriodOf(new Date('2026-11-20T09:30:00Z'));
  const resetsAt = '2026-12-01T00:00:00.000Z';
  it.each([
    [
      'post',
      66,
      40,
      `This post needs 66 units, and the plan "free" has too few left until ${resetsAt}. Nothing was published.`,
    ],
    [
      'post',
      1,
      98,
      `This post needs 1 unit, and the plan "free" has none left until ${resetsAt}. Nothing was published.`,
    ],
    [
      'repost',
      3,
      98,
      `This repost needs 3 units, and the plan "free" has none left until ${resetsAt}. Nothing was reposted.`,
    ],
  ] as const)('a %s of %i units where %i are used and 2 reserved', (what, units, used, message) => {
    expect(refuseOverQuota({ what, units, plan: PLANS.free, counted: { used, reserved: 2 }, period })).toEqual({
      ok: false,
      refusal: {
        code: 'quota_exceeded',
        message,
        details: [{ limit: 100, used, reserved: 2, requested: units, resetsAt }],
      },
    });
  });
});
