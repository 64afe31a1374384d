import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export type ProjectProfile = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly plan: string;
  /** Start of the SHA-256 of its logo; null without one. */
  readonly logo: string | null;
  readonly createdAt: Date;
};

const projects = (db: Database) =>
  knex('projects as p')
    .connection(db)
    .leftJoin('projectLogos as l', 'l.projectId', 'p.id')
    .select<ProjectProfile[]>(
      ...['p.id', 'p.workspaceId', 'p.name', 'p.plan', 'p.createdAt'],
      knex.raw("left(encode(l.sha256, 'hex'), 16) as logo"),
    );

/** Lists the projects of all workspaces of a user, oldest first. */
export async function listProjectsOfUser(db: Database, userId: string): Promise<ProjectProfile[]> {
  return projects(db)
    .join('memberships as m', 'm.workspaceId', 'p.workspaceId')
    .where({ 'm.userId': userId })
    .orderBy(['p.createdAt', 'p.id']);
}

export async function findProjectProfile(db: Database, projectId: string): Promise<ProjectProfile | null> {
  const [project] = await projects(db).where({ 'p.id': projectId });
  return project ?? null;
}

/** Finds the plan of the oldest project of a workspace; null without projects. */
export async function findWorkspacePlan(db: Database, workspaceId: string): Promise<string | null> {
  const oldest = knex('projects').connection(db).where({ workspaceId }).orderBy(['createdAt', 'id']);
  return (await oldest.first<{ plan: string } | undefined>('plan'))?.plan ?? null;
}

export async function renameProject(db: Database, projectId: string, name: string): Promise<void> {
  await knex('projects').connection(db).where({ id: projectId }).update({ name });
}
