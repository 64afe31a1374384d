import type { Answer } from './http.ts';
import { NetworkError } from './network-error.ts';

/** The part of a Zod schema that is used here. */
type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } };

/**
 * The body of a 2xx in the shape we know. Throws NetworkError `network_unavailable`, `rejected`,
 * for any other body: use it for reads and hidden calls only, which publish nothing. `what` names
 * the call in the message.
 *
 * @example
 * const { data } = readAnswer('X', MeAnswer, answer, 'who the account is');
 */
export function readAnswer<T>(network: string, schema: Schema<T>, answer: Answer, what: string): T {
  const read = schema.safeParse(answer.json);
  if (read.success) return read.data;
  throw unreadableAnswer(network, what, answer.status);
}

/**
 * The error of a public write that got a 2xx without saying what it made: it may come from
 * something in between, so the outcome is `unknown`.
 *
 * @example
 * throw unclearAnswer('X', 'the post was created', answer);
 */
export function unclearAnswer(network: string, what: string, { status }: Pick<Answer, 'status'>): NetworkError {
  return new NetworkError({
    code: 'network_unavailable',
    outcome: 'unknown',
    message: `${network} answered in a form that does not say whether ${what}.`,
    networkCode: String(status),
  });
}

/** The error of a 2xx without the expected content. It holds nothing of the answer. */
export function unreadableAnswer(network: string, what: string, status: number): NetworkError {
  return new NetworkError({
    code: 'network_unavailable',
    outcome: 'rejected',
    message: `${network} answered ${what} in a form this version does not know. Nothing was published.`,
    networkCode: String(status),
  });
}
