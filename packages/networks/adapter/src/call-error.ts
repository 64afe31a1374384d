import type { WireResult } from './dispatch-call.ts';
import { EgressRefused } from './egress/guarded-connector.ts';
import type { Effect } from './http.ts';
import { NetworkError } from './network-error.ts';
import { isOwnMistake } from './own-mistake.ts';
import { redact } from './redact.ts';

type Broken = Extract<WireResult, { ok: false }>;
type CallFacts = {
  readonly effect: Effect;
  readonly host: string;
  readonly timeoutMs: number;
  readonly timedOut: boolean;
  /** The caller's own signal ended the call. */
  readonly stopped: boolean;
};

const RETRY_AFTER_MS = 1_000;

/** The refusal of an address this service must not contact. Says nothing about what lies there. */
export function refusedCall(): NetworkError {
  return new NetworkError({
    code: 'network_unavailable',
    outcome: 'not_sent',
    message: 'The call was refused: its address is not one this service may contact. Nothing was sent.',
  });
}

/**
 * Classifies a call without an answer: `not_sent` when no byte left, otherwise `unknown`. A mistake
 * in this program is returned as it is; for a public call within an `internal_error`, which says
 * whether anything was sent.
 */
export function callError(result: Broken, call: CallFacts): Error {
  if (result.cause instanceof EgressRefused) return refusedCall();
  if (isOwnMistake(result.cause)) return call.effect === 'public' ? mistakeIn(result, result.cause) : result.cause;
  const repeatable = !call.stopped && (!result.sent || call.effect !== 'public');
  return new NetworkError({
    code: 'network_unavailable',
    outcome: result.sent ? 'unknown' : 'not_sent',
    message: describe(result, call),
    retryAfterMs: repeatable ? RETRY_AFTER_MS : undefined,
    networkCode: result.status === null ? undefined : String(result.status),
    cause: plainCause(result.cause),
  });
}

function mistakeIn({ sent }: Broken, cause: Error): NetworkError {
  const message = sent ? 'The service failed during the call.' : 'The service failed before anything was sent.';
  return new NetworkError({ code: 'internal_error', outcome: sent ? 'unknown' : 'not_sent', message, cause });
}

function describe(result: Broken, call: CallFacts): string {
  if (!result.sent && result.reason === 'stopped' && !call.timedOut)
    return 'The call was stopped before anything was sent.';
  if (!result.sent) return `${call.host} could not be reached. Nothing was sent.`;
  if (call.timedOut) return `${call.host} did not answer within ${Math.round(call.timeoutMs / 1000)} seconds.`;
  if (result.reason === 'stopped') return `The call was stopped before ${call.host} had answered.`;
  if (result.reason === 'too_large') return `${call.host} answered with more than 1 MiB.`;
  return `The connection to ${call.host} broke before its answer was complete.`;
}

/** Client errors hold pieces of the wire, so only their scrubbed text is kept. */
function plainCause(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? `${cause.code}: ` : '';
  return new Error(redact(`${code}${cause.message}`));
}
