import { type Answer, type NetworkIo, type OutgoingCall, readAgain, repeatSoon, type Secret } from '@fanfare/network';
import type { LinkedinConfig } from './config.ts';
import { type ErrorContext, toNetworkError } from './to-network-error.ts';

type RestDeps = Pick<LinkedinConfig, 'apiUrl' | 'version'>;

type RestCall = {
  /** Below `/rest/`, with every value already in Rest.li form; may carry a query. */
  readonly path: string;
  readonly json?: unknown;
  readonly mediaIndex?: number | undefined;
};

/**
 * A call to the versioned API, ready to be sent. All three headers are required and have no default
 * (LinkedIn, Marketing API versioning and Rest.li protocol versions, checked 2026-11).
 */
export function restCall(config: RestDeps, token: Secret, method: 'GET' | 'POST', { path, json }: RestCall) {
  return {
    method,
    url: `${config.apiUrl}/rest/${path}`,
    headers: {
      authorization: `Bearer ${token.reveal()}`,
      'linkedin-version': config.version,
      'x-restli-protocol-version': '2.0.0',
    },
    ...(json === undefined ? {} : { body: { json } }),
  } satisfies Partial<OutgoingCall>;
}

/** Reads from the versioned API, again where a fault may pass. Throws NetworkError for every answer that is not a 2xx. */
export async function readRest(io: NetworkIo, config: RestDeps, token: Secret, call: RestCall): Promise<Answer> {
  const answer = await readAgain(io, restCall(config, token, 'GET', call));
  return okOrThrow(io, answer, { on: 'api', effect: 'read', mediaIndex: call.mediaIndex });
}

/** Changes something nobody can see, again where a fault may pass. Throws NetworkError for every answer that is not a 2xx. */
export function changeHidden(io: NetworkIo, config: RestDeps, token: Secret, call: RestCall): Promise<Answer> {
  return repeatSoon(io, async () => {
    const answer = await io.http({
      ...restCall(config, token, 'POST', call),
      effect: 'hidden',
      signal: io.signal,
    });
    return okOrThrow(io, answer, { on: 'api', effect: 'hidden', mediaIndex: call.mediaIndex });
  });
}

/** Passes a 2xx on and throws what every other answer means. */
export function okOrThrow(io: Pick<NetworkIo, 'clock'>, answer: Answer, context: Omit<ErrorContext, 'now'>): Answer {
  if (answer.status >= 200 && answer.status <= 299) return answer;
  throw toNetworkError(answer, { ...context, now: io.clock.now() });
}
