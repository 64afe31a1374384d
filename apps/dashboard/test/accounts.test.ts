import { Fanfare } from '@fanfare/sdk';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, type Dashboard, openDashboard } from './open-dashboard.ts';

let dashboard: Dashboard;
let fanfare: Fanfare;
beforeAll(async () => {
  dashboard = await openDashboard();
  fanfare = new Fanfare(dashboard.service);
});
afterAll(() => dashboard.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const result = (page: Page) => page.getByRole('region', { name: 'Result of connecting' });
const names = (page: Page) =>
  page.getByRole('list', { name: 'Accounts', exact: true }).getByRole('link').allInnerTexts();

/** From the accounts page to the consent page of the network. */
async function leaveFor(page: Page, network: string): Promise<void> {
  await page.goto('/accounts');
  await press(page, 'Connect account');
  await press(page, `Connect ${network}`);
  await press(page, `Continue to ${network}`);
}

/** Lets the network give access as one of its people. */
async function allow(page: Page, username: string): Promise<void> {
  await page.locator(`input[value="${username}"]`).check();
  await press(page, 'Allow');
  await result(page).waitFor();
}

async function expire(platform: string): Promise<void> {
  const db = new Client({ connectionString: dashboard.service.databaseUrl });
  await db.connect();
  const text = `update accounts set status = 'expired', status_reason = 'refresh_rejected', status_since = now() - interval '3 days'
                where platform = $1 and username = 'ada'`;
  await db.query(text, [platform]).finally(() => db.end());
}

/** What a person does at their hub. */
async function ofHub<Answer>(control: string, body: object): Promise<Answer> {
  const answer = await fetch(`${dashboard.service.sandboxUrl}/__sandbox/hub/${control}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Answer;
}

test('an account is connected through the network’s own consent page, and named on the way back', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  await page.goto('/accounts');
  await page.getByRole('link', { name: 'ann', exact: true }).waitFor();
  const before = await names(page);
  await leaveFor(page, 'Instagram');
  await allow(page, 'ben');
  expect(await result(page).textContent()).toBe('Instagram is connected: ben can be published to.');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Result of connecting');
  expect(page.url()).toBe(`${dashboard.service.baseUrl}/accounts`);
  expect((await names(page)).sort()).toEqual([...before, 'ben'].sort());
  const { accounts } = await fanfare.accounts.list({ platform: 'instagram' });
  expect(accounts.map(({ username, status }) => [username, status])).toEqual([
    ['ada', 'active'],
    ['ben', 'active'],
  ]);
  expect(await axeFindings(page)).toEqual([]);
  expect(takeErrors()).toEqual([]);
});

test('Cancel at the network comes back with the reason; an outcome that somebody sends as a link is not shown', async () => {
  const { page } = await dashboard.newPage();
  await leaveFor(page, 'Threads');
  await press(page, 'Cancel');
  await result(page).waitFor();
  expect(await result(page).getByRole('paragraph').allTextContents()).toEqual([
    'Threads was not connected. Cancel was pressed, so no access was given.',
    'Nothing has changed. Connect again whenever you like.',
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await page.getByRole('link', { name: 'ann', exact: true }).waitFor();
  expect(await result(page).count()).toBe(0);
  await page.goto('/accounts?connect=guess&status=error&reason=access_denied');
  await page.getByRole('link', { name: 'ann', exact: true }).waitFor();
  expect(await result(page).count()).toBe(0);
});

test('an expired account says why, since when and what to do, and is connected again from its page', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  await expire('x');
  await page.goto('/accounts');
  const line = page.getByRole('listitem').filter({ hasText: 'X refused to renew the access.' });
  await line.getByRole('link', { name: 'Reconnect' }).click();
  await page.getByText('Expired 3 days ago. X refused to renew the access.').waitFor();
  await page.getByText('Reconnect it, signed in as ada.').waitFor();
  await page.getByRole('list', { name: 'Permissions' }).getByText('tweet.write').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page)).toEqual([]);
  }
  const address = page.url();

  await press(page, 'Reconnect');
  await press(page, 'Continue to X');
  await allow(page, 'ben');
  await page.getByText('Another account of X was connected: ben.').waitFor();
  await page.getByText('Expired 3 days ago.').waitFor();

  await press(page, 'Reconnect');
  await press(page, 'Continue to X');
  await allow(page, 'ada');
  await page.getByText('X is connected: ada can be published to again.').waitFor();
  expect(page.url()).toBe(address);
  expect(await page.getByText('Expired').count()).toBe(0);
  expect((await fanfare.accounts.get(dashboard.service.accounts.x)).account.status).toBe('active');
  expect(takeErrors()).toEqual([]);
});

test('a LinkedIn page is connected again by the person who manages it', async () => {
  const { page } = await dashboard.newPage();
  await page.goto('/accounts');
  await page.getByRole('link', { name: 'harbour-coffee' }).click();
  await press(page, 'Reconnect');
  await press(page, 'Continue to LinkedIn');
  await allow(page, 'ada');
  await page.getByText('LinkedIn is connected: harbour-coffee can be published to again.').waitFor();
  await page.getByText('Connected with it: ada, northwind-studio.').waitFor();
});

test('a hub is connected with a key, after the server has said which field is wrong', async () => {
  const { page } = await dashboard.newPage();
  const { sandboxUrl } = dashboard.service;
  const { apiKey } = await ofHub<{ apiKey: string }>('api-key', { role: 'micropub' });
  await page.goto('/accounts');
  await press(page, 'Connect account');
  await press(page, 'Connect Hub');
  const dialog = page.getByRole('dialog', { name: 'Connect a hub' });
  await dialog.getByRole('tab', { name: 'With a key' }).click();
  await dialog.getByLabel('Software').click();
  await page.getByRole('option', { name: 'Micropub' }).click();
  await dialog.getByLabel('Address of the hub').fill('https://169.254.0.1');
  await dialog.getByLabel('Key', { exact: true }).fill(apiKey);
  await press(page, 'Connect hub');
  await dialog.getByText('Must be a public https address.').waitFor();
  expect(await dialog.getByLabel('Address of the hub').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Address of the hub').fill(`${sandboxUrl}/hub/micropub`);
  await press(page, 'Connect hub');
  await page.getByText(/^Hub is connected: /).waitFor();
  expect(await page.content()).not.toContain(apiKey);
  const { accounts } = await fanfare.accounts.list({ platform: 'hub' });
  expect(accounts.map(({ hub, status }) => [hub?.type, status])).toEqual([
    ['wordpress', 'active'],
    ['micropub', 'active'],
  ]);
});

test('a hub is connected with a code, its spaces are searched, and it is disconnected after a question', async () => {
  const { page } = await dashboard.newPage();
  const { sandboxUrl } = dashboard.service;
  const { code } = await ofHub<{ code: string }>('connect-code', { role: 'wordpress' });
  await page.goto('/accounts');
  await press(page, 'Connect account');
  await press(page, 'Connect Hub');
  const dialog = page.getByRole('dialog', { name: 'Connect a hub' });
  await dialog.getByLabel('Address of the hub').fill(`${sandboxUrl}/hub/wordpress`);
  await dialog.getByRole('tab', { name: 'With a key' }).click();
  await dialog.getByLabel('Software').click();
  await page.getByRole('option', { name: 'Micropub' }).waitFor();
  // An open list is within the dialog.
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.getByRole('tab', { name: 'With a connect code' }).click();
  const codeField = dialog.getByRole('textbox', { name: 'Connect code' });
  await codeField.fill('AAAA-AAAA-AAAA-AAAA');
  await press(page, 'Connect hub');
  await dialog.getByText('Generate a new one', { exact: false }).waitFor();
  await codeField.fill(code);
  await press(page, 'Connect hub');
  await page.getByText('Hub is connected: ann can be published to.').waitFor();

  await page.getByRole('link', { name: 'ann', exact: true }).click();
  await page.getByRole('table', { name: 'Spaces' }).getByText('Members', { exact: true }).waitFor();
  await page.getByLabel('Search spaces').fill('new');
  await page
    .getByRole('table', { name: 'Spaces' })
    .getByText('Members', { exact: true })
    .waitFor({ state: 'detached' });
  expect(await page.getByRole('table', { name: 'Spaces' }).locator('tbody').getByRole('row').count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await fanfare.posts.create({
    content: 'Later.',
    platforms: [{ platform: 'hub', accountId: id }],
    publishAt: new Date(Date.now() + 86_400_000),
  });

  await press(page, 'Disconnect');
  await page.getByText('1 scheduled post will fail on this account').waitFor();
  await press(page, 'Disconnect account');
  await page.getByText('ann is disconnected from Harbour Community.').waitFor();
  await page.getByText('It was disconnected here, and its access was destroyed.').waitFor();
  expect((await fanfare.accounts.get(id)).account).toMatchObject({ status: 'revoked', statusReason: 'disconnected' });
  await page.goto('/accounts');
  await page.getByText('1 no longer connected').click();
  await page
    .getByRole('list', { name: 'Accounts that are no longer connected' })
    .getByRole('link', { name: 'ann', exact: true })
    .waitFor();
});

test('without accounts the page leads on to the networks; one without credentials says how to set it up; an error has its request id', async () => {
  const { page } = await dashboard.newPage();
  const error = { code: 'internal_error', message: 'Something broke.', requestId: 'request-of-the-list', docUrl: '' };
  await page.route('**/api/v1/accounts?*', (route) => route.fulfill({ status: 500, json: { error } }));
  await page.goto('/accounts');
  await page.getByRole('alert').getByText('request-of-the-list').waitFor();
  await page.unroute('**/api/v1/accounts?*');
  await page.route('**/api/v1/accounts?*', (route) => route.fulfill({ json: { accounts: [] } }));
  await page.route('**/api/v1/platforms', async (route) => {
    const { platforms }: { platforms: { platform: string }[] } = await (await route.fetch()).json();
    await route.fulfill({
      json: { platforms: platforms.map((one) => ({ ...one, configured: one.platform !== 'x' })) },
    });
  });
  await press(page, 'Try again');
  await page.getByRole('heading', { name: 'Connect the first account' }).waitFor();
  const guides = page.getByRole('link', { name: /^How to set up/ });
  expect(await guides.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    'https://fanfare.dev/docs/networks/x',
  ]);
  expect(
    await page
      .getByRole('button', { name: /^Connect (?!account)/ })
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label'))),
  ).toEqual(['Connect Instagram', 'Connect Threads', 'Connect LinkedIn', 'Connect Hub']);
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Connect Hub');
  await page.getByRole('dialog', { name: 'Connect a hub' }).waitFor();
});
