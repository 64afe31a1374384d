import type { Credential } from '@fanfare/network';
import type { FoundCredential } from './read-credential.ts';

/** A credential is renewed this long before it expires, so that it lasts for a publish. */
const REFRESH_AHEAD_MS = 5 * 60_000;
/** Longer without a refresh token: it can only be renewed before it expires. */
const SELF_REFRESH_AHEAD_MS = 10 * 86_400_000;

/** A credential that the network just refused. `renewed`: a renewal has just made it. */
export type Rejection = {
  readonly credential: Credential;
  readonly as: 'expired' | 'revoked';
  readonly renewed: boolean;
};

/** The purpose of a credential: a call (`reject` names a refused one), or the refresh job. */
export type Purpose =
  | { readonly for: 'use'; readonly reject: Rejection | null }
  | { readonly for: 'background'; readonly reject: null };

export function mustRenew({ credential, renewal }: FoundCredential, purpose: Purpose, now: number): boolean {
  const isDue = renewal.renewAt !== null && renewal.renewAt.getTime() <= now;
  if (purpose.for === 'background') return isDue;
  if (purpose.reject) return isSameToken(purpose.reject.credential, credential);
  if (credential.expiresAt === null) return false;
  if (credential.expiresAt <= now) return true;
  // A valid credential is not renewed at every publish after a failure.
  if (renewal.failures > 0 && !isDue) return false;
  const aheadMs = credential.refreshToken === null ? SELF_REFRESH_AHEAD_MS : REFRESH_AHEAD_MS;
  return credential.expiresAt - now < aheadMs;
}

export const isSameToken = (one: Credential, other: Credential): boolean =>
  one.accessToken.reveal() === other.accessToken.reveal();
