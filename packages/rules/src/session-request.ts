import { isSameOrigin, type RequestSource } from './page-security.ts';

/** The source of a request with a session. */
export type SessionRequest = RequestSource & {
  readonly method: string;
  /** `X-Fanfare-CSRF`: only pages that have read the session know it. */
  readonly csrfToken: string | null;
};

export type SessionProblem = 'not_same_origin' | 'wrong_csrf_token';

/**
 * Checks a request that a session's cookie came with; null when it is from a page of the service.
 * Browsers send neither `Sec-Fetch-Site` nor `Origin` with a GET of the same origin to plain http
 * outside of loopback: the token alone decides then.
 */
export function judgeSessionRequest(
  { method, site, origin, csrfToken }: SessionRequest,
  own: { readonly origin: string; readonly isCsrfToken: (token: string) => boolean },
): SessionProblem | null {
  const isQuietGet = site === null && origin === null && (method === 'GET' || method === 'HEAD');
  if (!isQuietGet && !isSameOrigin({ site, origin }, own.origin)) return 'not_same_origin';
  return csrfToken !== null && own.isCsrfToken(csrfToken) ? null : 'wrong_csrf_token';
}
