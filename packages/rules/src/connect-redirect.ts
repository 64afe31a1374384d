import type { ConnectFailureReason, OAuthPlatform } from '@fanfare/contract';

/** The end of a connect flow. */
export type ConnectResult =
  | {
      readonly ok: true;
      readonly accountId: string;
      readonly platform: OAuthPlatform;
      readonly username: string;
      /** Usernames of the pages that were connected with it; LinkedIn only. */
      readonly pages: readonly string[];
    }
  | { readonly ok: false; readonly reason: Exclude<ConnectFailureReason, 'state_invalid'> };

/**
 * The caller's `redirectUrl` with the result of a connect flow appended. The caller's own query is
 * unchanged, except for parameters with our names.
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
  // Deleting a parameter escapes the whole query again, as forms do; so delete only those that
  // exist.
  for (const name of Object.keys(fields)) if (target.searchParams.has(name)) target.searchParams.delete(name);
  target.search = [target.search.slice(1), new URLSearchParams(fields).toString()].filter(Boolean).join('&');
  return target.href;
}
