import type { Response } from 'express';

/** Codes of RFC 6749 (4.1.2.1, 5.2), RFC 7009, RFC 7591 and RFC 8707. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'
  | 'server_error';

export type OAuthError = {
  readonly error: OAuthErrorCode;
  /** ASCII without quotation marks (RFC 6749, 5.2), and without anything that the client sent. */
  readonly description: string;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
};

/** Answers a program with an error. */
export function sendOAuthError(
  res: Response,
  { error, description, status = 400, retryAfterSeconds }: OAuthError,
): void {
  if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds));
  res.status(status).json({ error, error_description: description });
}
