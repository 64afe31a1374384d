import type { Credential } from '@fanfare/network';
import type { FoundCredential } from './read-credential.ts';

/** Renewed this long before its end, so that it does not end in the middle of a publish. */
const REFRESH_AHEAD_MS = 5 * 60_000;
/** A credential without a refresh token can be renewed only while it lives: early enough for an account that rarely publishes. */
const SELF_REFRESH_AHEAD_MS = 10 * 86_400_000;

/** A credential the network just refused, and whether that was the fruit of a renewal already. */
export type Rejection = {
  readonly credential: Credential;
  readonly as: 'expired' | 'revoked';
  readonly renewed: boolean;
};

/** Why somebody wants a credential: to act with it (`reject` names one the network just refused), or to keep its account alive. */
export type Purpose =
  | { readonly for: 'use'; readonly reject: Rejection | null }
  | { readonly for: 'keeping'; readonly reject: null };

export function mustRenew({ credential, renewal }: FoundCredential, purpose: Purpose, now: number): boolean {
  const isDue = renewal.renewAt !== null && renewal.renewAt.getTime() <= now;
  if (purpose.for === 'keeping') return isDue;
  if (purpose.reject) return isSameToken(purpose.reject.credential, credential);
  if (credential.expiresAt === null) return false;
  if (credential.expiresAt <= now) return true;
  // A network that failed or refused a moment ago is not asked at every publish while the credential still serves.
  if (renewal.failures > 0 && !isDue) return false;
  const aheadMs = credential.refreshToken === null ? SELF_REFRESH_AHEAD_MS : REFRESH_AHEAD_MS;
  return credential.expiresAt - now < aheadMs;
}

export const isSameToken = (one: Credential, other: Credential): boolean =>
  one.accessToken.reveal() === other.accessToken.reveal();
