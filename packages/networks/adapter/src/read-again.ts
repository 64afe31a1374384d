import type { NetworkIo } from './account-call.ts';
import type { Answer, OutgoingCall } from './http.ts';
import { isPassing } from './repeat-soon.ts';
import { retryAfterMs } from './retry-after.ts';

/** Waits before the second, third and fourth try. */
const BACKOFF_MS = [500, 1_500, 4_500];

/** A longer wait asked for by the network is the caller's decision, not this function's. */
const LONGEST_WAIT_MS = 10_000;

/** The server does not know the call, and will not in a second (RFC 9110, section 15.6.2). */
const NOT_IMPLEMENTED = 501;

type ReadCall = Omit<OutgoingCall, 'effect' | 'signal'>;

/**
 * A call that only reads, tried up to four times while the failure looks temporary: no answer, a
 * 5xx other than 501, or a 429 that says when to come back; not when it asks for more than 10 s.
 * Ends with the last answer, whatever its status, or throws the last NetworkError.
 *
 * @example
 * const answer = await readAgain(io, { method: 'GET', url: `${apiUrl}/me`, query: { fields: 'id' }, headers });
 */
export async function readAgain(io: Pick<NetworkIo, 'http' | 'clock' | 'signal'>, call: ReadCall): Promise<Answer> {
  for (const backoffMs of BACKOFF_MS) {
    const waitMs = await tryOnce(io, call, backoffMs);
    if (typeof waitMs !== 'number') return waitMs;
    await io.clock.sleep(waitMs, io.signal);
  }
  return await read(io, call);
}

/** The answer, or how long to wait before asking again. */
async function tryOnce(
  io: Pick<NetworkIo, 'http' | 'clock' | 'signal'>,
  call: ReadCall,
  backoffMs: number,
): Promise<Answer | number> {
  try {
    const answer = await read(io, call);
    if (answer.status !== 429 && (answer.status < 500 || answer.status === NOT_IMPLEMENTED)) return answer;
    const askedMs = retryAfterMs(answer.headers, io.clock.now());
    if (askedMs === null) return answer.status === 429 ? answer : backoffMs;
    return askedMs > LONGEST_WAIT_MS ? answer : Math.max(askedMs, backoffMs);
  } catch (error) {
    if (!isPassing(error) || io.signal.aborted) throw error;
    return backoffMs;
  }
}

function read(io: Pick<NetworkIo, 'http' | 'signal'>, call: ReadCall): Promise<Answer> {
  return io.http({ ...call, effect: 'read', signal: io.signal });
}
