import { neededRole } from '@fanfare/app-contract';
import type { AppRoute } from '@ts-rest/core';
import type { Response } from 'express';
import { WORKSPACE_MOVES } from '../../callers/moving-workspace.ts';
import type { SignedIn } from '../../callers/sessions/read-session.ts';
import { type Access, findProjectAccess, findWorkspaceAccess } from '../../callers/sessions/session-access.table.ts';
import type { Database } from '../../db/database.ts';
import { notYours, refuseApp } from '../../http/app-refusal.ts';
import type { Check } from '../../http/guard.ts';
import { routeOf } from '../../http/serve-contract.ts';
import { type Handlers, withCaller } from '../../http/with-caller.ts';
import { fromPublicId } from '../../process/ids.ts';

/** Caller below /app/api, with access to the project or workspace in the path, if any. */
export type DashboardCaller = SignedIn & { readonly access: Access | null };

/**
 * Checks access to the project or workspace in the path. Refuses a foreign one like a missing one.
 */
export function checkAccess(deps: { readonly db: Database }): Check {
  return async (req, res) => {
    const { projectId, workspaceId } = req.params;
    if (projectId === undefined && workspaceId === undefined) return null;
    const { id: userId } = signedInOf(res).user;
    const access =
      projectId === undefined
        ? await findById(fromPublicId('ws', workspaceId ?? ''), (id) => findWorkspaceAccess(deps.db, userId, id))
        : await findById(fromPublicId('prj', projectId), (id) => findProjectAccess(deps.db, userId, id));
    if (!access) return notYours(projectId === undefined ? 'workspace' : 'project');
    if (access.isMoving) return WORKSPACE_MOVES;
    if (neededRole(routeOf(req)) === 'owner' && access.role !== 'owner') return OWNERS_ONLY;
    res.locals.access = access;
    return null;
  };
}

const findById = async (id: string | null, find: (id: string) => Promise<Access | null>): Promise<Access | null> =>
  id === null ? null : await find(id);

export const OWNERS_ONLY = refuseApp('forbidden', 'Only an owner of the workspace may do this.').refusal;

export const setSignedIn = (res: Response, signedIn: SignedIn): void => {
  res.locals.signedIn = signedIn;
};

function signedInOf(res: Response): SignedIn {
  const signedIn = res.locals.signedIn as SignedIn | undefined;
  if (!signedIn) throw new Error('This route is not behind authentication.');
  return signedIn;
}

/** Adds the caller to the handlers of a part of the dashboard's contract. */
export const appHandlers = <Part extends Readonly<Record<string, AppRoute>>>(
  _part: Part,
  handlers: Handlers<NoInfer<Part>, DashboardCaller>,
) =>
  withCaller<Part, DashboardCaller>(
    (res) => ({ ...signedInOf(res), access: (res.locals.access as Access | undefined) ?? null }),
    handlers,
  );

export function accessOf({ access }: DashboardCaller): Access {
  if (!access) throw new Error('This route names no project and no workspace.');
  return access;
}

export function projectOf(caller: DashboardCaller): { readonly id: string; readonly plan: string } {
  const { project } = accessOf(caller);
  if (!project) throw new Error('This route names no project.');
  return project;
}
