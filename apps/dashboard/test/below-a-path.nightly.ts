import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, type Dashboard, openDashboard } from './open-dashboard.ts';

/** A port that nobody listens on. */
async function takePort(): Promise<number> {
  const socket = createSocketServer();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}

const PORT = await takePort();
/** The proxy of an operator: takes `/fanfare` off, and has another service beside it. */
const proxy = createServer((req, res) => {
  const [, onwards] = /^\/fanfare(\/.*)$/.exec(req.url ?? '') ?? [];
  if (onwards === undefined) return res.writeHead(410).end('another service');
  const { method, headers } = req;
  const onward = request({ host: '127.0.0.1', port: PORT, path: onwards, method, headers }, (answer) => {
    res.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(res);
  });
  res.on('close', () => onward.destroy());
  onward.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end()));
  req.pipe(onward);
});

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
/** Settings that servers of one installation share. */
const MEDIA_DIR = mkdtempSync(path.join(tmpdir(), 'fanfare-below-'));
const KEYS = { ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`, MEDIA_DIR };

let baseUrl: string;
let dashboard: Dashboard;
let server: ReturnType<typeof startProgram>;
beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/fanfare`;
  // The service for development has no path; this is another server of the same installation.
  dashboard = await openDashboard(KEYS);
  const { PATH, HOME, TMPDIR } = process.env;
  server = startProgram(process.execPath, [MAIN], {
    ...{ PATH, HOME, TMPDIR, ...KEYS, BASE_URL: baseUrl, PORT: String(PORT), INSTALLATION_COLOUR: '#0f766e' },
    DATABASE_URL: dashboard.service.databaseUrl,
  });
  await server.prints('listening');
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  await dashboard.close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  rmSync(MEDIA_DIR, { recursive: true });
});

/**
 * Installations below a path have cookies of their own: `apps/server/src/http/secret-cookie.ts`.
 */
const SUFFIX = createHash('sha256').update('/fanfare').digest('hex').slice(0, 8);

test('below a path the dashboard loads, moves between pages, reads, writes, and shows the colour of the installation', async () => {
  const { page, session, takeErrors } = await dashboard.newPage();
  const { name, value } = session.cookie;
  await page.context().clearCookies();
  await page.context().addCookies([{ name: `${name}-${SUFFIX}`, value, url: baseUrl }]);
  const strayed: string[] = [];
  page.on('response', (answer) => answer.status() >= 400 && strayed.push(`${answer.status()} ${answer.url()}`));
  await page.goto(`${baseUrl}/settings/branding`);
  await page.getByRole('rowheader').or(page.getByRole('cell')).filter({ hasText: '#0f766e' }).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Project', exact: true }).click();
  await page.waitForURL(`${baseUrl}/settings/project`);
  await page.getByLabel('Name').fill('Harbour Tea');
  await page.getByRole('button', { name: /^(Save|Rename)/ }).click();
  await page.waitForFunction(() => document.title === 'Project · Harbour Tea · Fanfare');
  await page.reload();
  await page.getByText('Harbour Tea').first().waitFor();
  const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
  expect(accent.replace(/\s/g, '')).toBe('light-dark(#0f766e,#559e98)');
  expect([strayed, takeErrors()]).toEqual([[], []]);

  // An app that knows the address of the installation finds the page that asks for consent, and
  // gets its answer.
  const metadata = await fetch(`http://127.0.0.1:${PORT}/.well-known/oauth-authorization-server/fanfare`);
  const { authorization_endpoint, registration_endpoint } = (await metadata.json()) as Record<string, string>;
  const redirect_uri = `http://127.0.0.1:${PORT}/healthz`;
  const registered = await fetch(registration_endpoint!, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Agent', redirect_uris: [redirect_uri] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const query = new URLSearchParams({
    ...{
      client_id,
      redirect_uri,
      response_type: 'code',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    },
  });
  await page.goto(`${authorization_endpoint}?${query}`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(/\/healthz\?code=/);
  expect(new URL(page.url()).searchParams.get('iss')).toBe(baseUrl);
});
