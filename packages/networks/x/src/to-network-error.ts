import {
  type Answer,
  answeredAt,
  type Effect,
  NetworkError,
  type Outcome,
  redact,
  retryAfterMs,
} from '@fanfare/network';
import type { CallKind, Condition, ErrorRow } from './error-row.ts';
import { ERROR_ROWS } from './error-rows.ts';
import { ErrorBody } from './wire.ts';

export type ErrorContext = {
  readonly on: CallKind;
  readonly effect: Effect;
  /** Unix milliseconds. */
  readonly now: number;
  readonly mediaIndex?: number | undefined;
};

type Seen = {
  readonly status: number;
  readonly types: readonly string[];
  readonly codes: readonly number[];
  readonly text: string;
  readonly own: boolean;
};

/** What one refusing answer of X means. Never throws: an answer nobody has seen yet is judged by its status alone. */
export function toNetworkError(answer: Answer, context: ErrorContext): NetworkError {
  const seen = look(answer);
  const row = findRow(seen, context.on);
  const outcome = outcomeOf(answer.status, context.effect);
  return new NetworkError({
    code: row.code,
    outcome,
    message: row.message,
    // An unknown outcome must never be sent again, whatever the row says.
    retryAfterMs: outcome === 'unknown' ? undefined : waitMs(row, answer, context.now),
    networkCode: networkCode(seen),
    networkMessage: seen.text === '' ? undefined : redact(seen.text),
    mediaIndex: context.mediaIndex,
    remedy: row.remedy,
    credential: row.credential,
    operator: row.operator,
  });
}

/** The row that describes an answer; exported so that a test can hold every documented answer against the table. */
export function rowFor(answer: Answer, on: CallKind): ErrorRow {
  return findRow(look(answer), on);
}

function look(answer: Answer): Seen {
  const body = ErrorBody.parse(answer.json);
  const parts = [body, ...(body.errors ?? [])];
  const types = [...parts.map((part) => part.type?.split('/').at(-1)), body.error];
  const texts = [
    ...parts.flatMap((part) => [part.detail, part.message, part.reason]),
    body.error_description,
    // A title says the least; it stands in only where nothing else does.
    ...(parts.some((part) => part.detail ?? part.message) ? [] : [body.title]),
  ];
  return {
    status: answer.status,
    types: types.filter((type) => type !== undefined),
    codes: parts.map((part) => part.code).filter((code) => code !== undefined),
    text: [...new Set(texts.filter((text) => text !== undefined))].join(' '),
    // Every problem of X has a title, every error of its older kind stands in a list (X API, response codes and errors, checked 2026-11).
    own: body.title !== undefined || (body.errors ?? []).length > 0,
  };
}

function findRow(seen: Seen, on: CallKind): ErrorRow {
  const row = ERROR_ROWS.find(
    (candidate) =>
      (candidate.on?.includes(on) ?? true) && (candidate.when?.some((condition) => holds(condition, seen)) ?? true),
  );
  if (row === undefined) throw new Error('The error table of X must end with a row that matches everything');
  return row;
}

function holds(condition: Condition, seen: Seen): boolean {
  if (condition.status !== undefined && !condition.status.includes(seen.status)) return false;
  if (condition.family !== undefined && condition.family !== Math.floor(seen.status / 100)) return false;
  if (condition.types !== undefined && !condition.types.some((type) => seen.types.includes(type))) return false;
  if (condition.codes !== undefined && !condition.codes.some((code) => seen.codes.includes(code))) return false;
  if (condition.own !== undefined && !seen.own) return false;
  return condition.text?.test(seen.text) ?? true;
}

/** The most telling of what X calls the error: its type, its number, else the status. */
function networkCode(seen: Seen): string {
  const type = seen.types.find((name) => name !== 'about:blank' && name !== '');
  return type ?? seen.codes[0]?.toString() ?? String(seen.status);
}

/**
 * A 4xx of X created nothing; a time-out, a 5xx or a redirect says nothing about a public write. Reads and hidden calls leave nothing to be
 * seen, so that for them every answer is a refusal.
 */
function outcomeOf(status: number, effect: Effect): Outcome {
  if (effect !== 'public') return 'rejected';
  return status >= 400 && status <= 499 && status !== 408 ? 'rejected' : 'unknown';
}

const DEFAULT_WAIT_MS = 60_000;
const DAILY_LIMITS = ['x-user-limit-24hour', 'x-app-limit-24hour'];

/**
 * X sends no Retry-After. A window of 15 minutes ends at `x-rate-limit-reset`; a daily limit that is used up ends at the reset of its own,
 * which may be hours away (X API, rate limits, checked 2026-08; all resets are Unix seconds).
 */
function waitMs(row: ErrorRow, answer: Answer, now: number): number | undefined {
  if (row.retry !== 'reset') return row.retry;
  const daily = DAILY_LIMITS.filter((name) => answer.headers[`${name}-remaining`] === '0')
    .map((name) => Number(answer.headers[`${name}-reset`]) * 1000 - answeredAt(answer.headers, now))
    .filter((ms) => ms > 0);
  if (daily.length > 0) return Math.max(...daily);
  return retryAfterMs(answer.headers, now) ?? DEFAULT_WAIT_MS;
}
