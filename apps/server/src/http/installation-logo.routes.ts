import { Router } from 'express';
import type { Installation } from '../config/installation/installation-settings.ts';

/** Address of the logo. It changes with the logo, so that browsers may cache it. */
export const installationLogoUrl = (baseUrl: string, { logo }: Pick<Installation, 'logo'>): string | null =>
  logo === null ? null : `${baseUrl}/installation-logo?v=${logo.version}`;

/**
 * Logo of the installation. Scripts of an SVG do not run in an image (SVG 2, secure animated mode),
 * and its sandbox and policy allow only its own style when it is opened alone.
 */
export function installationLogoRoutes({ logo }: { readonly logo: Installation['logo'] }): Router {
  const router = Router();
  if (logo === null) return router;
  router.get('/installation-logo', (req, res) => {
    res.set({
      'Content-Type': logo.contentType,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': req.query.v === logo.version ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    res.send(logo.bytes);
  });
  return router;
}
