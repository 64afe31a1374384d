import { type Answer, NetworkError, type NetworkIo, type OutgoingCall, type Secret } from '@fanfare/network';
import type { LinkedinConfig } from './config.ts';
import { toNetworkError } from './to-network-error.ts';

export type RestCall = {
  readonly method: 'GET' | 'POST';
  /** Below `/rest/`, with every value already in Rest.li form; may carry a query. */
  readonly path: string;
  readonly effect: OutgoingCall['effect'];
  readonly json?: unknown;
  readonly mediaIndex?: number | undefined;
};

type RestDeps = Pick<LinkedinConfig, 'apiUrl' | 'version'>;

/** One call to the versioned API, whatever it answers. Throws NetworkError only when there is no answer. */
export function sendRest(io: NetworkIo, config: RestDeps, token: Secret, call: RestCall): Promise<Answer> {
  return io.http({
    method: call.method,
    url: `${config.apiUrl}/rest/${call.path}`,
    // LinkedIn, Marketing API versioning and protocol versions: all three are required, there is no default (checked 2026-11).
    headers: {
      authorization: `Bearer ${token.reveal()}`,
      'linkedin-version': config.version,
      'x-restli-protocol-version': '2.0.0',
    },
    ...(call.json === undefined ? {} : { body: { json: call.json } }),
    effect: call.effect,
    signal: io.signal,
  });
}

/** One call to the versioned API. Throws NetworkError for every answer that is not a 2xx. */
export async function callRest(io: NetworkIo, config: RestDeps, token: Secret, call: RestCall): Promise<Answer> {
  const answer = await sendRest(io, config, token, call);
  return okOrThrow(io, answer, { on: 'api', effect: call.effect, mediaIndex: call.mediaIndex });
}

/** Passes a 2xx on and throws what every other answer means. */
export function okOrThrow(
  io: NetworkIo,
  answer: Answer,
  context: Omit<Parameters<typeof toNetworkError>[1], 'now'>,
): Answer {
  if (isOk(answer)) return answer;
  throw toNetworkError(answer, { ...context, now: io.clock.now() });
}

export function isOk(answer: Answer): boolean {
  return answer.status >= 200 && answer.status <= 299;
}

/** Whether a read or a hidden call failed for a reason that may be gone in a few seconds. */
export function isPassing(error: unknown): error is NetworkError {
  return (
    error instanceof NetworkError && error.code === 'network_unavailable' && error.facts.retryAfterMs !== undefined
  );
}

const PAUSES_MS = [1_000, 3_000];

/** Runs a read or a hidden call up to three times while it fails for passing reasons. Never for public writes. */
export async function persist<T>(io: NetworkIo, run: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await run();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await io.clock.sleep(Math.max(pauseMs, error.facts.retryAfterMs ?? 0), io.signal);
    }
  }
  return run();
}
