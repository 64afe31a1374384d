import { APP_LIMITS, type Project } from '@fanfare/app-contract';
import { type PlanName, planOf, refuseField } from '@fanfare/rules';
import { logoHash, logoUrlOf } from '../../callers/projects/logo.routes.ts';
import { putLogo } from '../../callers/projects/project-logos.table.ts';
import {
  findProjectProfile,
  findWorkspacePlan,
  type ProjectProfile,
} from '../../callers/projects/project-profiles.table.ts';
import { countProjects, insertProject, lockWorkspace } from '../../callers/projects/projects.table.ts';
import { logoType } from '../../config/logo-type.ts';
import type { Database, DatabasePool } from '../../db/database.ts';
import { type AppDecision, refuseApp } from '../../http/app-refusal.ts';
import { type Ids, toPublicId } from '../../process/ids.ts';

export const toDashboardProject = (baseUrl: string, row: ProjectProfile): Project => ({
  id: toPublicId('prj', row.id),
  workspaceId: toPublicId('ws', row.workspaceId),
  name: row.name,
  plan: row.plan,
  logoUrl: logoUrlOf(baseUrl, row.id, row.logo),
  createdAt: row.createdAt.toISOString(),
});

/** Most projects of a plan; null without a limit. */
export const projectCapOf = (plan: string): number | null => planOf(plan).projects;

export type CreateDeps = {
  readonly db: DatabasePool;
  readonly ids: Ids;
  /** Plan of the first project of a workspace. */
  readonly signUpPlan: PlanName;
};

/** Creates a project on the plan of its workspace, unless that plan allows no more. */
export async function createProject(
  { db, ids, signUpPlan }: CreateDeps,
  { workspaceId, name }: { readonly workspaceId: string; readonly name: string },
): Promise<AppDecision<{ readonly project: ProjectProfile }>> {
  const projectId = ids.uuid();
  return db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const plan = (await findWorkspacePlan(tx, workspaceId)) ?? signUpPlan;
    const cap = projectCapOf(plan);
    if (cap !== null && (await countProjects(tx, workspaceId)) >= cap) {
      const many = cap === 1 ? '1 project' : `${cap} projects`;
      return refuseApp('project_limit_reached', `The plan "${plan}" allows ${many} in a workspace.`);
    }
    await insertProject(tx, { id: projectId, workspaceId, name, plan });
    const project = await findProjectProfile(tx, projectId);
    return { ok: true, project: project! };
  });
}

/** Stores a logo if its first bytes say PNG, JPEG or WebP. */
export async function setLogo(
  { db }: { readonly db: Database },
  projectId: string,
  image: string,
): Promise<AppDecision<object>> {
  const bytes = Buffer.from(image, 'base64');
  const contentType = logoType(bytes);
  if (contentType === null) return refuseField('image', 'Must be a PNG, JPEG or WebP image.');
  if (bytes.length > APP_LIMITS.logoBytes) return refuseField('image', 'Must be a file of at most 256 KiB.');
  await putLogo(db, projectId, { contentType, bytes, sha256: logoHash(bytes) });
  return { ok: true };
}
