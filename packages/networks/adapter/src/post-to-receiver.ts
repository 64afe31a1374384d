import { Client } from 'undici';
import { dispatchCall, type WireResult } from './dispatch-call.ts';
import { type Egress, readAddress } from './egress/egress.ts';
import { EgressRefused, guardedConnector } from './egress/guarded-connector.ts';
import { isOwnMistake } from './own-mistake.ts';
import { storableText } from './storable.ts';

/** The answer of a receiver, or why there is no answer. */
export type ReceiverAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      /** Lower-case names; repeated headers joined with `, `. */
      readonly headers: Readonly<Record<string, string>>;
      /** The first KiB of the body, storable. */
      readonly text: string;
    }
  | {
      readonly ok: false;
      /**
       * `not_allowed`: what is written in the address. `no_address`: its name has no public
       * address; one that resolves to a private address gets the same reason as one that does not
       * exist, so that nobody can explore an internal DNS. `stopped`: the caller's signal ended the
       * call.
       */
      readonly problem: 'not_allowed' | 'no_address' | 'certificate' | 'timeout' | 'broken' | 'stopped';
      /** Status of the answer when it had begun. */
      readonly status: number | null;
    };

export type ReceiverCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
};

/** Posts to a caller's address, once and without redirects. Throws only for our mistakes. */
export type PostToReceiver = (call: ReceiverCall) => Promise<ReceiverAnswer>;

type Options = {
  readonly egress: Egress;
  /** Limit of the whole call, from connecting to the last byte that is read. */
  readonly timeoutMs: number;
};

const CONNECT_TIMEOUT_MS = 5_000;
const KEPT_BYTES = 1_024;
/** The resolver found no address, or could not be asked (Node.js, `dns` codes, 2026-11). */
const NO_ADDRESS = /^(?:ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL)$/;
const ENDED = new Error('The call has ended.');
/** Codes of OpenSSL and Node for a bad certificate (Node.js, X509 error codes, 2026-11). */
const CERTIFICATE =
  /CERT|^UNABLE_TO_(?:GET|VERIFY|DECRYPT|DECODE)|^INVALID_(?:CA|PURPOSE)$|^HOSTNAME_MISMATCH$|^PATH_LENGTH_EXCEEDED$/;

/**
 * The client for receivers of webhooks. Every call has its own connection, so that the egress guard
 * checks each of them: the address, every DNS answer and the connected peer. Plain http only to
 * exempt hosts. Reads one KiB of an answer, then ends the connection.
 *
 * @example
 * const post = createReceiverClient({ egress, timeoutMs: 15_000 });
 * const answer = await post({ url: 'https://example.com/hooks', headers, body, signal });
 */
export function createReceiverClient({ egress, timeoutMs }: Options): PostToReceiver {
  const connect = guardedConnector(egress, { connectTimeoutMs: Math.min(timeoutMs, CONNECT_TIMEOUT_MS) });
  return async ({ url: text, headers, body, signal }) => {
    const url = readAddress(egress, text, ['https:']);
    if (url === null) return { ok: false, problem: 'not_allowed', status: null };
    const timeout = AbortSignal.timeout(timeoutMs);
    const client = new Client(url.origin, {
      ...{ connect, pipelining: 0, allowH2: false, maxHeaderSize: 16 * 1024, headersTimeout: 0, bodyTimeout: 0 },
    });
    try {
      const result = await dispatchCall(
        client,
        {
          method: 'POST',
          path: url.pathname + url.search,
          headers: { 'accept-encoding': 'identity', ...headers, 'content-length': String(body.length) },
          body,
        },
        { maxBytes: KEPT_BYTES, longer: 'cut', signal: AbortSignal.any([signal, timeout]) },
      );
      return result.ok ? toAnswer(result) : toProblem(result, { isStopped: signal.aborted, isLate: timeout.aborted });
    } finally {
      void client.destroy(ENDED);
    }
  };
}

function toAnswer({ status, headers, body }: Extract<WireResult, { ok: true }>): ReceiverAnswer {
  const joined = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
  );
  // A character that the cut went through is not an error of the receiver.
  const text = storableText(new TextDecoder().decode(body, { stream: true }));
  return { ok: true, status, headers: Object.fromEntries(joined), text };
}

function toProblem(
  { sent, status, cause }: Extract<WireResult, { ok: false }>,
  { isStopped, isLate }: { readonly isStopped: boolean; readonly isLate: boolean },
): ReceiverAnswer {
  if (isOwnMistake(cause)) throw cause;
  if (isStopped) return { ok: false, problem: 'stopped', status };
  if (isLate) return { ok: false, problem: 'timeout', status };
  return { ok: false, problem: sent ? 'broken' : connectProblem(cause), status };
}

function connectProblem(cause: unknown): 'no_address' | 'certificate' | 'broken' {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (cause instanceof EgressRefused || NO_ADDRESS.test(code)) return 'no_address';
  return CERTIFICATE.test(code) ? 'certificate' : 'broken';
}
