import { withCell, withoutCell } from '@fanfare/rules';
import { type Request, Router } from 'express';
import type { Database } from '../../db/database.ts';
import { ownPath } from '../../http/base-path.ts';
import { handled } from '../../http/handled.ts';
import { hashToken } from '../../http/token.ts';
import { findMovedLink } from './workspace-moves.table.ts';

type Deps = { readonly db: Database; readonly baseUrl: string };

const LINK = /^\/(?:connect|invitations)\/([^/]+)/;
const CALLBACK = /^\/oauth\/[^/]+\/callback$/;

/** Sends whoever opens a link of a workspace that left to its new cell, by the label in the link. */
export function movedLinksRoutes({ db, baseUrl }: Deps): Router {
  const router = Router();
  router.use(
    handled(async (req, res, next) => {
      const token = tokenOf(req);
      const cell = token === null ? null : await findMovedLink(db, hashToken(token));
      if (token === null || cell === null) return next();
      const moved = withCell(cell, withoutCell(token));
      res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
      // Forms keep their method.
      res.redirect(307, ownPath(baseUrl, req.url.replace(token, moved)));
    }),
  );
  return router;
}

function tokenOf(req: Request): string | null {
  if (CALLBACK.test(req.path)) return typeof req.query.state === 'string' ? req.query.state : null;
  return LINK.exec(req.path)?.[1] ?? null;
}
