import {
  type Answer,
  answeredAt,
  type Effect,
  NetworkError,
  type Outcome,
  redact,
  retryAfterMs,
} from '@fanfare/network';
import { type CallKind, ERROR_ROWS, type ErrorRow } from './error-rows.ts';
import { ErrorBody } from './wire.ts';

type ErrorContext = {
  readonly on: CallKind;
  readonly effect: Effect;
  /** Unix milliseconds. */
  readonly now: number;
  readonly mediaIndex?: number | undefined;
};

/** What one refusing answer means. Never throws: an answer nobody has seen yet is judged by its status alone. */
export function toNetworkError(answer: Answer, context: ErrorContext): NetworkError {
  const row = rowFor(answer, context.on);
  const outcome = outcomeOf(answer.status, context.effect);
  const text = textOf(answer);
  return new NetworkError({
    code: row.code,
    outcome,
    message: row.message,
    // An unknown outcome is read first, whatever the row says.
    retryAfterMs: outcome === 'unknown' ? undefined : waitMs(row, answer, context.now),
    networkCode: String(answer.status),
    networkMessage: text === '' ? undefined : redact(withoutTokens(text)),
    mediaIndex: context.mediaIndex,
    remedy: row.remedy,
    credential: row.credential,
    operator: row.operator,
  });
}

/** The row that describes an answer; exported so that a test can hold every documented answer against the table. */
export function rowFor(answer: Answer, on: CallKind): ErrorRow {
  const text = textOf(answer);
  const row = ERROR_ROWS.find(
    (candidate) =>
      (candidate.on?.includes(on) ?? true) &&
      (candidate.status?.includes(answer.status) ?? true) &&
      (candidate.family === undefined || candidate.family === Math.floor(answer.status / 100)) &&
      (candidate.text?.test(text) ?? true),
  );
  if (row === undefined) throw new Error('The error table of Mastodon must end with a row that matches everything');
  return row;
}

/** Tokens, codes and secrets of apps are 43 characters of base64url (doorkeeper, OAuth::Helpers::UniqueToken, checked 2026-11); no word of a refusal is so long. */
const withoutTokens = (text: string): string => text.replace(/[\w-]{40,}/g, '[redacted]');

function textOf(answer: Answer): string {
  const { error, error_description: explained } = ErrorBody.parse(answer.json);
  return [error, explained].filter((part) => part !== undefined && part !== '').join(': ');
}

/**
 * A 4xx created nothing; a time-out, a 5xx or a redirect says nothing about a public write: a proxy in front of the server sends those while the
 * server goes on working. Reads and hidden calls leave nothing to be seen, so that for them every answer is a refusal.
 */
function outcomeOf(status: number, effect: Effect): Outcome {
  if (effect !== 'public') return 'rejected';
  return status >= 400 && status <= 499 && status !== 408 ? 'rejected' : 'unknown';
}

const DEFAULT_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 30 * 60_000;

/** `X-RateLimit-Reset` is a date and time, unlike other networks' (Mastodon, Rate limits and Datetime formats, checked 2026-11). */
function waitMs(row: ErrorRow, answer: Answer, now: number): number | undefined {
  if (row.retry !== 'reset') return row.retry;
  const resetMs = Date.parse(answer.headers['x-ratelimit-reset'] ?? '') - answeredAt(answer.headers, now);
  if (resetMs > 0) return Math.min(resetMs, LONGEST_WAIT_MS);
  return retryAfterMs(answer.headers, now) ?? DEFAULT_WAIT_MS;
}
