import type { DatabasePool } from '../db/database.ts';
import { type AppDecision, noSuchOf, refuseApp } from '../http/app-refusal.ts';
import { listMemberships, type MembershipRow, type Role } from '../members/memberships.table.ts';
import { countOtherOwners, removeMembership, setRole } from '../members/workspace-members.table.ts';
import { lockWorkspace } from '../projects/projects.table.ts';

type MemberOf = { readonly workspaceId: string; readonly userId: string };

/** Gives a member a role, or with null takes the membership away. A workspace always keeps an owner. */
export async function changeMember(
  db: DatabasePool,
  { workspaceId, userId }: MemberOf,
  role: Role | null,
): Promise<AppDecision<{ readonly member: MembershipRow }>> {
  return db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const member = (await listMemberships(tx, workspaceId)).find((row) => row.userId === userId);
    if (!member) return { ok: false, refusal: noSuchOf('member') };
    const isOwnerLeaving = member.role === 'owner' && role !== 'owner';
    if (isOwnerLeaving && (await countOtherOwners(tx, workspaceId, userId)) === 0)
      return refuseApp('last_owner', `${member.email} is the only owner. Make another member an owner first.`);
    await (role === null ? removeMembership(tx, workspaceId, userId) : setRole(tx, workspaceId, userId, role));
    return { ok: true, member: { ...member, role: role ?? member.role } };
  });
}
