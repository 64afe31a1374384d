import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { EXAMPLE_DOCS_URL } from '@fanfare/contract';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerNoRoute } from '../../../src/api/answer-no-route.ts';
import { dashboardRoutes, unknownPage } from '../../../src/dashboard/dashboard.routes.ts';
import { brandOf } from '../../../src/http/brand.ts';
import { setDocsUrl } from '../../../src/http/docs-url.ts';
import { type HttpServer, startHttpServer } from '../../../src/http/http-server.ts';
import { giveRequestId } from '../../../src/http/request-id.ts';
import { errorBody } from '../../error-body.ts';

const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const SCRIPT = 'console.log("dashboard");';
const INDEX =
  '<!doctype html><html lang="en"><head><link href="./assets/a-1.css"><script src="./assets/a-1.js"></script></head></html>';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data: blob: https:; media-src 'self' blob: https:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-dashboard-'));
const servers: HttpServer[] = [];
let origin: string;
let belowPath: string;
let notBuilt: string;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  const asset = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, 'assets', name), content);
  writeFileSync(path.join(folder, 'index.html'), INDEX);
  writeFileSync(path.join(folder, 'stamp.json'), '{}');
  asset('a-1.js', SCRIPT);
  asset('a-1.js.br', brotliCompressSync(SCRIPT));
  asset('a-1.js.gz', gzipSync(SCRIPT));
  asset('font-1.woff2', 'font');
  origin = await serve('https://fanfare.example.com', folder);
  belowPath = await serve('https://example.com/fanfare', folder);
  notBuilt = await serve('https://fanfare.example.com', path.join(folder, 'nothing'));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

/** The routes as the server mounts them; the cookie `in` is a session. */
async function serve(baseUrl: string, dashboardFolder: string): Promise<string> {
  const deps = {
    ...{ baseUrl, dashboardFolder, dashboardStyle: null, uploadOrigin: null },
    brand: brandOf({ name: 'Fanfare', logo: null, colour: null }, baseUrl),
    hasSession: async (req: express.Request) => req.get('cookie') === 'in=1',
  };
  const app = express().disable('etag');
  setDocsUrl(app, EXAMPLE_DOCS_URL);
  app.use(giveRequestId, dashboardRoutes(deps), unknownPage(deps), answerNoRoute());
  const server = await startHttpServer({ host: '127.0.0.1', port: 0 });
  server.handle(app);
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

const browse = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, { redirect: 'manual', headers: { Accept: NAVIGATION, ...headers } });
const signedIn = { Cookie: 'in=1' };

describe('a page of the dashboard', () => {
  test.each(['/', '/posts', '/posts/post_1', '/settings/keys', '/compose?draft=1', '/Accounts/'])(
    'is index.html with a strict policy for a browser with a session: %s',
    async (address) => {
      const response = await browse(`${origin}${address}`, signedIn);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('vary')).toBe('Accept');
      expect(await response.text()).toBe(
        '<!doctype html><html data-base="" lang="en"><head><link href="/assets/a-1.css"><script src="/assets/a-1.js"></script></head></html>',
      );
    },
  );

  test('below a path, leads to the files and to the sign-in there', async () => {
    expect(await (await browse(`${belowPath}/posts`, signedIn)).text()).toBe(
      '<!doctype html><html data-base="/fanfare" lang="en"><head><link href="/fanfare/assets/a-1.css"><script src="/fanfare/assets/a-1.js"></script></head></html>',
    );
    expect((await browse(`${belowPath}/posts`)).headers.get('location')).toBe('/fanfare/sign-in?next=%2Fposts');
  });

  test('without a session leads to the sign-in, and from there back', async () => {
    const response = await browse(`${origin}/posts?status=failed`);
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
      303,
      '/sign-in?next=%2Fposts%3Fstatus%3Dfailed',
      'no-store',
    ]);
  });

  test.each(['application/json', '*/*'])('is JSON for a client that accepts %s', async (accept) => {
    const response = await fetch(`${origin}/`, { headers: { Accept: accept, ...signedIn } });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual(errorBody(response, 'not_found', 'There is nothing at this address.'));
  });

  test('that is not built says how to build it', async () => {
    const response = await browse(`${notBuilt}/`);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('<code>npx --yes pnpm@10.34.9 --filter @fanfare/dashboard build</code>');
  });
});

describe('an unknown address', () => {
  test('is a page of the service for a browser without a session', async () => {
    const response = await browse(`${belowPath}/nothing`);
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page).toContain('<h1>There is nothing at this address</h1>');
    expect(page).toContain('<a href="/fanfare/">');
  });

  test('is a page of the dashboard for a browser with one', async () => {
    const response = await browse(`${origin}/nothing`, signedIn);
    expect([response.status, response.headers.get('content-security-policy')]).toEqual([404, POLICY]);
    expect(await response.text()).toContain('/assets/a-1.js');
  });

  test('is JSON for other clients, and for other methods of a browser', async () => {
    for (const response of [await fetch(`${origin}/nothing`), await fetch(`${origin}/posts`, { method: 'POST' })]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual(errorBody(response, 'not_found', 'There is nothing at this address.'));
    }
  });
});

describe('a file of the build', () => {
  test.each([
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
    [undefined, (bytes: Buffer) => bytes],
  ])('is kept for ever, and sent compressed as the browser accepts it: %s', async (encoding, unpack) => {
    // Without fetch, which unpacks.
    const { headers, body } = await new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
      (resolve, reject) => {
        const accepted = encoding === undefined ? 'identity' : `deflate, ${encoding}`;
        request(`${origin}/assets/a-1.js`, { headers: { 'Accept-Encoding': accepted } }, async (response) =>
          resolve({ headers: response.headers, body: Buffer.concat(await response.toArray()) }),
        )
          .on('error', reject)
          .end();
      },
    );
    expect(unpack(body).toString()).toBe(SCRIPT);
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(headers['content-encoding']).toBe(encoding);
  });

  test('that is compressed already is sent as it is', async () => {
    const response = await fetch(`${origin}/assets/font-1.woff2`);
    expect([response.headers.get('content-type'), response.headers.get('content-encoding')]).toEqual([
      'font/woff2',
      null,
    ]);
    expect(await response.text()).toBe('font');
  });

  test.each(['/assets/a-2.js', '/assets/..%2Fstamp.json', '/assets/..%2Findex.html', '/assets/a-1.js.br', '/assets/'])(
    'nothing else is served: %s',
    async (address) => {
      const response = await fetch(`${origin}${address}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual(errorBody(response, 'not_found', 'There is nothing at this address.'));
    },
  );
});
