import { UPLOAD_HEADERS, withCell, withoutCell } from '@fanfare/rules';
import { type Request, type RequestHandler, Router } from 'express';
import type { Database } from '../../db/database.ts';
import { ownPath } from '../../http/base-path.ts';
import { sendError } from '../../http/error-responses.ts';
import { handled } from '../../http/handled.ts';
import { hashToken } from '../../http/token.ts';
import { routerLocationOf } from '../router/moved-location.ts';
import { findMovedLink } from './workspace-moves.table.ts';

type Deps = { readonly db: Database; readonly baseUrl: string };

const LINK = /^\/(?:connect|invitations)\/([^/]+)/;
const CALLBACK = /^\/oauth\/[^/]+\/callback$/;
const RETRY = { 'Retry-After': '5' };

/** Answers for what has left with a workspace, by the label of its new cell. */
export function movedLinksRoutes({ db, baseUrl }: Deps): Router {
  const router = Router();
  /** Answers when the secret that `tokenOf` finds in a request has moved. */
  const moved = (
    tokenOf: (req: Request) => string | null,
    answer: (of: { token: string; cell: string }, ...args: Parameters<RequestHandler>) => void,
  ): RequestHandler =>
    handled(async (req, res, next) => {
      const token = tokenOf(req);
      const cell = token === null ? null : await findMovedLink(db, hashToken(token));
      if (token === null || cell === null) return next();
      answer({ token, cell }, req, res, next);
    });

  router.use(
    moved(linkOf, ({ token, cell }, req, res) => {
      res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
      // Forms keep their method.
      res.redirect(307, ownPath(baseUrl, req.url.replace(token, withCell(cell, withoutCell(token)))));
    }),
  );
  // Networks follow no redirect, so the router asks the new cell itself.
  router.get(
    '/m/:key/:name',
    // Without a body: nginx would keep the charset of its type for the file.
    moved(paramOf('key'), ({ cell }, _req, res) => {
      res.status(503).set({ ...RETRY, 'X-Accel-Redirect': routerLocationOf(cell) });
      res.end();
    }),
  );
  // A body cannot be sent on once it has begun.
  router.use(
    '/uploads/:token',
    moved(paramOf('token'), (_, req, res, next) => {
      if (req.method === 'OPTIONS') return next();
      res.set(UPLOAD_HEADERS);
      sendError(res, { code: 'unavailable', message: UPLOAD_MOVED, headers: RETRY });
    }),
  );
  return router;
}

const UPLOAD_MOVED =
  'The file has moved to another part of the service. Read it again (GET /api/v1/media/:id, or the call that announced it with its key) and send it to its new uploadUrl.';

const paramOf =
  (name: string) =>
  ({ params }: Request): string | null =>
    (params[name] as string | undefined) ?? null;

function linkOf(req: Request): string | null {
  if (CALLBACK.test(req.path)) return typeof req.query.state === 'string' ? req.query.state : null;
  return LINK.exec(req.path)?.[1] ?? null;
}
