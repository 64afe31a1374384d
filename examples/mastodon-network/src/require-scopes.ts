import { type Credential, NetworkError } from '@fanfare/network';

/** Scopes are hierarchical: `write` holds `write:media` (Mastodon, OAuth scopes, checked 2026-11). */
export function missingScopes({ scopes }: Pick<Credential, 'scopes'>, wanted: readonly string[]): readonly string[] {
  return wanted.filter((scope) => !scopes.includes(scope) && !scopes.includes(scope.split(':')[0] ?? scope));
}

/** Throws NetworkError `permission_missing`, `not_sent`, when the account was connected without a scope: Mastodon freezes scopes into the token. */
export function requireScopes(
  credential: Pick<Credential, 'scopes'>,
  wanted: readonly string[],
  purpose: string,
): void {
  const missing = missingScopes(credential, wanted).join(', ');
  if (missing === '') return;
  throw new NetworkError({
    code: 'permission_missing',
    outcome: 'not_sent',
    message: `The account was connected without ${missing}, which Mastodon wants for ${purpose}.`,
    remedy: `Connect the account again to grant ${missing}.`,
  });
}
