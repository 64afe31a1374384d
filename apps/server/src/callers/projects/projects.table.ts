import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import { RequestError } from '../../http/request-error.ts';
import { WORKSPACE_MOVES } from '../moving-workspace.ts';
import { isMoving } from '../moving-workspaces.table.ts';

export type ProjectRow = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly plan: string;
  readonly createdAt: Date;
};

const ROW = ['id', 'workspaceId', 'name', 'plan', 'createdAt'];

const projects = (db: Database) => knex('projects').connection(db);

export async function insertWorkspace(db: Database, { id, name }: { id: string; name: string }): Promise<void> {
  await knex('workspaces').connection(db).insert({ id, name });
}

export async function insertProject(
  db: Database,
  { id, workspaceId, name, plan }: { id: string; workspaceId: string; name: string; plan: string },
): Promise<void> {
  await projects(db).insert({ id, workspaceId, name, plan });
}

export async function findProject(db: Database, projectId: string): Promise<ProjectRow | null> {
  return (await projects(db).where({ id: projectId }).first<ProjectRow | undefined>(ROW)) ?? null;
}

/** Finds the oldest project of a workspace; null when it has none. */
export async function findFirstProject(db: Database, workspaceId: string): Promise<string | null> {
  const [id] = await projects(db).where({ workspaceId }).orderBy(['createdAt', 'id']).limit(1).pluck<string[]>('id');
  return id ?? null;
}

export async function listProjects(db: Database): Promise<ProjectRow[]> {
  return projects(db).orderBy('id').select<ProjectRow[]>(ROW);
}

/** Locks a workspace against parallel counting and adding. Returns false when there is none. */
export async function lockWorkspace(tx: Database, workspaceId: string): Promise<boolean> {
  return (await knex('workspaces').connection(tx).where({ id: workspaceId }).forUpdate().first('id')) !== undefined;
}

/**
 * Locks a project against parallel counting and adding. Throws RequestError when its workspace
 * moves to another cell, which may have begun during the request.
 */
export async function lockProject(tx: Database, projectId: string): Promise<void> {
  const locked = projects(tx).where({ id: projectId }).forNoKeyUpdate();
  const [workspaceId] = await locked.pluck<string[]>('workspaceId');
  // The next statement sees a move that ended before the lock.
  if (workspaceId !== undefined && (await isMoving(tx, workspaceId))) throw new RequestError(WORKSPACE_MOVES);
}

export async function countProjects(tx: Database, workspaceId: string): Promise<number> {
  const counted = await projects(tx).where({ workspaceId }).count({ projects: '*' }).first<{ projects: number }>();
  return counted.projects;
}

export async function setProjectPlan(db: Database, projectId: string, plan: string): Promise<boolean> {
  return (await projects(db).where({ id: projectId }).update({ plan })) === 1;
}
