import { escapeHtml } from '@fanfare/rules';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { basePathOf, ownPath } from '../http/base-path.ts';
import type { InlineStyle } from '../http/brand.ts';
import { handled } from '../http/handled.ts';
import { type Brand, sendPage } from '../http/html-page.ts';
import { wantsPage } from '../http/wants-page.ts';
import { findAsset, readIndex } from './built-dashboard.ts';
import { isDashboardPath } from './dashboard-paths.ts';

type Deps = {
  readonly baseUrl: string;
  readonly brand: Brand;
  /** Colours of the installation; null for those of the build. */
  readonly dashboardStyle: InlineStyle | null;
  readonly dashboardFolder: string;
  /** Origin to which the page sends files beside this server; null for nowhere. */
  readonly uploadOrigin: string | null;
  readonly hasSession: (req: Request) => Promise<boolean>;
};

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const BUILD = 'npx --yes pnpm@10.34.9 --filter @fanfare/dashboard build';

/** `/assets/*`, and the dashboard for browsers at the paths of its pages. */
export function dashboardRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/assets/:name', (req, res, next) => {
    const { name } = req.params;
    const asset = findAsset(deps.dashboardFolder, name, req.acceptsEncodings());
    if (asset === null) return next();
    res.type(name).vary('Accept-Encoding');
    if (asset.encoding !== null) res.set('Content-Encoding', asset.encoding);
    // A checkout may lie below a folder whose name begins with a dot.
    res.sendFile(asset.file, { immutable: true, maxAge: YEAR_MS, dotfiles: 'allow' });
  });
  router.use(
    handled(async (req, res, next) => {
      if (!isDashboardPath(req.path)) return next();
      // API clients get JSON here.
      res.vary('Accept');
      if (!wantsPage(req)) return next();
      const html = await readDashboard(deps);
      if (html === null) sendNotBuilt(deps, res);
      else if (await deps.hasSession(req)) sendDashboard(deps, res, 200, html);
      else res.set('Cache-Control', 'no-store').redirect(303, signInAddress(deps, req));
    }),
  );
  return router;
}

/** Answers a browser at an unknown address: with the dashboard if it is signed in, else a page. */
export const unknownPage = (deps: Deps): RequestHandler =>
  handled(async (req, res, next) => {
    if (!wantsPage(req)) return next();
    const html = (await deps.hasSession(req)) ? await readDashboard(deps) : null;
    if (html === null) sendNothingHere(deps, res);
    else sendDashboard(deps, res, 404, html);
  });

const readDashboard = (deps: Deps): Promise<string | null> =>
  readIndex(deps.dashboardFolder, {
    basePath: basePathOf(deps.baseUrl),
    title: deps.brand.name,
    style: deps.dashboardStyle?.css ?? null,
  });

const signInAddress = (deps: Deps, { originalUrl }: Request): string =>
  ownPath(deps.baseUrl, `/sign-in?next=${encodeURIComponent(originalUrl)}`);

function sendDashboard(
  { baseUrl, dashboardStyle, uploadOrigin }: Deps,
  res: Response,
  status: number,
  html: string,
): void {
  // Images of accounts and posts come from the networks; everything else from this service.
  const media = baseUrl.startsWith('https:') ? 'https:' : 'http: https:';
  const uploads = uploadOrigin === null ? '' : ` ${uploadOrigin}`;
  const ownStyle = dashboardStyle === null ? '' : ` 'sha256-${dashboardStyle.sha256}'`;
  res.status(status).set({
    'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'${ownStyle}; font-src 'self'; connect-src 'self'${uploads}; img-src 'self' data: blob: ${media}; media-src 'self' blob: ${media}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
  });
  res.type('html').send(html);
}

function sendNotBuilt(deps: Deps, res: Response): void {
  sendPage(deps, res, 503, {
    title: 'The dashboard is not built',
    body: `<h1>The dashboard is not built</h1><p>The API works. To get the dashboard, run this in the checkout and reload the page:</p><p><code>${BUILD}</code></p>`,
  });
}

function sendNothingHere(deps: Deps, res: Response): void {
  sendPage(deps, res, 404, {
    title: 'There is nothing at this address',
    body: `<h1>There is nothing at this address</h1><p>Check the address, or start from the front page.</p><p><a href="${escapeHtml(ownPath(deps.baseUrl, '/'))}">Open ${escapeHtml(deps.brand.name)}</a></p>`,
  });
}
