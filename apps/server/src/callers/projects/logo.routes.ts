import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { Database } from '../../db/database.ts';
import { noSuchOf } from '../../http/app-refusal.ts';
import { sendError } from '../../http/error-responses.ts';
import { handled } from '../../http/handled.ts';
import { fromPublicId, toPublicId } from '../../process/ids.ts';
import { findLogo } from './project-logos.table.ts';

/** Address of a logo. It changes with the logo, so that browsers may cache it. */
export const logoUrlOf = (baseUrl: string, projectId: string, logo: string | null): string | null =>
  logo === null ? null : `${baseUrl}/connect-logo/${toPublicId('prj', projectId)}?v=${logo}`;

export const logoHash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export function logoRoutes(deps: { readonly db: Database }): Router {
  const router = Router();
  router.get(
    '/connect-logo/:projectId',
    handled(async (req, res) => {
      const projectId = fromPublicId('prj', req.params.projectId as string);
      const logo = projectId === null ? null : await findLogo(deps.db, projectId);
      if (!logo) return sendError(res, noSuchOf('logo'));
      res.set({
        'Content-Type': logo.contentType,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': req.query.v === undefined ? 'no-cache' : 'public, max-age=31536000, immutable',
      });
      res.send(logo.bytes);
    }),
  );
  return router;
}
