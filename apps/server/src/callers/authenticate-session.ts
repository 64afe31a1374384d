import { invalidRequest } from '@fanfare/rules';
import type { Request } from 'express';
import type { Database } from '../db/database.ts';
import { notYours } from '../http/app-refusal.ts';
import { shareOfAddress, useShare } from '../process/caller-share.ts';
import { fromPublicId } from '../process/ids.ts';
import type { Authenticated } from './authenticate.ts';
import { checkSession } from './sessions/check-session.ts';
import type { ReadSessionDeps } from './sessions/read-session.ts';
import { findProjectAccess } from './sessions/session-access.table.ts';

/**
 * Finds the caller of a dashboard request: a session, and the project in `X-Fanfare-Project`. A
 * project of another workspace is refused like a missing one.
 */
export async function authenticateSession(
  deps: ReadSessionDeps & { readonly db: Database },
  req: Request,
): Promise<Authenticated> {
  useShare(shareOfAddress(req));
  const checked = await checkSession(deps, req);
  if (!checked.ok) return checked;
  const { user, session } = checked.signedIn;
  const named = req.get('x-fanfare-project');
  if (named === undefined) return { ok: false, refusal: NO_PROJECT };
  const projectId = fromPublicId('prj', named);
  const access = projectId === null ? null : await findProjectAccess(deps.db, user.id, projectId);
  if (!access?.project) return { ok: false, refusal: notYours('project') };
  const { workspaceId, project, isMoving } = access;
  useShare({ pool: 'pages', owner: project.id });
  return {
    ok: true,
    caller: {
      kind: 'session',
      id: session.id,
      projectId: project.id,
      workspaceId,
      plan: project.plan,
      scope: 'all',
      expiresAt: null,
      isMoving,
    },
  };
}

const NO_PROJECT = invalidRequest([
  { path: 'X-Fanfare-Project', message: 'A request with a session names its project in this header.' },
]);
