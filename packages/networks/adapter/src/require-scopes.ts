import type { Credential } from './account-call.ts';
import { NetworkError } from './network-error.ts';

/**
 * Throws NetworkError `permission_missing`, `not_sent`, when the account was connected without one
 * of the scopes. Networks fix scopes when the user approves them, so an account older than a
 * capability has to connect again.
 *
 * @example
 * requireScopes('X', call.credential, ['media.write'], 'images and videos');
 */
export function requireScopes(
  network: string,
  { scopes }: Pick<Credential, 'scopes'>,
  wanted: readonly string[],
  purpose: string,
): void {
  const missing = wanted.filter((scope) => !scopes.includes(scope)).join(', ');
  if (missing !== '') throw scopesMissing(network, missing, purpose);
}

/** The error of an account without a scope. `missing` is a scope or a list in words. */
export function scopesMissing(
  network: string,
  missing: string,
  purpose: string,
  remedy = `Connect the account again to grant ${missing}.`,
): NetworkError {
  return new NetworkError({
    code: 'permission_missing',
    outcome: 'not_sent',
    message: `The account was connected without ${missing}, which ${network} wants for ${purpose}.`,
    remedy,
  });
}
