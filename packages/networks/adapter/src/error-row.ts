import type { TargetErrorCode } from '@fanfare/contract';
import type { Answer } from './http.ts';
import type { Outcome } from './network-error.ts';

/** The form of a refusing answer. Every part that is present must match. */
export type AnswerMatch = {
  readonly status?: readonly number[];
  /** First digit of the HTTP status. */
  readonly family?: 3 | 4 | 5;
  /** One of these is among the `codes` of the answer. */
  readonly codes?: readonly string[];
  /** Found in the `text` of the answer. */
  readonly text?: RegExp;
  /** The body is one of the network's own errors, not the page of a proxy or a gateway. */
  readonly own?: true;
};

/**
 * One row of a network's error table: which answers it matches and what they mean. The rows are
 * tried in order; the first that matches decides.
 *
 * @example
 * const row: ErrorRow = {
 *   name: 'duplicate',
 *   when: [{ status: [403], text: /duplicate content/i }, { codes: ['187'] }],
 *   source: 'X, response codes and errors, 2026-08',
 *   code: 'duplicate_content',
 *   message: 'X already has a post of this account with the same text.',
 *   remedy: 'Change the text.',
 * };
 */
export type ErrorRow<Purpose extends string = string> = {
  /** Stable name; the network's page under docs/networks lists the rows by it. */
  readonly name: string;
  /** The purposes of a call the row is for; every purpose when absent. */
  readonly on?: readonly Purpose[];
  /** The row matches when any of these does; always when absent. */
  readonly when?: readonly AnswerMatch[];
  /** The document or observation, with its date. Absent: as the comment above the rows says. */
  readonly source?: string;
  /** The error code callers see, from the closed list in docs/errors.md. */
  readonly code: TargetErrorCode;
  /** One sentence for callers. */
  readonly message: string;
  /** The remedy, where the code does not say it. */
  readonly remedy?: string;
  /** The account's credential has ended. Set it only when the network says so in its own words. */
  readonly credential?: 'expired' | 'revoked';
  /** Only the operator of the installation can fix it; accounts stay as they are. */
  readonly operator?: true;
  /** Whether the same call may be tried again: after these milliseconds, or at the reset. */
  readonly retry?: number | 'reset';
  /** The proof that the answer gives about a public write; default: by the HTTP status. */
  readonly outcome?: Exclude<Outcome, 'not_sent'>;
};

/** The purposes that the rows of a table know. */
export type PurposeOf<Row extends ErrorRow> = NonNullable<Row['on']>[number];

/** A refusing answer that an error table matches, in one shape for all networks. */
export type Refusal = {
  readonly status: number;
  /** Every name and number the network gives the error. */
  readonly codes: readonly string[];
  /** The network's own words, as `networkMessage`; empty when there are none. */
  readonly text: string;
  /** Whether the body is one of the network's own errors. */
  readonly own: boolean;
  /** The code that callers see as `networkCode`; the HTTP status when absent. */
  readonly networkCode?: string | undefined;
};

/**
 * Everything a network is known to answer when it refuses a call, and how to read such an answer.
 *
 * @example
 * export const X_ERRORS: ErrorTable<XErrorRow> = { rows: ERROR_ROWS, readRefusal };
 */
export type ErrorTable<Row extends ErrorRow = ErrorRow> = {
  /** The last row has no condition, so that every answer has a row. */
  readonly rows: readonly Row[];
  /** Reads an answer. Pure; must not throw, whatever the body is. */
  readonly readRefusal: (answer: Answer) => Refusal;
  /** Whether this status proves that a write was not done. Default: every 4xx but 408. */
  readonly provesRefusal?: (status: number) => boolean;
  /** The wait before the same call, in ms. Default: `retry`, and for `reset` `limitResetMs`. */
  readonly waitMs?: (row: Row, answer: Answer, now: number) => number | undefined;
};
