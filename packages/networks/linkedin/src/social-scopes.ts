import { type AccountCall, type Credential, type NetworkError, type ProfileRef, scopesMissing } from '@fanfare/network';
import { isPage } from './urn.ts';

/**
 * Either of two permissions is enough: the older one of the Posts API, and since 2024 the one
 * LinkedIn documents for comments and reactions (LinkedIn, Comments API and Social Metadata API
 * permissions, checked 2026-11).
 */
export type SocialScopes = { readonly older: string; readonly feed: string };

/** Publishing and commenting as this account. */
function writeScopes({ platformUserId }: ProfileRef): SocialScopes {
  return isPage(platformUserId)
    ? { older: 'w_organization_social', feed: 'w_organization_social_feed' }
    : { older: 'w_member_social', feed: 'w_member_social_feed' };
}

/** Throws `scopeMissing` for an account that was connected without a permission to write. */
export function requireWriteScope({ account, credential }: AccountCall, purpose: string): void {
  const scopes = writeScopes(account);
  if (grantedScope(credential, scopes) === null) throw scopeMissing(scopes, purpose, account);
}

/** Reading comments below its posts. LinkedIn grants members' scopes to approved apps only. */
export function readScopes({ platformUserId }: ProfileRef): SocialScopes {
  return isPage(platformUserId)
    ? { older: 'r_organization_social', feed: 'r_organization_social_feed' }
    : { older: 'r_member_social', feed: 'r_member_social_feed' };
}

/**
 * Returns the one of the two that was granted: the newer one where both were, null where none was.
 */
export function grantedScope(
  { scopes }: Pick<Credential, 'scopes'>,
  { older, feed }: SocialScopes,
): 'feed' | 'older' | null {
  if (scopes.includes(feed)) return 'feed';
  return scopes.includes(older) ? 'older' : null;
}

/** The error of an account that was connected without either; nothing was sent. */
export function scopeMissing({ older, feed }: SocialScopes, purpose: string, account: ProfileRef): NetworkError {
  const isMember = older.startsWith('r_') && !isPage(account.platformUserId);
  const wanted = isMember ? 'r_member_postAnalytics' : `${older} or ${feed}`;
  const remedy = isMember
    ? `LinkedIn gives ${wanted} to apps it has approved. Ask who runs this service whether its app has it; if so, connect the account again.`
    : `Connect the account again to grant ${older}.`;
  return scopesMissing('LinkedIn', wanted, purpose, remedy);
}
