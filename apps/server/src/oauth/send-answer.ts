import type { Response } from 'express';
import type { OAuthErrorCode } from './oauth-error.ts';

type Answer = { readonly code: string } | { readonly error: OAuthErrorCode; readonly description: string };

/**
 * Sends the browser back to the client, with the code or an error, `state` and `iss` (RFC 9207).
 */
export function sendAnswer(
  { baseUrl }: { readonly baseUrl: string },
  res: Response,
  to: { readonly redirectUri: string; readonly state: string | null },
  answer: Answer,
): void {
  const fields: Readonly<Record<string, string | null>> = {
    ...('code' in answer ? { code: answer.code } : { error: answer.error, error_description: answer.description }),
    ...{ state: to.state, iss: baseUrl },
  };
  const added = new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== null),
  );
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  // The address stays as the client named it: some compare it as text.
  res.redirect(303, `${to.redirectUri}${to.redirectUri.includes('?') ? '&' : '?'}${added.toString()}`);
}
