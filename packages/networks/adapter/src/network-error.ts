import type { TargetErrorCode } from '@fanfare/contract';
import { redact } from './redact.ts';

/**
 * The meaning of a failed call for the write it attempted.
 * - `rejected`: the network answered that it did not do it. Another attempt is safe.
 * - `not_sent`: no byte left this machine. Another attempt is safe.
 * - `unknown`: it may have happened. Only reading can decide; never send again because of this
 *   alone.
 */
export type Outcome = 'rejected' | 'not_sent' | 'unknown';

export type NetworkErrorFacts = {
  /** The error code that callers see. */
  readonly code: TargetErrorCode;
  readonly outcome: Outcome;
  /** One sentence for the caller, with the remedy. No credential, header or full URL. */
  readonly message: string;
  /** Present when the same call may be tried again after this many milliseconds, at most a day. */
  readonly retryAfterMs?: number | undefined;
  /** The network's own code, e.g. `190/463`, `DUPLICATE_POST`, `403`. */
  readonly networkCode?: string | undefined;
  /** The network's own words, redacted and cut to 500 characters. */
  readonly networkMessage?: string | undefined;
  /** Index into the draft's media of the item at fault. */
  readonly mediaIndex?: number | undefined;
  /** The remedy for the account's owner or the caller, e.g. "Reconnect the account to grant …". */
  readonly remedy?: string | undefined;
  /** Set when the credential has ended: `revoked` when the user ended it, else `expired`. */
  readonly credential?: 'expired' | 'revoked' | undefined;
  /** True when only the operator can correct it (app credentials, API version, credits). */
  readonly operator?: boolean | undefined;
  readonly cause?: unknown;
};

/** X says when a daily limit ends; nothing waits longer. */
const MOST_WAIT_MS = 86_400_000;

/**
 * The only error an adapter throws for what a network did.
 *
 * @example
 * throw new NetworkError({ code: 'media_rejected', outcome: 'not_sent', message: 'The file is too large.', mediaIndex: 0 });
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly facts: NetworkErrorFacts;

  constructor(facts: NetworkErrorFacts) {
    super(`${facts.code}: ${facts.message}`, { cause: facts.cause });
    const { networkMessage, retryAfterMs } = facts;
    this.facts = {
      ...facts,
      ...(networkMessage !== undefined && { networkMessage: redact(networkMessage) }),
      ...(retryAfterMs !== undefined && { retryAfterMs: boundedWait(retryAfterMs) }),
    };
  }

  get code(): TargetErrorCode {
    return this.facts.code;
  }

  get outcome(): Outcome {
    return this.facts.outcome;
  }
}

/** Whole milliseconds up to a day; undefined for a negative number. */
function boundedWait(ms: number): number | undefined {
  return ms >= 0 ? Math.ceil(Math.min(ms, MOST_WAIT_MS)) : undefined;
}
