import { describe, expect, test } from 'vitest';
import { parseTimestamp, TimestampSchema, UtcTimestampSchema } from '../src/index.ts';

describe('a timestamp becomes the same instant in UTC', () => {
  test.each([
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20t10:00:00z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00+02:00', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20T10:00:00+0200', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20T23:30:00-05:30', '2026-11-21T05:00:00.000Z'],
    ['2026-11-20T10:00:00.5Z', '2026-11-20T10:00:00.500Z'],
    ['2026-11-20T10:00:00.123999Z', '2026-11-20T10:00:00.123Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
    ['2100-12-31T23:59:59.999Z', '2100-12-31T23:59:59.999Z'],
  ])('%s', (value, utc) => {
    expect(TimestampSchema.parse(value)).toBe(utc);
    expect(UtcTimestampSchema.parse(utc)).toBe(utc);
  });
});

describe('a timestamp is refused with its reason', () => {
  const FORM =
    'Must be an ISO 8601 timestamp with an explicit offset, such as 2026-11-20T10:00:00Z (in a query, send + as %2B).';
  test.each([
    ['2026-11-20T10:00:00', FORM],
    ['2026-11-20', FORM],
    ['2026-11-20 10:00:00Z', FORM],
    ['2026-11-20T10:00:00 02:00', FORM],
    ['1795161600', FORM],
    ['+002026-11-20T10:00:00Z', FORM],
    ['', FORM],
    ['tomorrow', FORM],
    [' 2026-11-20T10:00:00Z', FORM],
    ['2026-11-20T10:00:00Z\n', FORM],
    ['2026-11-20T10Z', FORM],
    ['2026-W47-5T10:00:00Z', FORM],
    ['٢٠٢٦-١١-٢٠T١٠:٠٠:٠٠Z', FORM],
    ['2026-02-30T10:00:00Z', 'Names a date that does not exist.'],
    ['2026-02-29T10:00:00Z', 'Names a date that does not exist.'],
    ['2026-13-01T10:00:00Z', 'Names a date that does not exist.'],
    ['2026-00-10T10:00:00Z', 'Names a date that does not exist.'],
    ['2026-04-31T10:00:00Z', 'Names a date that does not exist.'],
    ['0026-04-30T10:00:00Z', 'Must lie in the years 2000 to 2100 (UTC).'],
    ['2026-11-20T24:00:00Z', 'Names a time of day that does not exist.'],
    ['2026-11-20T23:60:00Z', 'Names a time of day that does not exist.'],
    ['2026-12-31T23:59:60Z', 'Names a time of day that does not exist.'],
    ['2026-11-20T10:00:00+24:00', 'Names an offset that does not exist.'],
    ['2026-11-20T10:00:00+02:60', 'Names an offset that does not exist.'],
    ['1999-12-31T23:59:59.999Z', 'Must lie in the years 2000 to 2100 (UTC).'],
    ['2000-01-01T00:30:00+01:00', 'Must lie in the years 2000 to 2100 (UTC).'],
    ['2101-01-01T00:00:00Z', 'Must lie in the years 2000 to 2100 (UTC).'],
  ])('%j', (value, message) => {
    expect(parseTimestamp(value)).toEqual({ ok: false, message });
    expect(TimestampSchema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

test('responses always write milliseconds and Z', () => {
  for (const loose of ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000+00:00']) {
    expect(UtcTimestampSchema.safeParse(loose).success).toBe(false);
  }
});
