import { APP_ROUTES } from '@fanfare/app-contract';
import type { NextFunction, Request, Response } from 'express';
import type { Database } from '../db/database.ts';
import { notYours, refuseApp } from '../http/app-refusal.ts';
import { sendError } from '../http/error-responses.ts';
import { fromPublicId } from '../ids.ts';
import { type Access, findProjectAccess, findWorkspaceAccess } from '../members/session-access.table.ts';
import type { SignedIn } from '../sessions/read-session.ts';

type Routed = Pick<Request, 'params'> & { readonly tsRestRoute: { readonly method: string; readonly path: string } };

/**
 * Looks up what the person may see of the project or workspace in the path, before anything else of a route runs. What is not theirs is refused like what does
 * not exist.
 */
export function accessGuard(deps: { readonly db: Database }) {
  const owners = new Set(
    APP_ROUTES.filter(({ needs }) => needs === 'owner').map(({ method, path }) => `${method} ${path}`),
  );
  return ({ params, tsRestRoute: { method, path } }: Routed, res: Response, next: NextFunction) => {
    const { projectId, workspaceId } = params;
    if (projectId === undefined && workspaceId === undefined) return next();
    const { id: userId } = signedInOf(res).user;
    const found =
      projectId === undefined
        ? findById(fromPublicId('ws', workspaceId ?? ''), (id) => findWorkspaceAccess(deps.db, userId, id))
        : findById(fromPublicId('prj', projectId), (id) => findProjectAccess(deps.db, userId, id));
    found
      .then((access) => {
        if (!access) return sendError(res, notYours(projectId === undefined ? 'workspace' : 'project'));
        if (owners.has(`${method} ${path}`) && access.role !== 'owner') return sendError(res, OWNERS_ONLY);
        res.locals.access = access;
        next();
      })
      .catch(next);
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
