import type { Credential, NetworkIo } from './account-call.ts';
import type { Answer, OutgoingCall } from './http.ts';
import { NetworkError } from './network-error.ts';
import { readTokenAnswer } from './oauth2.ts';
import { isOk } from './ok-or-throw.ts';

const TOKEN_TIMEOUT_MS = 10_000;

/** A call to an OAuth endpoint with a form, at most 10 s long. */
export type OAuthCall = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string | undefined>>;
};

/** One POST to an OAuth endpoint, never repeated. Throws NetworkError without an answer. */
export function callOAuth(io: NetworkIo, { url, headers = {}, form }: OAuthCall): Promise<Answer> {
  const call: OutgoingCall = { method: 'POST', url, headers, body: { form }, effect: 'hidden', signal: io.signal };
  return io.http({ ...call, timeoutMs: TOKEN_TIMEOUT_MS });
}

/**
 * Trades a code or a refresh token that works only once for a credential (RFC 6749, sections 4.1.3
 * and 6). When the answer is lost, the code may be spent, so the error does not offer the same call
 * again. Throws NetworkError; `toError` reads a refusal.
 *
 * @example
 * const credential = await requestToken(io, 'X', { url, form }, (answer) => toNetworkError(X_ERRORS, answer, refused));
 */
export async function requestToken(
  io: NetworkIo,
  network: string,
  call: OAuthCall,
  toError: (answer: Answer) => NetworkError,
): Promise<Credential> {
  const answer = await callOAuth(io, call).catch((error: unknown) => {
    throw withoutRetry(error);
  });
  if (!isOk(answer)) throw toError(answer);
  const token = readTokenAnswer(answer.json, io.clock.now());
  if (token !== null) return token;
  throw new NetworkError({
    code: 'network_unavailable',
    outcome: 'unknown',
    message: `${network} answered a token request without a token.`,
    networkCode: String(answer.status),
  });
}

/** The error of an account whose access ended without a refresh token. No call was made. */
export function cannotRefresh(network: string): NetworkError {
  return new NetworkError({
    code: 'credential_rejected',
    outcome: 'not_sent',
    message: `The ${network} authorization of this account has ended and cannot be renewed.`,
    remedy: 'Connect the account again.',
    credential: 'expired',
  });
}

function withoutRetry(error: unknown): unknown {
  if (!(error instanceof NetworkError) || error.outcome === 'not_sent') return error;
  return new NetworkError({ ...error.facts, retryAfterMs: undefined });
}
