import type { Database } from '../db/database.ts';

export type ProjectRow = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly plan: string;
  readonly createdAt: Date;
};

type StoredProject = { id: string; workspace_id: string; name: string; plan: string; created_at: Date };

const toProject = (row: StoredProject): ProjectRow => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  plan: row.plan,
  createdAt: row.created_at,
});

export async function insertWorkspace(db: Database, workspace: { id: string; name: string }): Promise<void> {
  await db.query({ text: 'insert into workspaces (id, name) values ($1, $2)', values: [workspace.id, workspace.name] });
}

export async function insertProject(
  db: Database,
  project: { id: string; workspaceId: string; name: string; plan: string },
): Promise<void> {
  await db.query({
    text: 'insert into projects (id, workspace_id, name, plan) values ($1, $2, $3, $4)',
    values: [project.id, project.workspaceId, project.name, project.plan],
  });
}

export async function findProject(db: Database, projectId: string): Promise<ProjectRow | null> {
  const { rows } = await db.query<StoredProject>({ text: 'select * from projects where id = $1', values: [projectId] });
  return rows[0] ? toProject(rows[0]) : null;
}

/** The oldest project of a workspace; null when it has none. */
export async function findFirstProject(db: Database, workspaceId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>({
    text: 'select id from projects where workspace_id = $1 order by created_at, id limit 1',
    values: [workspaceId],
  });
  return rows[0]?.id ?? null;
}

export async function listProjects(db: Database): Promise<ProjectRow[]> {
  const { rows } = await db.query<StoredProject>({ text: 'select * from projects order by id' });
  return rows.map(toProject);
}

/** Locks the workspace, so that two transactions cannot count its accounts and add to them at the same time. False when there is no such workspace. */
export async function lockWorkspace(tx: Database, workspaceId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'select 1 from workspaces where id = $1 for update',
    values: [workspaceId],
  });
  return rowCount === 1;
}

/** Locks the project, so that two transactions cannot count its webhooks and add to them at the same time. */
export async function lockProject(tx: Database, projectId: string): Promise<void> {
  await tx.query({ text: 'select 1 from projects where id = $1 for no key update', values: [projectId] });
}

export async function countProjects(tx: Database, workspaceId: string): Promise<number> {
  const { rows } = await tx.query<{ projects: number }>({
    text: 'select count(*)::int as projects from projects where workspace_id = $1',
    values: [workspaceId],
  });
  return rows[0]!.projects;
}

export async function setProjectPlan(db: Database, projectId: string, plan: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'update projects set plan = $2 where id = $1',
    values: [projectId, plan],
  });
  return rowCount === 1;
}
