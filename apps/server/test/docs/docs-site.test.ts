import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { APP_ERROR_CODES, appDocUrl } from '@fanfare/app-contract';
import { docUrl, REQUEST_ERROR_CODES, TARGET_ERROR_CODES, targetDocUrl } from '@fanfare/contract';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsSiteRoutes } from '../../src/docs/docs-site.routes.ts';
import { answerNoRoute } from '../../src/http/answer-no-route.ts';
import { setDocsUrl } from '../../src/http/docs-url.ts';
import { type HttpServer, startHttpServer } from '../../src/http/http-server.ts';
import { giveRequestId } from '../../src/http/request-id.ts';
import { ids } from '../../src/ids.ts';
import { brandOf } from '../../src/installation/brand.ts';

const SCRIPT = 'document.documentElement.classList.add("dark")';
const page = (title: string): string =>
  `<html><head><script>${SCRIPT}</script><script type="module" src="/__fanfare_docs__/assets/app.1.js"></script></head><body>${title}</body></html>`;

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-docs-'));
const servers: HttpServer[] = [];
let origin: string;
let belowPath: string;
let notBuilt: string;

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
  notBuilt = await serve('https://example.com/fanfare', path.join(folder, 'nothing'));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

/** The routes as the server mounts them. */
async function serve(baseUrl: string, docsFolder: string): Promise<string> {
  const brand = brandOf({ name: 'Fanfare', logo: null, colour: null }, baseUrl);
  const app = express().disable('etag');
  app.use((req, res, next) => {
    giveRequestId({ ids }, req, res);
    setDocsUrl({ docsUrl: `${baseUrl}/docs` }, res);
    next();
  });
  app.use(docsSiteRoutes({ baseUrl, brand, docsFolder }), answerNoRoute());
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

describe('documentation that is not built', () => {
  test.each(['/docs', '/docs/', '/docs/errors', '/docs/dashboard'])('is one page at %s', async (address) => {
    const response = await ask(`${notBuilt}${address}`);
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<code>npx --yes pnpm@10.34.9 docs:build</code>');
    expect(text).toContain('href="/fanfare/docs/explorer"');
    expect(text).toContain('href="https://github.com/fanfare-dev/fanfare/tree/main/docs"');
  });

  test('has an anchor for each code that an error can lead to', async () => {
    const text = await (await ask(`${notBuilt}/docs/errors`)).text();
    const anchors = [...text.matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id);
    const promised = [
      ...REQUEST_ERROR_CODES.map((code) => docUrl('https://e.com', code)),
      ...TARGET_ERROR_CODES.map((code) => targetDocUrl('https://e.com', code)),
      ...APP_ERROR_CODES.map((code) => appDocUrl('https://e.com', code)),
    ];
    expect(anchors).toEqual(promised.map((url) => new URL(url).hash.slice(1)));
  });

  test('is not found at any other address below', async () => {
    expect((await ask(`${notBuilt}/docs/nothing`)).status).toBe(404);
  });
});
