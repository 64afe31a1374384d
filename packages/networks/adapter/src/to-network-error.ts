import type { AnswerMatch, ErrorRow, ErrorTable, PurposeOf, Refusal } from './error-row.ts';
import type { Answer, Effect } from './http.ts';
import { NetworkError, type Outcome } from './network-error.ts';
import { beginningOf } from './redact.ts';
import { retryAfterMs } from './retry-after.ts';

/** The call that was refused. */
export type RefusedCall<Row extends ErrorRow = ErrorRow> = {
  readonly on: PurposeOf<Row>;
  readonly effect: Effect;
  /** Unix milliseconds. */
  readonly now: number;
  /** Index into the draft's media of the item the call was for. */
  readonly mediaIndex?: number | undefined;
  /** Secrets of the call, which the network may repeat: they are cut out of its words. */
  readonly secrets?: readonly string[];
};

/**
 * Makes the error of a refusing answer, as the first matching row of the table says. Never throws:
 * an answer nobody has seen before matches the table's last row.
 *
 * @example
 * if (!isOk(answer)) throw toNetworkError(X_ERRORS, answer, { on: 'post', effect: 'public', now: io.clock.now() });
 */
export function toNetworkError<Row extends ErrorRow>(
  table: ErrorTable<Row>,
  answer: Answer,
  call: RefusedCall<Row>,
): NetworkError {
  const refusal = refusalOf(table, answer);
  const row = findErrorRow(table.rows, refusal, call.on);
  const outcome = outcomeOf(table, row, answer.status, call.effect);
  return new NetworkError({
    code: row.code,
    outcome,
    message: row.message,
    // Only reading may follow an unknown outcome, whatever the row says.
    retryAfterMs: outcome === 'unknown' ? undefined : waitMsOf(table, row, answer, call.now),
    networkCode: refusal.networkCode ?? String(answer.status),
    networkMessage: refusal.text === '' ? undefined : withoutSecrets(refusal.text, call.secrets ?? []),
    mediaIndex: call.mediaIndex,
    remedy: row.remedy,
    credential: row.credential,
    operator: row.operator,
  });
}

/** The row of the table that an answer matches. */
export function errorRowOf<Row extends ErrorRow>(table: ErrorTable<Row>, answer: Answer, on: PurposeOf<Row>): Row {
  return findErrorRow(table.rows, refusalOf(table, answer), on);
}

/** The characters of a long answer in which rows look for words; 500 of it are kept. */
const MOST_TEXT_CHARS = 8_000;

function refusalOf<Row extends ErrorRow>(table: ErrorTable<Row>, answer: Answer): Refusal {
  const refusal = table.readRefusal(answer);
  return { ...refusal, text: beginningOf(refusal.text, MOST_TEXT_CHARS) };
}

/** The first row that matches. Throws when none does: the last row of a table has no condition. */
export function findErrorRow<Row extends ErrorRow>(rows: readonly Row[], refusal: Refusal, on: PurposeOf<Row>): Row {
  const row = rows.find(
    (candidate) =>
      (candidate.on?.includes(on) ?? true) && (candidate.when?.some((match) => matches(match, refusal)) ?? true),
  );
  if (row === undefined) throw new Error('An error table must end with a row that matches everything.');
  return row;
}

function matches({ status, family, codes, text, own }: AnswerMatch, refusal: Refusal): boolean {
  if (status !== undefined && !status.includes(refusal.status)) return false;
  if (family !== undefined && family !== Math.floor(refusal.status / 100)) return false;
  if (codes !== undefined && !codes.some((code) => refusal.codes.includes(code))) return false;
  if (own !== undefined && !refusal.own) return false;
  return text?.test(refusal.text) ?? true;
}

/** Reads and hidden calls leave nothing visible, so every answer is a refusal. */
function outcomeOf<Row extends ErrorRow>(
  { provesRefusal = isClientError }: ErrorTable<Row>,
  row: Row,
  status: number,
  effect: Effect,
): Outcome {
  if (effect !== 'public') return 'rejected';
  return row.outcome ?? (provesRefusal(status) ? 'rejected' : 'unknown');
}

/** After a time-out, 5xx or redirect the write may be done: proxies answer too early. */
const isClientError = (status: number): boolean => status >= 400 && status <= 499 && status !== 408;

/** The wait that a row asks for after an answer; undefined when the call must not repeat. */
export function waitMsOf<Row extends ErrorRow>(
  { waitMs }: ErrorTable<Row>,
  row: Row,
  answer: Answer,
  now: number,
): number | undefined {
  if (waitMs !== undefined) return waitMs(row, answer, now);
  return row.retry === 'reset' ? limitResetMs(answer, now) : row.retry;
}

const DEFAULT_RESET_MS = 60_000;

/** Milliseconds until a rate limit resets: what `retryAfterMs` reads, else a minute. */
export function limitResetMs({ headers }: Pick<Answer, 'headers'>, now: number): number {
  return retryAfterMs(headers, now) ?? DEFAULT_RESET_MS;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => (secret === '' ? clean : clean.replaceAll(secret, '[redacted]')), text);
}
