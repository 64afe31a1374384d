import { z } from 'zod';
import { noted } from './documented.ts';

const FORM = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2}))$/i;
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2101, 0, 1) - 1;

export type ParsedTimestamp =
  | { readonly ok: true; readonly epochMs: number }
  | { readonly ok: false; readonly message: string };

const refused = (message: string): ParsedTimestamp => ({ ok: false, message });

/**
 * Reads an ISO 8601 timestamp with an explicit offset, of a date that exists, in the years 2000 to
 * 2100 (UTC). Seconds may be left out; digits below the millisecond are cut off. Leap seconds and
 * 24:00 are refused.
 *
 * @example
 * parseTimestamp('2026-11-20T10:00:00+02:00'); // { ok: true, epochMs: 1795161600000 }
 * parseTimestamp('2026-02-30T10:00:00Z'); // { ok: false, message: 'Names a date that does not exist.' }
 */
export function parseTimestamp(value: string): ParsedTimestamp {
  const match = FORM.exec(value);
  if (match === null) {
    return refused(
      'Must be an ISO 8601 timestamp with an explicit offset, such as 2026-11-20T10:00:00Z (in a query, send + as %2B).',
    );
  }
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    match;
  const calendar = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (calendar.getUTCMonth() !== Number(month) - 1 || calendar.getUTCDate() !== Number(day)) {
    return refused('Names a date that does not exist.');
  }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return refused('Names a time of day that does not exist.');
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return refused('Names an offset that does not exist.');
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  const sinceMidnightMs =
    ((Number(hour) * 60 + Number(minute) - offsetMinutes) * 60 + Number(second)) * 1000 +
    Number(fraction.slice(0, 3).padEnd(3, '0'));
  const epochMs = calendar.getTime() + sinceMidnightMs;
  if (epochMs < EARLIEST_MS || epochMs > LATEST_MS) return refused('Must lie in the years 2000 to 2100 (UTC).');
  return { ok: true, epochMs };
}

/**
 * A timestamp in a request. Parsing it gives the same instant as ISO 8601 UTC with milliseconds and
 * `Z`.
 *
 * @example
 * TimestampSchema.parse('2026-11-20T10:00:00+02:00'); // '2026-11-20T08:00:00.000Z'
 */
export const TimestampSchema = noted(
  z.string().transform((value, ctx) => {
    const parsed = parseTimestamp(value);
    if (parsed.ok) return new Date(parsed.epochMs).toISOString();
    ctx.addIssue({ code: 'custom', message: parsed.message });
    return z.NEVER;
  }),
  { format: 'date-time' },
);

/** A timestamp in a response: ISO 8601 UTC with milliseconds and `Z`. */
export const utcTimestamp = () =>
  noted(z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/), { format: 'date-time' });

export const UtcTimestampSchema = utcTimestamp();
