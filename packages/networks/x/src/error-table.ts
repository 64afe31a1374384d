import {
  type Answer,
  answeredAt,
  type ErrorTable,
  limitResetMs,
  type NetworkError,
  type Refusal,
  type RefusedCall,
  toNetworkError,
} from '@fanfare/network';
import { ERROR_ROWS } from './error-rows.ts';
import type { XErrorRow } from './purpose.ts';
import { ErrorBody } from './wire.ts';

/** Refusals of X. */
export const X_ERRORS: ErrorTable<XErrorRow> = { rows: ERROR_ROWS, readRefusal, waitMs };

/** Makes the error of one refusing answer of X. */
export const toXError = (answer: Answer, call: RefusedCall<XErrorRow>): NetworkError =>
  toNetworkError(X_ERRORS, answer, call);

/** The texts of X where an error has no type of its own. */
const NO_CODES = ['', 'about:blank'];

/** Codes: the last segment of `type`, numbers of API 1.1, `error` of the token endpoint. */
function readRefusal(answer: Answer): Refusal {
  const body = ErrorBody.parse(answer.json);
  const parts = [body, ...(body.errors ?? [])];
  const types = [...parts.map((part) => part.type?.split('/').at(-1)), body.error];
  const numbers = parts.map((part) => part.code?.toString());
  const codes = [...types, ...numbers].filter((code) => code !== undefined).filter((code) => !NO_CODES.includes(code));
  const texts = [
    ...parts.flatMap((part) => [part.detail, part.message, part.reason]),
    body.error_description,
    // A title says the least; it stands in only where nothing else does.
    ...(parts.some((part) => part.detail ?? part.message) ? [] : [body.title]),
  ];
  return {
    status: answer.status,
    codes,
    text: [...new Set(texts.filter((text) => text !== undefined))].join(' '),
    // Every problem of X has a title, every error of its older kind stands in a list (X API,
    // response codes and errors, checked 2026-11).
    own: body.title !== undefined || (body.errors ?? []).length > 0,
    networkCode: codes[0],
  };
}

const DAILY_LIMITS = ['x-user-limit-24hour', 'x-app-limit-24hour'];

/**
 * X sends no Retry-After. A window of 15 minutes ends at `x-rate-limit-reset`; a daily limit that
 * is used up ends at the reset of its own, which may be hours away (X API, rate limits, checked
 * 2026-08; all resets are Unix seconds).
 */
function waitMs({ retry }: XErrorRow, answer: Answer, now: number): number | undefined {
  if (retry !== 'reset') return retry;
  const daily = DAILY_LIMITS.filter((name) => answer.headers[`${name}-remaining`] === '0')
    .map((name) => Number(answer.headers[`${name}-reset`]) * 1000 - answeredAt(answer.headers, now))
    .filter((ms) => ms > 0);
  return daily.length > 0 ? Math.max(...daily) : limitResetMs(answer, now);
}
