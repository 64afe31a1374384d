const LEAST_MS = 1_000;
const MOST_MS = 15 * 60_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Time at which an answer was made, Unix milliseconds, by the clock of who made it (`Date`, RFC
 * 9110, section 6.6.1), so that times in the answer mean the same whatever our clock says; ours
 * where the answer has none.
 *
 * @example
 * answeredAt({ date: 'Fri, 20 Nov 2026 10:00:00 GMT' }, clock.now()); // 1795168800000
 */
export const answeredAt = (headers: Readonly<Record<string, string | undefined>>, nowMs: number): number =>
  readHttpDate(headers.date?.trim() ?? '', nowMs) ?? nowMs;

/**
 * Reads the wait that an answer asks for, from 1 s to 15 min, or null when it does not say. Reads
 * `Retry-After` (seconds or a date, RFC 9110, section 10.2.3), else X's `x-rate-limit-reset` (Unix
 * seconds; X sends no Retry-After: X API, rate limits, checked 2026-11).
 *
 * @example
 * retryAfterMs({ 'retry-after': '30' }, clock.now()); // 30000
 */
export function retryAfterMs(headers: Readonly<Record<string, string | undefined>>, nowMs: number): number | null {
  const atMs = answeredAt(headers, nowMs);
  const waitMs = readRetryAfter(headers['retry-after'], atMs) ?? readReset(headers['x-rate-limit-reset'], atMs);
  return waitMs === null ? null : Math.min(MOST_MS, Math.max(LEAST_MS, waitMs));
}

function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const atMs = readHttpDate(text, nowMs);
  return atMs === null ? null : atMs - nowMs;
}

function readReset(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  return /^\d+$/.test(text) ? Number(text) * 1000 - nowMs : null;
}

const TIME = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';
const HTTP_DATES = [
  new RegExp(`^[a-z]{3}, (?<day>\\d\\d) (?<month>[a-z]{3}) (?<year>\\d{4}) ${TIME} gmt$`, 'i'),
  new RegExp(`^[a-z]{6,9}, (?<day>\\d\\d)-(?<month>[a-z]{3})-(?<year>\\d\\d) ${TIME} gmt$`, 'i'),
  new RegExp(`^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`, 'i'),
];

/** The three forms of dates (RFC 9110, section 5.6.7). Unix milliseconds, or null. */
function readHttpDate(text: string, nowMs: number): number | null {
  for (const form of HTTP_DATES) {
    const parts = form.exec(text)?.groups;
    if (!parts) continue;
    const month = MONTHS.indexOf((parts.month ?? '').toLowerCase());
    if (month < 0) return null;
    const year = fullYear(parts.year ?? '', nowMs);
    return Date.UTC(year, month, Number(parts.day), Number(parts.hour), Number(parts.minute), Number(parts.second));
  }
  return null;
}

/** Two digits: the nearest year, at most 50 years ahead (RFC 9110, section 5.6.7). */
function fullYear(digits: string, nowMs: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = Math.floor(thisYear / 100) * 100 + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}
