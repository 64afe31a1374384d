import { type Credential, scopesMissing } from '@fanfare/network';

/** Scopes are hierarchical: `write` holds `write:media` (Mastodon, OAuth scopes, 2026-11). */
export function missingScopes({ scopes }: Pick<Credential, 'scopes'>, wanted: readonly string[]): readonly string[] {
  return wanted.filter((scope) => !scopes.includes(scope) && !scopes.includes(scope.split(':')[0] ?? scope));
}

/** Throws NetworkError `permission_missing`, `not_sent`, for an account without a scope. */
export function requireScopes(
  credential: Pick<Credential, 'scopes'>,
  wanted: readonly string[],
  purpose: string,
): void {
  const missing = missingScopes(credential, wanted).join(', ');
  if (missing !== '') throw scopesMissing('Mastodon', missing, purpose);
}
