import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { APP_ERROR_CODES, APP_ERRORS } from '@fanfare/app-contract';
import { escapeHtml } from '@fanfare/rules';
import { type Request, type Response, Router } from 'express';
import { ownPath } from '../http/base-path.ts';
import { type Brand, sendPage } from '../http/html-page.ts';
import { readDocsFile, scriptHashes } from './built-docs.ts';
import { docsPage } from './docs-page.ts';

type Deps = {
  readonly baseUrl: string;
  readonly brand: Brand;
  /** The built documentation. */
  readonly docsFolder: string;
};

const BUILD = 'npx --yes pnpm@10.34.9 docs:build';
/** Where errors lead. */
const LINKED = ['/', '/errors', '/dashboard'];
const zip = promisify(gzip);

/** `/docs`: the built documentation, or one page that says where it is and what each error code means. */
export function docsSiteRoutes(deps: Deps): Router {
  const router = Router();
  router.use('/docs', async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    try {
      await answerDocs(deps, req, res);
    } catch (error) {
      next(error);
    }
  });
  return router;
}

async function answerDocs(deps: Deps, req: Request, res: Response): Promise<void> {
  const base = ownPath(deps.baseUrl, '/docs/');
  const read = (name: string): Promise<Buffer | null> => readDocsFile(deps.docsFolder, name, base);
  if ((await read('index.html')) === null) return sendNotBuilt(deps, req, res);
  if (req.originalUrl.split('?')[0] === '/docs') return res.redirect(308, base);
  const asked = req.path.slice(1);
  for (const name of asked === '' || asked.endsWith('/') ? [`${asked}index.html`] : [asked, `${asked}.html`]) {
    const content = await read(name);
    if (content !== null) return send(req, res, { status: 200, name, content });
  }
  const missing = await read('404.html');
  if (missing === null) return sendNotBuilt(deps, req, res);
  await send(req, res, { status: 404, name: '404.html', content: missing });
}

type Sent = { readonly status: number; readonly name: string; readonly content: Buffer };

async function send(req: Request, res: Response, { status, name, content }: Sent): Promise<void> {
  // The build puts a hash into the names of its own files.
  const isAsset = name.startsWith('assets/');
  res.status(status).set({
    'Cache-Control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `"${createHash('sha256').update(content).digest('base64url')}"`,
    'Content-Security-Policy': name.endsWith('.html') ? policyOf(content.toString('utf8')) : "default-src 'none'",
  });
  res.type(path.extname(name));
  if (!/\.(?:html|js|css|json|svg|txt|md)$/.test(name)) return void res.send(content);
  res.vary('Accept-Encoding');
  if (req.acceptsEncodings('gzip') !== 'gzip') return void res.send(content);
  res.set('Content-Encoding', 'gzip').send(await zip(content));
}

/** Highlighted code and the search box have styles of their own. */
const policyOf = (html: string): string =>
  `default-src 'none'; script-src 'self' ${scriptHashes(html).join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

function sendNotBuilt(deps: Deps, req: Request, res: Response): void {
  const explorer = escapeHtml(ownPath(deps.baseUrl, '/docs/explorer'));
  const page = docsPage({
    hint: `<p>To have it here, run this in the checkout and reload the page:</p><p><code>${BUILD}</code></p><p>Every route with its fields: <a href="${explorer}">API explorer</a></p>`,
    more: APP_ERROR_CODES.map((code) => ({ anchor: code, code, ...APP_ERRORS[code] })),
  });
  sendPage(deps, res, LINKED.includes(req.path) ? 200 : 404, page);
}
