import type { Database } from '../db/database.ts';
import type { Role } from './memberships.table.ts';

/** Owners of a workspace beside this user. */
export async function countOtherOwners(tx: Database, workspaceId: string, userId: string): Promise<number> {
  const { rows } = await tx.query<{ owners: number }>({
    text: `select count(*)::int as owners from memberships where workspace_id = $1 and user_id <> $2 and role = 'owner'`,
    values: [workspaceId, userId],
  });
  return rows[0]!.owners;
}

export async function setRole(tx: Database, workspaceId: string, userId: string, role: Role): Promise<void> {
  await tx.query({
    text: 'update memberships set role = $3 where workspace_id = $1 and user_id = $2',
    values: [workspaceId, userId, role],
  });
}

export async function removeMembership(tx: Database, workspaceId: string, userId: string): Promise<void> {
  await tx.query({
    text: 'delete from memberships where workspace_id = $1 and user_id = $2',
    values: [workspaceId, userId],
  });
}
