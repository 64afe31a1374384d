import { createHash } from 'node:crypto';
import { type MediaSource, NetworkError } from '@fanfare/network';
import { orWithout } from '../db/refused-content.ts';
import { retryTransient } from '../db/retry-transient.ts';
import { errorText, ownErrorText } from '../process/error-text.ts';
import type { Logger } from '../process/log/log.ts';
import type { WriteEnd } from './make-write.ts';
import type { WritePolicy } from './write-run.ts';

/** A kind of public write whose caller waits for its end, such as a repost, in words. */
export type AwaitedWrite = {
  /** The log line of an error that is a mistake of this service. */
  readonly failedUnexpectedly: string;
  /** Says that nothing happened on the network, such as "Nothing was sent". */
  readonly nothingDone: string;
  /** Says what to do when the answer of the network was lost. */
  readonly doubt: string;
};

/** An end of such a write without success, while its attempt is still ours to settle. */
export type UnsuccessfulEnd = Extract<WriteEnd, { state: 'failed' | 'outcome_unknown' | 'stopping' }>;

/** Aborts after the 30 seconds that a network has for one write. */
export const awaitedDeadline = (): AbortSignal => AbortSignal.timeout(30_000);

/** A policy without waits: networks ask for minutes, and callers can repeat the request. */
export const awaitedPolicy = (disconnected: string): WritePolicy => ({
  maxTries: 1,
  maxWaitMs: 0,
  maxProcessingMs: 0,
  maxLaneMs: 15_000,
  onRefusedRepeat: 'end',
  tooLate: 'network_unavailable',
  disconnected,
});

/** The key of a write that is named by its subject and the post on the network. */
export const awaitedKey = (subject: string, platformPostId: string): string =>
  createHash('sha256').update(`${subject} ${platformPostId}`).digest('hex').slice(0, 32);

export const NO_MEDIA: MediaSource = { open: () => Promise.reject(new Error('This write has no media.')) };

/**
 * Settles an attempt that ended without success, with the redacted text of its error; without the
 * network's own words when PostgreSQL refuses them.
 */
export function settleUnsuccessful<Row>(
  { log }: { readonly log: Logger },
  kind: AwaitedWrite,
  end: UnsuccessfulEnd,
  about: Readonly<Record<string, string>>,
  store: (failure: { readonly error: string; readonly inDoubt: boolean }) => Promise<Row>,
): Promise<Row> {
  const reason = end.state === 'stopping' ? (end.error ?? stopping(kind)) : end.error;
  const inDoubt = end.state === 'outcome_unknown' || (end.state === 'stopping' && end.mayBeLive);
  if (!(reason instanceof NetworkError)) log.error({ ...about, err: reason }, kind.failedUnexpectedly);
  const error = reason instanceof NetworkError ? reason : unexpected(reason);
  const text = inDoubt
    ? ownErrorText('outcome_unknown', `${kind.doubt} The last error: ${error.facts.message}`)
    : errorText(error);
  const settle = (text: string) => retryTransient(() => store({ error: text, inDoubt }));
  return orWithout(settle(text), () => settle(ownErrorText(inDoubt ? 'outcome_unknown' : error.code)));
}

const unexpected = (cause: unknown): NetworkError =>
  new NetworkError({
    code: 'internal_error',
    outcome: 'unknown',
    message: 'The service failed unexpectedly. Send the request again.',
    cause,
  });

const stopping = ({ nothingDone }: AwaitedWrite): NetworkError =>
  new NetworkError({
    code: 'worker_lost',
    outcome: 'not_sent',
    message: `The service is stopping. ${nothingDone}; send the request again.`,
  });
