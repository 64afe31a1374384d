import type { TargetErrorCode } from '@fanfare/contract';

/** Which kind of call an answer belongs to: commenting, reading counts, any other of the API, a pre-signed upload address, or the OAuth token endpoint. */
export type CallKind = 'api' | 'comment' | 'metrics' | 'upload' | 'token';

/** What goes to the API with an account's token. */
export const API_CALLS: readonly CallKind[] = ['api', 'comment', 'metrics'];

/** One row of the error table. Rows are tried in order; every marker that is present must match. */
export type ErrorRow = {
  /** Stable name, used in tests and in docs/networks/linkedin.md. */
  readonly name: string;
  /** Absent: every kind of call. */
  readonly on?: readonly CallKind[];
  readonly status?: readonly number[];
  /** First digit of the HTTP status. */
  readonly family?: 3 | 4 | 5;
  /** Any of these as `code`, `error`, `serviceErrorCode` or `errorDetails.inputErrors[].code`, or as whole words in the message. */
  readonly markers?: readonly string[];
  /** Found in the message or in a description of the body. */
  readonly text?: RegExp;
  /** The body is one of LinkedIn's own errors, not a page or a sentence of something in between. */
  readonly own?: true;
  readonly code: TargetErrorCode;
  readonly message: string;
  /** Only where it says more than the remedy every error of this code has. */
  readonly remedy?: string;
  readonly credential?: 'expired' | 'revoked';
  /** Only the operator of the installation can mend it. */
  readonly operator?: true;
  /** The same call may be tried again after this long, where trying again is safe. */
  readonly retryAfterMs?: number | 'midnight_utc';
};
