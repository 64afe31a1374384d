import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import type { Role } from '../role.ts';

/** Access of a member to a workspace, and to one project of it. */
export type Access = {
  readonly role: Role;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly project: { readonly id: string; readonly plan: string } | null;
  /** True while the workspace moves to another cell. */
  readonly isMoving: boolean;
};

type WorkspaceAccess = Omit<Access, 'project'>;
type ProjectAccess = WorkspaceAccess & { readonly id: string; readonly plan: string };

const workspacesOf = (db: Database, userId: string) =>
  knex('memberships as m')
    .connection(db)
    .join('workspaces as w', 'w.id', 'm.workspaceId')
    .where({ 'm.userId': userId })
    .select(
      ...['m.role', 'm.workspaceId', 'w.name as workspaceName'],
      knex.raw(
        'exists (select 1 from workspace_moves v where v.workspace_id = w.id and v.fenced_until > now()) as is_moving',
      ),
    );

/** Finds the access of a user to a project; null when no workspace of theirs has it. */
export async function findProjectAccess(db: Database, userId: string, projectId: string): Promise<Access | null> {
  const found = await workspacesOf(db, userId)
    .join('projects as p', 'p.workspaceId', 'm.workspaceId')
    .where({ 'p.id': projectId })
    .first<ProjectAccess | undefined>('p.id', 'p.plan');
  if (!found) return null;
  const { id, plan, ...workspace } = found;
  return { ...workspace, project: { id, plan } };
}

/** Finds the access of a user to a workspace; null when they are no member. */
export async function findWorkspaceAccess(db: Database, userId: string, workspaceId: string): Promise<Access | null> {
  const found = await workspacesOf(db, userId).where({ workspaceId }).first<WorkspaceAccess | undefined>();
  return found ? { ...found, project: null } : null;
}

/** Finds the live sessions whose users are still members of the workspace. */
export async function findAllowedSessions(
  db: Database,
  callers: readonly { readonly id: string; readonly workspaceId: string }[],
): Promise<readonly { readonly id: string; readonly workspaceId: string }[]> {
  return knex('sessions as s')
    .connection(db)
    .join('memberships as m', 'm.userId', 's.userId')
    .whereIn(
      ['s.id', 'm.workspaceId'],
      callers.map(({ id, workspaceId }) => [id, workspaceId]),
    )
    .where('s.expiresAt', '>', knex.fn.now())
    .select('s.id', 'm.workspaceId');
}
