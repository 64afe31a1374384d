import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shareBrowser } from '@fanfare/harness/browser';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../../src/process/free-port.ts';
import { linkFor } from '../../connect-steps.ts';
import { newAddress, useSignIn } from '../../people/sign-in/use-sign-in.ts';
import { logoFile, PNG } from './logos.ts';

const PORT = await freePort(0);
const INSIDE = `http://127.0.0.1:${PORT}`;

/**
 * The proxy of an operator: passes on what is below `/fanfare`, without it; any other path belongs
 * to another service.
 */
const proxy = createServer((req, res) => {
  const [, inner] = /^\/fanfare(\/.*)$/.exec(req.url ?? '') ?? [];
  if (inner === undefined) return res.writeHead(410).end('another service');
  const onward = request(`${INSIDE}${inner}`, { method: req.method, headers: req.headers }, (answer) => {
    res.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(res);
  });
  onward.on('error', () => res.writeHead(502).end());
  req.pipe(onward);
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const ORIGIN = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const BASE_URL = `${ORIGIN}/fanfare`;
afterAll(() => new Promise((resolve) => proxy.close(resolve)));

const dashboardFolder = mkdtempSync(path.join(tmpdir(), 'fanfare-dashboard-'));
mkdirSync(path.join(dashboardFolder, 'assets'));
writeFileSync(
  path.join(dashboardFolder, 'index.html'),
  '<!doctype html><html lang="en"><head><title>Fanfare</title><link rel="stylesheet" href="./assets/a.css"><script type="module" src="./assets/a.js"></script></head><body></body></html>',
);
writeFileSync(path.join(dashboardFolder, 'assets/a.css'), ':root{--accent:#c2410c}body{color:var(--accent)}');
writeFileSync(
  path.join(dashboardFolder, 'assets/a.js'),
  "const { base } = document.documentElement.dataset; const answer = await fetch(base + '/app/api/session'); document.body.textContent = (await answer.json()).user.email;",
);

const { server, mails } = await useSignIn({
  env: {
    ...{ BASE_URL, PORT: String(PORT) },
    ...{ INSTALLATION_NAME: 'Harbour', INSTALLATION_COLOUR: '#0f766e', INSTALLATION_LOGO: logoFile(PNG) },
  },
  options: { dashboardFolder },
});

test('below a path, sign-in, its mail, the dashboard with its colours, connect pages and sign-out stay below it', async () => {
  const chromium = await shareBrowser();
  try {
    const context = await chromium.newContext({ baseURL: `${BASE_URL}/` });
    const page = await context.newPage();
    const strayed: string[] = [];
    page.on(
      'response',
      (response) => response.status() >= 400 && strayed.push(`${response.status()} ${response.url()}`),
    );
    const at = () => page.url().replace(ORIGIN, '');

    await page.goto('posts?status=failed');
    expect(at()).toBe('/fanfare/sign-in?next=%2Fposts%3Fstatus%3Dfailed');
    expect(await page.locator('.brand img').evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(1);
    const email = newAddress();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Look in your inbox' }).waitFor();
    expect(at()).toBe('/fanfare/sign-in/check');
    const [mail] = await mails.mailsTo(email);
    expect(mail!.link).toMatch(new RegExp(`^${BASE_URL}/sign-in/link/`));
    expect(mail!.attachments).toMatchObject([
      { mimeType: 'image/png', disposition: 'inline', contentId: '<installation-logo>' },
    ]);
    await page.goto(mail!.link!);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(email).waitFor();
    expect([at(), await page.title()]).toEqual(['/fanfare/posts?status=failed', 'Harbour']);
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(15, 118, 110)');

    const link = await linkFor(await server.createProject(), { platform: 'threads' });
    expect(link).toMatch(new RegExp(`^${BASE_URL}/connect/`));
    await page.goto(link);
    await page.getByRole('button', { name: /^Continue/ }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Threads is connected' }).waitFor();
    expect(at()).toMatch(/^\/fanfare\/oauth\/threads\/callback\?/);

    await page.goto('sign-out');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(strayed).toEqual([]);
    const docs = await (await page.request.get('docs/explorer')).text();
    expect(docs.match(/src="[^"]+"|"url":"[^"]+"/g)).toEqual([
      'src="/fanfare/docs/reference.js"',
      '"url":"/fanfare/openapi.yaml"',
      '"url":"/fanfare"',
    ]);
    const described = await (await page.request.get('openapi.yaml')).text();
    expect(/^servers:\n.*\n/m.exec(described)?.[0]).toBe(`servers:\n  - url: "${BASE_URL}"\n`);
  } finally {
    await chromium.close();
  }
});

test('over https, cookies keep `__Host-` and the path /, and installations on one host have other names', async () => {
  const cookieAt = async (baseUrl: string): Promise<string> => {
    const port = await freePort(0);
    const { halt } = await server.startAnother({ baseUrl, port });
    const { headers } = await fetch(`http://127.0.0.1:${port}/sign-in`);
    await halt();
    return headers
      .getSetCookie()[0]!
      .replace(/=[\w-]{43}/, '')
      .replace(/; Expires=[^;]+/, '');
  };
  const attributes = '; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax';
  expect(await cookieAt('https://social.example')).toBe(`__Host-fanfare-browser${attributes}`);
  const [one, other] = [await cookieAt('https://a.example/one'), await cookieAt('https://a.example/other')];
  for (const cookie of [one, other])
    expect(cookie).toMatch(new RegExp(`^__Host-fanfare-browser-[0-9a-f]{8}${attributes}$`));
  expect(one).not.toBe(other);
});
