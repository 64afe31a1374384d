import type { NetworkIo } from './account-call.ts';
import type { ErrorRow, ErrorTable } from './error-row.ts';
import type { Answer } from './http.ts';
import { type RefusedCall, toNetworkError } from './to-network-error.ts';

/** Whether the status is a 2xx. */
export function isOk({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/**
 * Returns a 2xx and throws the NetworkError that every other answer means.
 *
 * @example
 * const answer = okOrThrow(io, X_ERRORS, await io.http(call), { on: 'post', effect: 'public' });
 */
export function okOrThrow<Row extends ErrorRow>(
  io: Pick<NetworkIo, 'clock'>,
  table: ErrorTable<Row>,
  answer: Answer,
  call: Omit<RefusedCall<Row>, 'now'>,
): Answer {
  if (isOk(answer)) return answer;
  throw toNetworkError(table, answer, { ...call, now: io.clock.now() });
}
