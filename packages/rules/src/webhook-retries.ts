import { LIMITS } from '@fanfare/contract';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait before each attempt (Standard Webhooks 1.0.0, 2026-11): 10 over 75 h 35 min. */
const DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Delays vary by up to a fifth, so that deliveries that failed together are not tried together. */
const JITTER = 0.2;

type Failure = {
  /** Attempts made so far. */
  readonly attempts: number;
  readonly at: Date;
  /** At least 0, below 1. */
  readonly random: number;
  /** The wait that the answer asked for; null when it asked for none. */
  readonly retryAfterMs: number | null;
};

/**
 * Time at which a delivery is tried again; null when it has had its last attempt. A `Retry-After`
 * can make the pause longer, up to 24 h, and not shorter: ten attempts within seconds would end a
 * delivery that a receiver wants an hour later.
 *
 * @example
 * nextAttemptAt({ attempts: 1, at: new Date(0), random: 0.5, retryAfterMs: null }); // 1970-01-01T00:00:05.000Z
 */
export function nextAttemptAt({ attempts, at, random, retryAfterMs }: Failure): Date | null {
  const delayMs = DELAYS_MS[attempts];
  if (delayMs === undefined) return null;
  const spreadMs = delayMs * (1 + JITTER * (2 * random - 1));
  const askedMs = Math.min(retryAfterMs ?? 0, LIMITS.webhookRetryAfterSeconds.value * SECOND);
  return new Date(at.getTime() + Math.round(Math.max(spreadMs, askedMs)));
}

/** 429 (RFC 6585, 4) and 503 (RFC 9110, 15.6.4) are about the receiver, not one event. */
const OF_THE_RECEIVER: readonly (number | null)[] = [429, 503];

/**
 * The pause of a webhook after an answer: a 429 or 503 with `Retry-After` says when the receiver
 * takes requests again. 0 after every other answer, and at most 24 h.
 *
 * @example
 * pauseOfWebhook({ status: 429, retryAfterMs: 120_000 }); // 120000
 */
export const pauseOfWebhook = ({
  status,
  retryAfterMs,
}: {
  readonly status: number | null;
  readonly retryAfterMs: number | null;
}): number =>
  OF_THE_RECEIVER.includes(status) ? Math.min(retryAfterMs ?? 0, LIMITS.webhookRetryAfterSeconds.value * SECOND) : 0;

/**
 * The milliseconds of a `Retry-After`, from seconds or from a date (RFC 9110, 10.2.3); null when it
 * is neither.
 *
 * @example
 * readRetryAfter('120', new Date()); // 120000
 */
export function readRetryAfter(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  // `Date.parse` makes a year of "-5".
  const at = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
