import { type Answer, type Effect, NetworkError, type Outcome, retryAfterMs } from '@fanfare/network';
import { z } from 'zod';
import type { CallKind, ErrorRow } from './error-row.ts';
import { ERROR_ROWS } from './error-rows.ts';

export type ErrorContext = {
  readonly on: CallKind;
  readonly effect: Effect;
  /** Unix milliseconds, for limits that end at midnight. */
  readonly now: number;
  readonly mediaIndex?: number | undefined;
};

// Every field may be missing, and a gateway may answer HTML (LinkedIn, API error handling, checked 2026-11).
const word = z.string().optional().catch(undefined);
const ErrorBody = z
  .object({
    code: word,
    error: word,
    error_description: word,
    message: word,
    status: z.number().optional().catch(undefined),
    serviceErrorCode: z
      .union([z.string(), z.number().transform(String)])
      .optional()
      .catch(undefined),
    errorDetails: z
      .object({ inputErrors: z.array(z.object({ code: word, description: word }).catch({})).catch([]) })
      .optional()
      .catch(undefined),
  })
  .catch({});

const DAY_MS = 86_400_000;

type Seen = {
  readonly status: number;
  readonly codes: readonly string[];
  readonly text: string;
  readonly own: boolean;
};

/** What an answer that is no success means. Total: every status and every body gives an error. */
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
    networkCode: seen.codes[0] ?? String(seen.status),
    networkMessage: seen.text === '' ? undefined : seen.text,
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
  const inputErrors = body.errorDetails?.inputErrors ?? [];
  const codes = [...inputErrors.map((each) => each.code), body.code, body.error, body.serviceErrorCode];
  const text = [body.message, body.error_description, ...inputErrors.map((each) => each.description)]
    .filter((part) => part !== undefined)
    .join(' ');
  return {
    status: answer.status,
    codes: codes.filter((code) => code !== undefined),
    text,
    // Every error of LinkedIn repeats the status or has a number of its own (LinkedIn, API error handling, checked 2026-11).
    own: body.status !== undefined || body.serviceErrorCode !== undefined,
  };
}

function findRow(seen: Seen, on: CallKind): ErrorRow {
  const row = ERROR_ROWS.find((candidate) => matches(candidate, seen, on));
  if (row === undefined) throw new Error('The LinkedIn error table must end with a row that matches everything');
  return row;
}

function matches(row: ErrorRow, seen: Seen, on: CallKind): boolean {
  if (row.on !== undefined && !row.on.includes(on)) return false;
  if (row.status !== undefined && !row.status.includes(seen.status)) return false;
  if (row.family !== undefined && row.family !== Math.floor(seen.status / 100)) return false;
  if (row.text !== undefined && !row.text.test(seen.text)) return false;
  if (row.own !== undefined && !seen.own) return false;
  return row.markers?.some((marker) => seen.codes.includes(marker) || mentions(seen.text, marker)) ?? true;
}

/** Whole words only: MEDIA_ASSET_PROCESSING is not a part of MEDIA_ASSET_PROCESSING_FAILED. */
function mentions(text: string, marker: string): boolean {
  const at = text.indexOf(marker);
  return at !== -1 && !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + marker.length));
}

/**
 * A 4xx of LinkedIn created nothing; a time-out, a 5xx, a redirect or a bot wall says nothing about a public write. Reads and hidden calls
 * leave nothing to be seen, so that for them every answer is a refusal.
 */
function outcomeOf(status: number, effect: Effect): Outcome {
  if (effect !== 'public') return 'rejected';
  return status >= 400 && status <= 499 && status !== 408 ? 'rejected' : 'unknown';
}

/** LinkedIn documents no Retry-After; a gateway in front of it may send one all the same. */
function waitMs(row: ErrorRow, answer: Answer, now: number): number | undefined {
  if (row.retryAfterMs === undefined) return undefined;
  if (row.retryAfterMs === 'midnight_utc') return DAY_MS - (now % DAY_MS);
  return retryAfterMs(answer.headers, now) ?? row.retryAfterMs;
}
