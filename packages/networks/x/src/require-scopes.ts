import { type Credential, NetworkError } from '@fanfare/network';

/** What reading posts and writing needs; X grants them together with every connect (X API, OAuth 2.0 scopes, checked 2026-08). */
export const READ_SCOPES = ['tweet.read', 'users.read'] as const;
export const WRITE_SCOPES = ['tweet.read', 'tweet.write', 'users.read'] as const;
/** Younger than the others: accounts from before it get a bare 403 on uploads (PLhery/node-twitter-api-v2 issue 588). */
export const MEDIA_SCOPES = ['media.write'] as const;

/**
 * Throws NetworkError `permission_missing`, `not_sent`, when the account was connected without a scope: X freezes scopes into the token, and
 * answers a bare 403 where one is missing.
 */
export function requireScopes(
  { scopes }: Pick<Credential, 'scopes'>,
  wanted: readonly string[],
  purpose: string,
): void {
  const missing = wanted.filter((scope) => !scopes.includes(scope)).join(', ');
  if (missing === '') return;
  throw new NetworkError({
    code: 'permission_missing',
    outcome: 'not_sent',
    message: `The account was connected without ${missing}, which X wants for ${purpose}.`,
    remedy: `Connect the account again to grant ${missing}.`,
  });
}
