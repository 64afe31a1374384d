import type { TargetErrorCode } from '@fanfare/contract';

/** Which kind of call an answer belongs to: creating the post, uploading for it, reposting, reading counts, other reads, or the OAuth token endpoint. */
export type CallKind = 'post' | 'media' | 'repost' | 'metrics' | 'read' | 'token';

/** What an answer must look like; every part that is present must hold. */
export type Condition = {
  readonly status?: readonly number[];
  /** First digit of the HTTP status. */
  readonly family?: 3 | 5;
  /** Any of these as the last path segment of `type` (its host varies) or, from the token endpoint, as `error`. */
  readonly types?: readonly string[];
  /** Any of these as a number in `errors[].code`, a heritage of API version 1.1. */
  readonly codes?: readonly number[];
  /** Found in the texts of the body. */
  readonly text?: RegExp;
  /** The body is one of X's own errors, not a page or a sentence of something in between. */
  readonly own?: true;
};

/** One row of the error table. Rows are tried in order; the first whose kind of call and any condition hold decides. */
export type ErrorRow = {
  /** Stable name, used in tests and in docs/networks/x.md. */
  readonly name: string;
  /** Absent: every kind of call. */
  readonly on?: readonly CallKind[];
  /** Any of these; absent: always. */
  readonly when?: readonly Condition[];
  readonly code: TargetErrorCode;
  readonly message: string;
  /** Only where it says more than the remedy every error of this code has. */
  readonly remedy?: string;
  readonly credential?: 'expired' | 'revoked';
  /** Only the operator of the installation can mend it. */
  readonly operator?: true;
  /** The same call may be tried again, where trying again is safe: after this long, or when X's rate-limit headers say. */
  readonly retry?: number | 'reset';
};
