import type { Readable } from 'node:stream';

/** The effect of a call, which decides how it is sent and what its failure means. */
export type Effect =
  /** Reads only. May be repeated. */
  | 'read'
  /** Changes something hidden (token, upload, container). The adapter may repeat it. */
  | 'hidden'
  /** Makes something public. Sent at most once; a failure after the first byte is `unknown`. */
  | 'public';

export type OutgoingBody =
  | { readonly form: Readonly<Record<string, string | undefined>> }
  | { readonly json: unknown }
  | { readonly bytes: Uint8Array | Readable; readonly contentType: string; readonly contentLength: number }
  | {
      readonly multipart: readonly (
        | { readonly name: string; readonly value: string }
        | { readonly name: string; readonly filename: string; readonly contentType: string; readonly bytes: Uint8Array }
      )[];
    };

export type OutgoingCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string | URL;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Values of `authorization` and anything in `query`/`form` never reach a log or an error. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: OutgoingBody;
  readonly effect: Effect;
  /** Called when the socket is connected. False sends nothing: the call ends `not_sent`. */
  readonly mayStart?: () => boolean;
  /** Limit of the whole call in milliseconds, from connecting to the last byte. Default 30,000. */
  readonly timeoutMs?: number;
  /** Limit of the answer in bytes. Default and most: 1 MiB. A longer one is no answer. */
  readonly maxBytes?: number;
  readonly signal: AbortSignal;
};

/** An answer read to its end (at most 1 MiB). Any status: the adapter decides what it means. */
export type Answer = {
  readonly status: number;
  /** Lower-case names; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON, else undefined. Integers beyond 2^53 arrive as strings. */
  readonly json: unknown;
};

/**
 * One outgoing call. Redirects are never followed and nothing is sent twice. Throws NetworkError
 * `network_unavailable` when there is no answer: `not_sent` when no byte left, otherwise `unknown`
 * (for `read` and `hidden` calls with a `retryAfterMs`, since they may be repeated). A mistake in
 * this program is thrown as it is; of a public call as NetworkError `internal_error` with it as its
 * cause.
 */
export type Http = (call: OutgoingCall) => Promise<Answer>;
