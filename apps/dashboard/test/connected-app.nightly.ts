import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { screenFindings } from './open-dashboard.ts';
import { press, pressInDialog } from './press.ts';

const dashboard = dashboardOfFile({ SIGN_UP: 'open' });

/** A program on the person's computer, which waits for its code. */
const codes: URLSearchParams[] = [];
const program = createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://any');
  if (pathname === '/callback') codes.push(searchParams);
  res.setHeader('content-type', 'text/html').end('<!doctype html><title>Agent</title><p>You can go back to the agent.');
});
beforeAll(() => new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve)));
afterAll(() => void program.close());
const callback = () => `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;

type Client = { readonly id: string; readonly authorizeUrl: string; readonly verifier: string };

/** A client that registers itself and makes the address that it opens in a browser. */
async function openClient(name: string): Promise<Client> {
  const { baseUrl } = dashboard.service;
  const registered = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: ['http://127.0.0.1/callback'] }),
  });
  const { client_id: id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: id, redirect_uri: callback(), state: 's'.repeat(300) },
    ...{ scope: 'read publish', code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  return { id, verifier, authorizeUrl: `${baseUrl}/oauth/authorize?${query}` };
}

async function tradeCode({ id, verifier }: Client): Promise<string> {
  const code = codes.at(-1)?.get('code') ?? '';
  const answer = await fetch(`${dashboard.service.baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, client_id: id, redirect_uri: callback(), code_verifier: verifier },
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const statusOf = async (token: string): Promise<number> =>
  (await fetch(`${dashboard.service.baseUrl}/api/v1/usage`, { headers: { authorization: `Bearer ${token}` } })).status;

async function take(page: Page, name: string): Promise<void> {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${size.width}.png`, fullPage: true });
  }
}

test('somebody who is not signed in signs in by mail, approves an app, sees it in the settings and revokes it', async () => {
  const page = await dashboard.newGuest();
  const client = await openClient('Harbour Agent');
  await page.goto(client.authorizeUrl);
  await page.getByLabel('E-mail address').fill('app-owner@example.com');
  await press(page, 'Send the link');
  await page.getByRole('link', { name: 'open the inbox' }).click();
  await page
    .getByRole('link', { name: /sign-in\/link/ })
    .first()
    .click();
  await press(page, 'Sign in');

  await page.getByRole('heading', { name: 'Connect “Harbour Agent”?' }).waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await take(page, 'oauth-consent');
  await page.getByLabel('It may').selectOption({ label: 'Read, publish, connect accounts' });
  await page.getByLabel('For').selectOption('30 days');
  await press(page, 'Connect');
  await page.getByText('You can go back to the agent.').waitFor();
  const { code, ...rest } = Object.fromEntries(codes.at(-1)!);
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(rest).toEqual({ state: 's'.repeat(300), iss: dashboard.service.baseUrl });
  const token = await tradeCode(client);
  expect(await statusOf(token)).toBe(200);

  await page.goto(`${dashboard.service.baseUrl}/settings/apps`);
  const row = page.getByRole('row').filter({ hasText: 'Harbour Agent' });
  await row.getByText('Not verified').waitFor();
  await row.getByText('app-owner@example.com').waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await take(page, 'settings-apps');
  await press(page, 'Revoke Harbour Agent');
  await pressInDialog(page, 'Revoke app');
  await page.getByText('“Harbour Agent” is revoked.').waitFor();
  expect(await statusOf(token)).toBe(401);
  await page.getByText('No app is connected to this project.').waitFor();
});

test('whoever does not connect goes back to the app with an error, and another site cannot show the page', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  const { authorizeUrl } = await openClient('Another Agent');
  await page.goto(authorizeUrl);
  await press(page, 'Do not connect');
  await page.getByText('You can go back to the agent.').waitFor();
  expect(Object.fromEntries(codes.at(-1)!)).toMatchObject({ error: 'access_denied' });
  expect(takeErrors()).toEqual([]);

  await page.goto(callback());
  await page.setContent(`<iframe src="${authorizeUrl}"></iframe>`);
  await expect.poll(() => takeErrors().join(' ')).toMatch(/frame-ancestors|X-Frame-Options|ERR_BLOCKED_BY_RESPONSE/i);
});
