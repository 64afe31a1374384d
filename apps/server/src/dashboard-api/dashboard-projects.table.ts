import type { Database } from '../db/database.ts';

/** A project as the dashboard shows it. */
export type DashboardProjectRow = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly plan: string;
  /** Start of the SHA-256 of its logo; null without one. */
  readonly logo: string | null;
  readonly createdAt: Date;
};

type StoredProject = {
  id: string;
  workspace_id: string;
  name: string;
  plan: string;
  logo: string | null;
  created_at: Date;
};

const toProject = (row: StoredProject): DashboardProjectRow => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  plan: row.plan,
  logo: row.logo,
  createdAt: row.created_at,
});

const PROJECT = `select p.id, p.workspace_id, p.name, p.plan, p.created_at, left(encode(l.sha256, 'hex'), 16) as logo
           from projects p left join project_logos l on l.project_id = p.id`;

/** The projects of all workspaces of a user, oldest first. */
export async function listProjectsOfUser(db: Database, userId: string): Promise<DashboardProjectRow[]> {
  const { rows } = await db.query<StoredProject>({
    text: `${PROJECT} join memberships m on m.workspace_id = p.workspace_id where m.user_id = $1 order by p.created_at, p.id`,
    values: [userId],
  });
  return rows.map(toProject);
}

export async function findDashboardProject(db: Database, projectId: string): Promise<DashboardProjectRow | null> {
  const { rows } = await db.query<StoredProject>({ text: `${PROJECT} where p.id = $1`, values: [projectId] });
  return rows[0] ? toProject(rows[0]) : null;
}

/** Plan of the oldest project of a workspace; null without projects. */
export async function findWorkspacePlan(db: Database, workspaceId: string): Promise<string | null> {
  const { rows } = await db.query<{ plan: string }>({
    text: 'select plan from projects where workspace_id = $1 order by created_at, id limit 1',
    values: [workspaceId],
  });
  return rows[0]?.plan ?? null;
}

export async function renameProject(db: Database, projectId: string, name: string): Promise<void> {
  await db.query({ text: 'update projects set name = $2 where id = $1', values: [projectId, name] });
}
