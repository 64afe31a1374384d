import type { Caller } from './admit.ts';
import { forbiddenField, organizationPermissionsMissing } from './restli/refusals.ts';
import type { Reply } from './restli/reply.ts';
import { personUrn, readUrn } from './urns.ts';
import type { World } from './world.ts';

/** LinkedIn organization access control by role, 2026-11; CONTENT_ADMIN is an older name. */
export const knownRoles: readonly string[] = [
  'ADMINISTRATOR',
  'CONTENT_ADMINISTRATOR',
  'CONTENT_ADMIN',
  'DIRECT_SPONSORED_CONTENT_POSTER',
  'RECRUITING_POSTER',
  'LEAD_CAPTURE_ADMINISTRATOR',
  'LEAD_GEN_FORMS_MANAGER',
  'ANALYST',
  'CURATOR',
];

export const knownStates: readonly string[] = ['APPROVED', 'REQUESTED', 'REJECTED', 'REVOKED'];

const postingRoles: readonly string[] = [
  'ADMINISTRATOR',
  'CONTENT_ADMINISTRATOR',
  'CONTENT_ADMIN',
  'DIRECT_SPONSORED_CONTENT_POSTER',
];

export function hasRole(
  world: World,
  memberId: string,
  pageId: string,
  roles: readonly string[] = knownRoles,
): boolean {
  return world.acls.some(
    (acl) => acl.memberId === memberId && acl.pageId === pageId && acl.state === 'APPROVED' && roles.includes(acl.role),
  );
}

/** Whether the member may write as this person, or as a page with a posting role. */
export function mayWriteAs(world: World, memberId: string, urn: string): boolean {
  const { type, id } = readUrn(urn) ?? { type: '', id: '' };
  return urn === personUrn(memberId) || (type === 'organization' && hasRole(world, memberId, id, postingRoles));
}

/**
 * Refuses a call that may not write as this person or page; null for any other. @param path of
 * their field
 */
export function writerRefusal(
  world: World,
  caller: Caller,
  writer: { readonly urn: string; readonly as: 'author' | 'owner'; readonly path: string },
): Reply | null {
  const isPage = writer.urn.startsWith('urn:li:organization:');
  if (isPage && !caller.scopes.has('w_organization_social')) return organizationPermissionsMissing(writer.as);
  if (!isPage && !caller.scopes.has('w_member_social')) return forbiddenField(writer.path);
  return mayWriteAs(world, caller.member.id, writer.urn) ? null : forbiddenField(writer.path);
}

/** Whether the member may read what only a page's administrators see. */
export function mayReadAs(world: World, memberId: string, urn: string): boolean {
  const { type, id } = readUrn(urn) ?? { type: '', id: '' };
  return urn === personUrn(memberId) || (type === 'organization' && hasRole(world, memberId, id));
}
