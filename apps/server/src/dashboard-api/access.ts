import { APP_ROUTES } from '@fanfare/app-contract';
import type { Response } from 'express';
import type { Database } from '../db/database.ts';
import { notYours, refuseApp } from '../http/app-refusal.ts';
import type { Guard } from '../http/endpoints.ts';
import { fromPublicId } from '../ids.ts';
import { type Access, findProjectAccess, findWorkspaceAccess } from '../members/session-access.table.ts';
import type { SignedIn } from '../sessions/read-session.ts';

/**
 * Looks up what the person may see of the project or workspace in the path, before anything else of a route runs. What is not theirs is refused like what does
 * not exist.
 */
export function accessGuard(deps: { readonly db: Database }): Guard {
  const owners = new Set(
    APP_ROUTES.filter(({ needs }) => needs === 'owner').map(({ method, path }) => `${method} ${path}`),
  );
  return ({ method, path }) => {
    const isForOwners = owners.has(`${method} ${path}`);
    return async ({ params }, res) => {
      const { projectId, workspaceId } = params;
      if (projectId === undefined && workspaceId === undefined) return null;
      const { id: userId } = signedInOf(res).user;
      const access =
        projectId === undefined
          ? await findById(fromPublicId('ws', workspaceId ?? ''), (id) => findWorkspaceAccess(deps.db, userId, id))
          : await findById(fromPublicId('prj', projectId), (id) => findProjectAccess(deps.db, userId, id));
      if (!access) return notYours(projectId === undefined ? 'workspace' : 'project');
      if (isForOwners && access.role !== 'owner') return OWNERS_ONLY;
      res.locals.access = access;
      return null;
    };
  };
}

const findById = async (id: string | null, find: (id: string) => Promise<Access | null>): Promise<Access | null> =>
  id === null ? null : await find(id);

export const OWNERS_ONLY = refuseApp('forbidden', 'Only an owner of the workspace may do this.').refusal;

export const setSignedIn = (res: Response, signedIn: SignedIn): void => {
  res.locals.signedIn = signedIn;
};

/** Who is signed in, of a request below /app/api. */
export function signedInOf(res: Response): SignedIn {
  const signedIn = res.locals.signedIn as SignedIn | undefined;
  if (!signedIn) throw new Error('This route is not behind authentication.');
  return signedIn;
}

/** What the person may see of the workspace of the path. */
export function accessOf(res: Response): Access {
  const access = res.locals.access as Access | undefined;
  if (!access) throw new Error('This route names no project and no workspace.');
  return access;
}

/** The project of the path. */
export function projectOf(res: Response): { readonly id: string; readonly plan: string } {
  const { project } = accessOf(res);
  if (!project) throw new Error('This route names no project.');
  return project;
}
