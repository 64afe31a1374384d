import type { Role } from '../../callers/role.ts';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export async function countOtherOwners(tx: Database, workspaceId: string, userId: string): Promise<number> {
  const others = knex('memberships').connection(tx).where({ workspaceId, role: 'owner' }).whereNot({ userId });
  const { owners } = await others.count({ owners: '*' }).first<{ owners: number }>();
  return owners;
}

export async function setRole(tx: Database, workspaceId: string, userId: string, role: Role): Promise<void> {
  await knex('memberships').connection(tx).where({ workspaceId, userId }).update({ role });
}

export async function removeMembership(tx: Database, workspaceId: string, userId: string): Promise<void> {
  await knex('memberships').connection(tx).where({ workspaceId, userId }).delete();
}
