import { randomBytes } from 'node:crypto';
import { createServer, request } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '@fanfare/harness/browser';
import { type RunningService, startProgram, startService } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from './build-site.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const KEYS = { ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}` };

/** A port that nobody listens on. */
async function takePort(): Promise<number> {
  const socket = createSocketServer();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}

const port = await takePort();
/** The proxy of an operator: takes `/fanfare` off, and has another service beside it. */
const proxy = createServer((req, res) => {
  const [, path] = /^\/fanfare(\/.*)$/.exec(req.url ?? '') ?? [];
  if (path === undefined) return res.writeHead(410).end('another service');
  request({ host: '127.0.0.1', port, path, headers: req.headers }, (answer) => {
    res.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(res);
  }).end();
});

let service: RunningService;
let server: ReturnType<typeof startProgram>;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let baseUrl: string;
beforeAll(buildSite, 0);
beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/fanfare`;
  service = await startService(KEYS);
  const { PATH, HOME, TMPDIR } = process.env;
  server = startProgram(process.execPath, [MAIN], {
    ...{ PATH, HOME, TMPDIR, ...KEYS, BASE_URL: baseUrl, PORT: String(port), METRICS_PORT: 'off' },
    DATABASE_URL: service.databaseUrl,
  });
  await server.prints('listening');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.kill('SIGTERM');
  await server?.ended;
  await service?.stop();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

test('below a path the site has its pictures, search and links, and nothing is asked for outside of the path', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${baseUrl}/docs/`);
  await page.getByRole('link', { name: 'First post in a browser' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'The dashboard' }).waitFor();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('stuck in the queue');
  await page.getByRole('option').first().click();
  await page.getByRole('heading', { name: 'It is stuck in the queue' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/fanfare/docs/troubleshooting');
  expect(await page.getByRole('link', { name: 'Markdown' }).getAttribute('href')).toBe(
    '/fanfare/docs/troubleshooting.md',
  );
  expect(failed).toEqual([]);
  await page.close();
});

test('an error leads to its section there', async () => {
  const answer = await fetch(`${baseUrl}/api/v1/posts`);
  const { error } = (await answer.json()) as { error: { docUrl: string } };
  expect(error.docUrl).toBe(`${baseUrl}/docs/errors#unauthorized`);
  const page = await browser.newPage();
  await page.goto(error.docUrl);
  expect(await page.locator('#unauthorized').textContent()).toContain('unauthorized');
  await page.close();
});
