import { type Answer, NetworkError, type NetworkIo, type OutgoingBody, readAgain, type Secret } from '@fanfare/network';
import type { XConfig } from './config.ts';
import { toNetworkError } from './to-network-error.ts';

export type ApiDeps = Pick<XConfig, 'apiUrl'>;

type HiddenCall = {
  /** Below the API origin, e.g. `/2/media/upload`. */
  readonly path: string;
  readonly body: OutgoingBody;
  readonly mediaIndex: number;
};

/** Uploads carry up to 5 MB in one body. */
const UPLOAD_TIMEOUT_MS = 60_000;
const PAUSES_MS = [1_000, 3_000];

export function isOk(answer: Answer): boolean {
  return answer.status >= 200 && answer.status <= 299;
}

export function bearer(token: Secret): { readonly authorization: string } {
  return { authorization: `Bearer ${token.reveal()}` };
}

/**
 * One step of an upload, tried up to three times while it fails for reasons that may be gone in seconds: nobody can see it, and X takes the
 * same part again. Throws NetworkError for every answer that is not a 2xx.
 */
export async function callUpload(io: NetworkIo, config: ApiDeps, token: Secret, call: HiddenCall): Promise<Answer> {
  const once = async () => {
    const answer = await io.http({
      method: 'POST',
      url: `${config.apiUrl}${call.path}`,
      headers: bearer(token),
      body: call.body,
      effect: 'hidden',
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal: io.signal,
    });
    if (isOk(answer)) return answer;
    const { mediaIndex } = call;
    throw toNetworkError(answer, { on: 'media', effect: 'hidden', now: io.clock.now(), mediaIndex });
  };
  for (const pauseMs of PAUSES_MS) {
    try {
      return await once();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await io.clock.sleep(pauseMs, io.signal);
    }
  }
  return once();
}

/** Whether a read or a hidden call failed for a reason that may be gone in a few seconds. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof NetworkError && error.code === 'network_unavailable' && error.facts.retryAfterMs !== undefined
  );
}

/** One read, repeated while it fails for passing reasons; any status. Throws NetworkError only when there is no answer. */
export function readX(
  io: NetworkIo,
  config: ApiDeps,
  token: Secret,
  call: { readonly path: string; readonly query: Readonly<Record<string, string | undefined>> },
): Promise<Answer> {
  const { path, query } = call;
  return readAgain(io, { method: 'GET', url: `${config.apiUrl}${path}`, query, headers: bearer(token) });
}
