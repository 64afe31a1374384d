import type { Database } from '../db/database.ts';

export type Role = 'owner' | 'member';

export type MembershipRow = {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
};

type StoredMembership = {
  workspace_id: string;
  workspace_name: string;
  user_id: string;
  email: string;
  role: Role;
  created_at: Date;
};

const toMembership = (row: StoredMembership): MembershipRow => ({
  workspaceId: row.workspace_id,
  workspaceName: row.workspace_name,
  userId: row.user_id,
  email: row.email,
  role: row.role,
  createdAt: row.created_at,
});

const MEMBERSHIP = `select m.workspace_id, w.name as workspace_name, m.user_id, u.email, m.role, m.created_at
           from memberships m join workspaces w on w.id = m.workspace_id join users u on u.id = m.user_id`;

/** Adds a member, or gives one an additional right: an owner stays owner. */
export async function putMembership(
  db: Database,
  member: { workspaceId: string; userId: string; role: Role },
): Promise<void> {
  await db.query({
    text: `insert into memberships (workspace_id, user_id, role) values ($1, $2, $3)
           on conflict (workspace_id, user_id) do update set role = excluded.role where memberships.role = 'member'`,
    values: [member.workspaceId, member.userId, member.role],
  });
}

/** Of all workspaces, or of one. */
export async function listMemberships(db: Database, workspaceId: string | null): Promise<MembershipRow[]> {
  const { rows } = await db.query<StoredMembership>({
    text: `${MEMBERSHIP} where $1::uuid is null or m.workspace_id = $1 order by m.workspace_id, m.created_at, m.user_id`,
    values: [workspaceId],
  });
  return rows.map(toMembership);
}

/** Of one user, the oldest membership first. */
export async function listMembershipsOf(db: Database, userId: string): Promise<MembershipRow[]> {
  const { rows } = await db.query<StoredMembership>({
    text: `${MEMBERSHIP} where m.user_id = $1 order by m.created_at, m.workspace_id`,
    values: [userId],
  });
  return rows.map(toMembership);
}

/** The oldest workspace that belongs to nobody; locked, so that only one caller gives it away. */
export async function lockWorkspaceWithoutMembers(tx: Database): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>({
    text: `select w.id from workspaces w where not exists (select from memberships m where m.workspace_id = w.id)
           order by w.created_at, w.id limit 1 for update`,
  });
  return rows[0]?.id ?? null;
}

/** The oldest workspace of an installation where nobody is a member of any; locked as above. */
export async function lockFirstWorkspace(tx: Database): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>({
    text: `select w.id from workspaces w where not exists (select from memberships)
           order by w.created_at, w.id limit 1 for update`,
  });
  return rows[0]?.id ?? null;
}

/** Whether a user was the first member of a workspace: it was made for them, and no invitation let them in. */
export async function hasOwnWorkspace(tx: Database, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `select from memberships m where m.user_id = $1 and not exists
             (select from memberships o where o.workspace_id = m.workspace_id and o.user_id <> $1 and o.created_at <= m.created_at)
           limit 1`,
    values: [userId],
  });
  return rowCount === 1;
}
