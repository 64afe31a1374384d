import { revokeKeysMadeBy } from '../../callers/api-keys.table.ts';
import { lockWorkspace } from '../../callers/projects/projects.table.ts';
import type { Role } from '../../callers/role.ts';
import type { Database, DatabasePool } from '../../db/database.ts';
import { type AppDecision, noSuchOf, refuseApp } from '../../http/app-refusal.ts';
import { revokeAppsOf } from '../../oauth/apps.table.ts';
import { listMemberships, type MembershipRow } from '../../people/members/memberships.table.ts';
import { countOtherOwners, removeMembership, setRole } from '../../people/members/workspace-members.table.ts';

type MemberOf = { readonly workspaceId: string; readonly userId: string };

/** Changes the role of a member. A workspace always keeps an owner. */
export async function changeRole(
  db: DatabasePool,
  { workspaceId, userId }: MemberOf,
  role: Role,
): Promise<AppDecision<{ readonly member: MembershipRow }>> {
  return db.transaction(async (tx) => {
    const found = await lockMember(tx, { workspaceId, userId }, role);
    if (!found.ok) return found;
    await setRole(tx, workspaceId, userId, role);
    return { ok: true, member: { ...found.member, role } };
  });
}

/**
 * Removes a member with the apps that they connected, which act for them, and with `revokeKeys`
 * their keys. A workspace always keeps an owner.
 */
export async function removeMember(
  db: DatabasePool,
  member: MemberOf,
  { revokeKeys }: { readonly revokeKeys: boolean },
): Promise<AppDecision<{ readonly revokedKeys: number; readonly endedApps: number }>> {
  return db.transaction(async (tx) => {
    const found = await lockMember(tx, member, null);
    if (!found.ok) return found;
    await removeMembership(tx, member.workspaceId, member.userId);
    const endedApps = await revokeAppsOf(tx, member);
    return { ok: true, endedApps, revokedKeys: revokeKeys ? await revokeKeysMadeBy(tx, member) : 0 };
  });
}

/** Locks the workspace and returns its member. Refuses to lose the last owner. */
async function lockMember(
  tx: Database,
  { workspaceId, userId }: MemberOf,
  role: Role | null,
): Promise<AppDecision<{ readonly member: MembershipRow }>> {
  await lockWorkspace(tx, workspaceId);
  const member = (await listMemberships(tx, workspaceId)).find((row) => row.userId === userId);
  if (!member) return { ok: false, refusal: noSuchOf('member') };
  const isOwnerLeaving = member.role === 'owner' && role !== 'owner';
  if (isOwnerLeaving && (await countOtherOwners(tx, workspaceId, userId)) === 0)
    return refuseApp('last_owner', `${member.email} is the only owner. Make another member an owner first.`);
  return { ok: true, member };
}
