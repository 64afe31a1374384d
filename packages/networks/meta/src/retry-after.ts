import { retryAfterMs } from '@fanfare/network';
import { businessUsageSchema } from './wire.ts';

/** Used when a throttled answer does not say how long to wait. */
const DEFAULT_WAIT_MS = 60_000;

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
 * Milliseconds to wait after a throttled answer: the longer of `Retry-After` and the minutes of
 * `X-Business-Use-Case-Usage`, else one minute. Meta throttles longer when calls go on. Which
 * headers Threads sends is not documented: both are read on both networks.
 */
export function readRetryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number {
  const hints = [retryAfterMs(headers, nowMs), fromBusinessUsage(headers['x-business-use-case-usage'])];
  return Math.max(...hints.map((hint) => hint ?? 0)) || DEFAULT_WAIT_MS;
}
