import { businessUsageSchema } from './wire.ts';

/** Used when a throttled answer does not say how long to wait. */
const DEFAULT_WAIT_MS = 60_000;

function fromRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : date - now;
}

function fromBusinessUsage(value: string | undefined): number | null {
  if (value === undefined) return null;
  try {
    const usage = businessUsageSchema.parse(JSON.parse(value));
    const minutes = Math.max(
      0,
      ...Object.values(usage)
        .flat()
        .map((entry) => entry.estimated_time_to_regain_access),
    );
    return minutes > 0 ? minutes * 60_000 : null;
  } catch {
    return null;
  }
}

/**
 * Milliseconds to wait after a throttled answer: `Retry-After` (RFC 9110), else the minutes of `X-Business-Use-Case-Usage`, else one minute.
 * Meta throttles longer when calls go on, so the longest hint wins. Which of the two headers Threads sends is not documented: both are read.
 */
export function readRetryAfterMs(headers: Readonly<Record<string, string>>, now: number): number {
  const hints = [
    fromRetryAfter(headers['retry-after'], now),
    fromBusinessUsage(headers['x-business-use-case-usage']),
  ].filter((hint) => hint !== null);
  return hints.length === 0 ? DEFAULT_WAIT_MS : Math.max(1000, ...hints);
}
