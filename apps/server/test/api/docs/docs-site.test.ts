import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { APP_ERROR_CODES, appDocUrl } from '@fanfare/app-contract';
import { docUrl, REQUEST_ERROR_CODES, TARGET_ERROR_CODES, targetDocUrl } from '@fanfare/contract';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerNoRoute } from '../../../src/api/answer-no-route.ts';
import { docsSiteRoutes } from '../../../src/api/docs/docs-site.routes.ts';
import { DOCS_SOURCE } from '../../../src/config/installed-files.ts';
import { setDocsUrl } from '../../../src/http/docs-url.ts';
import { type HttpServer, startHttpServer } from '../../../src/http/http-server.ts';
import { giveRequestId } from '../../../src/http/request-id.ts';

const SCRIPT = 'document.documentElement.classList.add("dark")';
const page = (title: string): string =>
  `<html><head><script>${SCRIPT}</script><script type="module" src="/__fanfare_docs__/assets/app.1.js"></script></head><body>${title}</body></html>`;

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-docs-'));
const servers: HttpServer[] = [];
let origin: string;
let belowPath: string;
let fromMarkdown: string;

beforeAll(async () => {
  const built = path.join(folder, 'dist');
  mkdirSync(path.join(built, 'assets'), { recursive: true });
  mkdirSync(path.join(built, 'reference'));
  writeFileSync(path.join(folder, 'secret.txt'), 'not of the build');
  writeFileSync(path.join(built, 'index.html'), page('Start'));
  writeFileSync(path.join(built, 'errors.html'), page('Errors'));
  writeFileSync(path.join(built, 'errors.md'), '# Errors\n');
  writeFileSync(path.join(built, '404.html'), page('Nothing'));
  writeFileSync(path.join(built, 'reference', 'index.html'), page('Reference'));
  writeFileSync(path.join(built, 'assets', 'app.1.js'), 'load("/__fanfare_docs__/assets/page.js")');
  writeFileSync(path.join(built, 'assets', 'font.woff2'), Buffer.from([0xff, 0x00, 0x80]));
  origin = await serve('https://fanfare.example.com', built);
  belowPath = await serve('https://example.com/fanfare', built);
  const nothing = path.join(folder, 'nothing');
  fromMarkdown = await serve('https://example.com/fanfare', nothing, DOCS_SOURCE);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

/** The routes as the server mounts them. */
async function serve(baseUrl: string, docsFolder: string, docsSource: string | null = null): Promise<string> {
  const app = express().disable('etag');
  setDocsUrl(app, `${baseUrl}/docs`);
  app.use(giveRequestId, docsSiteRoutes({ baseUrl, docsFolder, docsSource }), answerNoRoute());
  const server = await startHttpServer({ host: '127.0.0.1', port: 0 });
  server.handle(app);
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

const ask = (address: string, init: RequestInit = {}) => fetch(address, { redirect: 'manual', ...init });

describe('the built documentation', () => {
  test('is served with its own scripts alone, and is asked for again each time', async () => {
    const response = await ask(`${origin}/docs/errors`);
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    expect(await response.text()).toBe(page('Errors').replace('/__fanfare_docs__/', '/docs/'));
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    const again = await ask(`${origin}/docs/errors`, {
      headers: { 'If-None-Match': response.headers.get('etag')!, 'Cache-Control': 'max-age=0' },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test.each([
    ['/docs/', 'text/html; charset=utf-8', 'Start'],
    ['/docs/?from=mail', 'text/html; charset=utf-8', 'Start'],
    ['/docs/reference/', 'text/html; charset=utf-8', 'Reference'],
    ['/docs/errors.html', 'text/html; charset=utf-8', 'Errors'],
    ['/docs/errors.md', 'text/markdown; charset=UTF-8', '# Errors'],
  ])('%s is %s', async (address, type, text) => {
    const response = await ask(`${origin}${address}`);
    expect([response.status, response.headers.get('content-type')?.toLowerCase()]).toEqual([200, type.toLowerCase()]);
    expect(await response.text()).toContain(text);
  });

  test('keeps files with a hash in their name for a year, and leaves bytes as they are', async () => {
    const response = await ask(`${origin}/docs/assets/font.woff2`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0xff, 0x00, 0x80]);
  });

  test('below a path leads to its files there', async () => {
    expect((await ask(`${belowPath}/docs`)).headers.get('location')).toBe('/fanfare/docs/');
    expect(await (await ask(`${belowPath}/docs/`)).text()).toContain('src="/fanfare/docs/assets/app.1.js"');
    expect(await (await ask(`${belowPath}/docs/assets/app.1.js`)).text()).toBe('load("/fanfare/docs/assets/page.js")');
  });

  test.each(['/docs/nothing', '/docs/..%2fsecret.txt', '/docs/.hidden', '/docs/assets', '/docs/errors/more'])(
    'has nothing at %s',
    async (address) => {
      const response = await ask(`${origin}${address}`);
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('Nothing')]);
    },
  );

  test('takes no other method', async () => {
    const response = await ask(`${origin}/docs`, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('documentation that is not built, in a checkout', () => {
  const html = async (address: string): Promise<string> => (await ask(address)).text();
  const idsOf = (text: string) => new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));

  test('every address that an error leads to is a place of a page', async () => {
    const promised = [
      ...REQUEST_ERROR_CODES.map((code) => docUrl(`${fromMarkdown}/docs`, code)),
      ...TARGET_ERROR_CODES.map((code) => targetDocUrl(`${fromMarkdown}/docs`, code)),
      ...APP_ERROR_CODES.map((code) => appDocUrl(`${fromMarkdown}/docs`, code)),
    ];
    const pages = new Map<string, ReadonlySet<string | undefined>>();
    for (const url of promised) {
      const page = url.split('#')[0] ?? '';
      if (!pages.has(page)) pages.set(page, idsOf(await html(page)));
    }
    expect(promised.filter((url) => !pages.get(url.split('#')[0] ?? '')?.has(new URL(url).hash.slice(1)))).toEqual([]);
    expect([...pages.keys()]).toEqual([`${fromMarkdown}/docs/errors`, `${fromMarkdown}/docs/dashboard`]);
  });

  test('every link and picture of every page leads somewhere, below a path', async () => {
    const waiting = ['/fanfare/docs/'];
    const pages = new Map<string, string>();
    const dead: string[] = [];
    const links: { readonly from: string; readonly to: URL }[] = [];
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      if (pages.has(address)) continue;
      const response = await ask(`${fromMarkdown}${address.replace(/^\/fanfare/, '')}`);
      pages.set(address, response.status === 200 ? await response.text() : '');
      if (response.status !== 200) dead.push(`${address}: ${response.status}`);
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      for (const [, href = ''] of (pages.get(address) ?? '').matchAll(/<(?:a|img)\s[^>]*?(?:href|src)="([^"]+)"/g)) {
        const to = new URL(href.replaceAll('&amp;', '&'), `https://example.com${address}`);
        if (to.origin !== 'https://example.com') continue;
        links.push({ from: address, to });
        // The server has it, and these routes do not.
        if (to.pathname !== '/fanfare/docs/explorer') waiting.push(to.pathname);
      }
    }
    const lost = links.filter(
      ({ to }) => to.hash !== '' && !idsOf(pages.get(to.pathname) ?? '').has(decodeURIComponent(to.hash.slice(1))),
    );
    expect([dead, lost.map(({ from, to }) => `${from}: ${to.pathname}${to.hash}`)]).toEqual([[], []]);
    expect(links.filter(({ to }) => !to.pathname.startsWith('/fanfare/docs/'))).toEqual([]);
    expect(pages.size).toBeGreaterThan(60);
  });

  test.each(['x', 'threads', 'instagram', 'linkedin'])('says how to set up %s', async (network) => {
    const response = await ask(`${fromMarkdown}/docs/networks/${network}`);
    expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(/<h1[^>]*>/)]);
  });

  test('leads from "API reference" and from the pages of routes to the explorer, and from the reference of a package to that package', async () => {
    const text = await html(`${fromMarkdown}/docs/`);
    expect(text).toContain('<a href="/fanfare/docs/explorer">API reference</a>');
    expect(text).toContain('href="https://github.com/fanfare-dev/fanfare/blob/main/packages/sdk/README.md"');
  });

  test('shows placeholders in angle brackets as text', async () => {
    const text = await html(`${fromMarkdown}/docs/changelog`);
    expect(text).not.toMatch(
      /<(?!\/?(?:a|img|br|details|summary|kbd|sup|sub|!--|html|head|meta|title|link|style|body|header|main|h\d|p|ul|ol|li|code|pre|table|thead|tbody|tr|th|td|strong|em|blockquote|hr|del|!doctype)\b)[a-z]/i,
    );
  });

  test.each(['/docs/nothing', '/docs/../README', '/docs/..%2fREADME', '/docs/.hidden', '/docs/networks'])(
    'has nothing at %s',
    async (address) => {
      const { status } = await askRaw(fromMarkdown, address);
      expect(status).toBe(404);
    },
  );
});

/** An address that is sent as it is written. */
function askRaw(at: string, path: string): Promise<{ readonly status: number | undefined }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(at);
    get({ hostname, port, path }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode });
    }).on('error', reject);
  });
}
