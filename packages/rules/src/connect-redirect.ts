import type { ConnectFailureReason, OAuthPlatform } from '@fanfare/contract';

/** How a connect ended. */
export type ConnectResult =
  | { readonly ok: true; readonly accountId: string; readonly platform: OAuthPlatform; readonly username: string }
  | { readonly ok: false; readonly reason: Exclude<ConnectFailureReason, 'state_invalid'> };

/**
 * The caller's address with the result of a connect at its end. The caller's own query stays as it was written, except for fields with our names.
 *
 * @example
 * connectRedirect('https://app.example/done?tab=2', { ok: false, reason: 'access_denied' });
 * // 'https://app.example/done?tab=2&status=error&reason=access_denied'
 */
export function connectRedirect(redirectUrl: string, result: ConnectResult): string {
  const fields: Record<string, string> = result.ok
    ? { status: 'success', accountId: result.accountId, platform: result.platform, username: result.username }
    : { status: 'error', reason: result.reason };
  const target = new URL(redirectUrl);
  // Deleting a field writes the whole query anew, in a form's way of escaping; so only where there is one.
  for (const name of Object.keys(fields)) if (target.searchParams.has(name)) target.searchParams.delete(name);
  target.search = [target.search.slice(1), new URLSearchParams(fields).toString()].filter(Boolean).join('&');
  return target.href;
}
