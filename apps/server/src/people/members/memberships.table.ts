import type { Role } from '../../callers/role.ts';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export type MembershipRow = {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
};

const memberships = (db: Database) =>
  knex('memberships as m')
    .connection(db)
    .join('workspaces as w', 'w.id', 'm.workspaceId')
    .join('users as u', 'u.id', 'm.userId')
    .select<MembershipRow[]>(
      'm.workspaceId',
      'w.name as workspaceName',
      'm.userId',
      'u.email',
      'm.role',
      'm.createdAt',
    );

/** Adds a member, or raises a role: an owner stays owner. */
export async function putMembership(
  db: Database,
  { workspaceId, userId, role }: { workspaceId: string; userId: string; role: Role },
): Promise<void> {
  await knex('memberships')
    .connection(db)
    .insert({ workspaceId, userId, role })
    .onConflict(['workspaceId', 'userId'])
    .merge(['role'])
    .where({ 'memberships.role': 'member' });
}

/** Lists memberships of one workspace, or of all. */
export async function listMemberships(db: Database, workspaceId: string | null): Promise<MembershipRow[]> {
  return memberships(db)
    .where(workspaceId === null ? {} : { workspaceId })
    .orderBy(['m.workspaceId', 'm.createdAt', 'm.userId']);
}

/** Lists the memberships of a user, oldest first. */
export async function listMembershipsOf(db: Database, userId: string): Promise<MembershipRow[]> {
  return memberships(db).where({ userId }).orderBy(['m.createdAt', 'm.workspaceId']);
}

const oldestWorkspace = (tx: Database) =>
  knex('workspaces as w').connection(tx).orderBy(['w.createdAt', 'w.id']).first<{ id: string } | undefined>('w.id');

/** Locks the oldest workspace without members, so that only one caller gives it away. */
export async function lockWorkspaceWithoutMembers(tx: Database): Promise<string | null> {
  const members = knex('memberships').where({ workspaceId: knex.ref('w.id') });
  return (await oldestWorkspace(tx).whereNotExists(members).forUpdate())?.id ?? null;
}

/** Locks the oldest workspace of an installation without any member. */
export async function lockFirstWorkspace(tx: Database): Promise<string | null> {
  return (await oldestWorkspace(tx).whereNotExists(knex('memberships')).forUpdate())?.id ?? null;
}

/** Whether the user was the first member of a workspace, so that it was made for them. */
export async function hasOwnWorkspace(tx: Database, userId: string): Promise<boolean> {
  const earlier = knex('memberships as o')
    .where('o.workspaceId', knex.ref('m.workspaceId'))
    .where('o.userId', '<>', knex.ref('m.userId'))
    .where('o.createdAt', '<=', knex.ref('m.createdAt'));
  const own = await knex('memberships as m').connection(tx).where({ userId }).whereNotExists(earlier).first('m.userId');
  return own !== undefined;
}
