import type { Platform, TargetErrorDetail } from '@fanfare/contract';
import type { MockState } from '../mock-state.ts';
import { NETWORK_NAMES } from '../network-rules.ts';
import { targetError } from '../posts/target-error.ts';
import type { StoredAccount } from '../world.ts';

/** A permission that a user can decline while connecting an account. */
export type Declinable = 'firstComments' | 'metrics';

export const DECLINABLE: readonly Declinable[] = ['firstComments', 'metrics'];

/** The purpose of a permission, in the service's words. */
export const PURPOSES: Readonly<Record<Declinable, string>> = { firstComments: 'first comments', metrics: 'metrics' };

type Scopes = Readonly<Record<Declinable, string>>;

/** Networks with single permissions; X and LinkedIn grant all or nothing (Meta, 2026-11). */
const SCOPES: Partial<Record<Platform, Scopes>> = {
  instagram: {
    firstComments: 'instagram_business_manage_comments',
    metrics: 'instagram_business_manage_insights',
  },
  threads: { firstComments: 'threads_manage_replies', metrics: 'threads_manage_insights' },
};

export const mayDecline = (platform: Platform): boolean => SCOPES[platform] !== undefined;

/** The permissions that the user declined. Throws RangeError where all or none are granted. */
export function declinedBy(platform: Platform, without: readonly Declinable[] = []): ReadonlySet<Declinable> {
  if (without.length > 0 && !mayDecline(platform))
    throw new RangeError(
      `${NETWORK_NAMES[platform]} grants all permissions or none: its users cannot decline ${without.map((one) => PURPOSES[one]).join(' or ')}.`,
    );
  return new Set(without);
}

type Deps = Pick<MockState, 'mayReadMembers'>;

/** The error without the permission for `purpose`; null with it. The network is not called. */
export function permissionError(
  { mayReadMembers }: Deps,
  { platform, platformUserId, declined }: StoredAccount,
  purpose: Declinable,
): TargetErrorDetail | null {
  const scope = SCOPES[platform]?.[purpose];
  if (scope !== undefined && declined.has(purpose))
    return missing(platform, purpose, scope, `Connect the account again to grant ${scope}.`);
  const isMember = platform === 'linkedin' && !platformUserId.startsWith('organization:');
  if (!isMember || purpose !== 'metrics' || mayReadMembers) return null;
  // LinkedIn, Member Post Statistics, checked 2026-11.
  const remedy =
    'LinkedIn gives r_member_postAnalytics to apps it has approved. Ask who runs this service whether its app has it; if so, connect the account again.';
  return missing(platform, purpose, 'r_member_postAnalytics', remedy);
}

function missing(platform: Platform, purpose: Declinable, scopes: string, remedy: string): TargetErrorDetail {
  const message = `The account was connected without ${scopes}, which ${NETWORK_NAMES[platform]} wants for ${PURPOSES[purpose]}. ${remedy}`;
  return targetError('permission_missing', { message });
}
