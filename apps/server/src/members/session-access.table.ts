import type { Database } from '../db/database.ts';
import type { Role } from './memberships.table.ts';

/** What a member may see of a workspace, and of one project of it. */
export type Access = {
  readonly role: Role;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly project: { readonly id: string; readonly plan: string } | null;
};

type StoredAccess = { role: Role; workspace_id: string; workspace_name: string; project_id: string; plan: string };

/** The access of a user to a project; null when there is no such project in any of their workspaces. */
export async function findProjectAccess(db: Database, userId: string, projectId: string): Promise<Access | null> {
  const { rows } = await db.query<StoredAccess>({
    name: 'find_project_access',
    text: `select m.role, p.workspace_id, w.name as workspace_name, p.id as project_id, p.plan
           from projects p join memberships m on m.workspace_id = p.workspace_id join workspaces w on w.id = p.workspace_id
           where p.id = $1 and m.user_id = $2`,
    values: [projectId, userId],
  });
  const [row] = rows;
  if (!row) return null;
  const project = { id: row.project_id, plan: row.plan };
  return { role: row.role, workspaceId: row.workspace_id, workspaceName: row.workspace_name, project };
}

/** The same of a workspace. */
export async function findWorkspaceAccess(db: Database, userId: string, workspaceId: string): Promise<Access | null> {
  const { rows } = await db.query<StoredAccess>({
    text: `select m.role, m.workspace_id, w.name as workspace_name
           from memberships m join workspaces w on w.id = m.workspace_id where m.workspace_id = $1 and m.user_id = $2`,
    values: [workspaceId, userId],
  });
  const [row] = rows;
  return row
    ? { role: row.role, workspaceId: row.workspace_id, workspaceName: row.workspace_name, project: null }
    : null;
}

/** Of these sessions, those that still live and whose people are still members of the workspace. */
export async function findAllowedSessions(
  db: Database,
  callers: readonly { readonly id: string; readonly workspaceId: string }[],
): Promise<readonly { readonly id: string; readonly workspaceId: string }[]> {
  const { rows } = await db.query<{ id: string; workspaceId: string }>({
    name: 'find_allowed_sessions',
    text: `select c.id, c.workspace_id as "workspaceId" from unnest($1::uuid[], $2::uuid[]) as c(id, workspace_id)
             join sessions s on s.id = c.id and s.expires_at > now()
             join memberships m on m.user_id = s.user_id and m.workspace_id = c.workspace_id`,
    values: [callers.map(({ id }) => id), callers.map(({ workspaceId }) => workspaceId)],
  });
  return rows;
}
