import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Request, type Response, Router } from 'express';
import { ownPath } from '../../http/base-path.ts';
import { handled } from '../../http/handled.ts';
import { readDocsFile, scriptHashes } from './built-docs.ts';

type Deps = {
  readonly baseUrl: string;
  readonly docsFolder: string;
  /** Markdown of the documentation, for a checkout without a build; null elsewhere. */
  readonly docsSource: string | null;
};

const zip = promisify(gzip);

/** `/docs`: the built documentation, or pages from Markdown in a checkout without a build. */
export function docsSiteRoutes(deps: Deps): Router {
  const router = Router();
  router.use(
    '/docs',
    handled(async (req, res, next) => {
      const isRead = req.method === 'GET' || req.method === 'HEAD';
      if (!isRead || !(await answerDocs(deps, req, res))) next();
    }),
  );
  return router;
}

/** Returns false where there is neither documentation nor a 404 page. */
async function answerDocs(deps: Deps, req: Request, res: Response): Promise<boolean> {
  const base = ownPath(deps.baseUrl, '/docs/');
  const read = await readerOf(deps, base);
  if (req.originalUrl.split('?')[0] === '/docs') {
    res.redirect(308, base);
    return true;
  }
  const asked = req.path.slice(1);
  for (const name of asked === '' || asked.endsWith('/') ? [`${asked}index.html`] : [asked, `${asked}.html`]) {
    const content = await read(name);
    if (content !== null) return send(req, res, { status: 200, name, content });
  }
  const missing = await read('404.html');
  return missing !== null && send(req, res, { status: 404, name: '404.html', content: missing });
}

/** Returns a reader of the site's files, built or from Markdown. */
async function readerOf(
  { docsFolder, docsSource }: Deps,
  base: string,
): Promise<(name: string) => Promise<Buffer | null>> {
  const isBuilt = (await readDocsFile(docsFolder, 'index.html', base)) !== null;
  if (isBuilt || docsSource === null) return (name) => readDocsFile(docsFolder, name, base);
  const { renderMarkdownPage } = await import('./markdown-docs.ts');
  return (name) =>
    name.endsWith('.html')
      ? renderMarkdownPage({ source: docsSource, base }, name)
      : readDocsFile(docsSource, name, base);
}

type Sent = { readonly status: number; readonly name: string; readonly content: Buffer };

async function send(req: Request, res: Response, { status, name, content }: Sent): Promise<true> {
  // The build puts a hash into the names of these files.
  const isAsset = name.startsWith('assets/');
  res.status(status).set({
    'Cache-Control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `"${createHash('sha256').update(content).digest('base64url')}"`,
    'Content-Security-Policy': name.endsWith('.html') ? policyOf(content.toString('utf8')) : "default-src 'none'",
  });
  res.type(path.extname(name));
  const isText = /\.(?:html|js|css|json|svg|txt|md)$/.test(name);
  if (isText) res.vary('Accept-Encoding');
  if (!isText || req.acceptsEncodings('gzip') !== 'gzip') res.send(content);
  else res.set('Content-Encoding', 'gzip').send(await zip(content));
  return true;
}

/** Allows inline styles, which highlighted code and the search box use. */
const policyOf = (html: string): string =>
  `default-src 'none'; script-src 'self' ${scriptHashes(html).join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;
