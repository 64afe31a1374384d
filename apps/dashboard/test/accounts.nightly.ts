import { expect, test } from 'vitest';
import { allow, controlSandbox, leaveFor, result } from './connecting.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';
import { press, pressInDialog } from './press.ts';

const dashboard = dashboardOfFile();

test('Cancel at the network comes back with the reason; an outcome that somebody sends as a link is not shown', async () => {
  const { page } = await dashboard.newPage();
  await leaveFor(page, 'Threads');
  await press(page, 'Cancel');
  await result(page).waitFor();
  await expect
    .poll(() => result(page).getByRole('paragraph').allTextContents())
    .toEqual([
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
  const { apiKey } = await controlSandbox<{ apiKey: string }>(dashboard, 'hub/api-key', { role: 'micropub' });
  await page.goto('/accounts');
  await press(page, 'Connect account');
  await pressInDialog(page, 'Connect Hub');
  const dialog = page.getByRole('dialog', { name: 'Connect a hub' });
  await dialog.getByRole('tab', { name: 'With a key' }).click();
  await dialog.getByLabel('Software').click();
  await page.getByRole('option', { name: 'Micropub' }).click();
  await dialog.getByLabel('Address of the hub').fill('https://169.254.0.1');
  await dialog.getByLabel('Key', { exact: true }).fill(apiKey);
  await pressInDialog(page, 'Connect hub');
  await dialog.getByText('Must be a public https address.').waitFor();
  await expect.poll(() => dialog.getByLabel('Address of the hub').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Address of the hub').fill(`${sandboxUrl}/hub/micropub`);
  await pressInDialog(page, 'Connect hub');
  await page.getByText(/^Hub is connected: /).waitFor();
  expect(await page.content()).not.toContain(apiKey);
  const { accounts } = await dashboard.fanfare.accounts.list({ platform: 'hub' });
  expect(accounts.map(({ hub, status }) => [hub?.type, status])).toEqual([
    ['wordpress', 'active'],
    ['micropub', 'active'],
  ]);
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
  const addresses = () => guides.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  await expect.poll(addresses).toEqual([`${dashboard.service.baseUrl}/docs/networks/x`]);
  const buttons = page.getByRole('button', { name: /^Connect (?!account)/ });
  const labels = () => buttons.evaluateAll((found) => found.map((button) => button.getAttribute('aria-label')));
  await expect.poll(labels).toEqual(['Connect Instagram', 'Connect Threads', 'Connect LinkedIn', 'Connect Hub']);
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Connect Hub');
  await page.getByRole('dialog', { name: 'Connect a hub' }).waitFor();
});

test('a hub is connected with a code, its spaces are searched, and it is disconnected after a question', async () => {
  const { page } = await dashboard.newPage();
  const { sandboxUrl } = dashboard.service;
  const { code } = await controlSandbox<{ code: string }>(dashboard, 'hub/connect-code', { role: 'wordpress' });
  await page.goto('/accounts');
  await press(page, 'Connect account');
  await pressInDialog(page, 'Connect Hub');
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
  await pressInDialog(page, 'Connect hub');
  await dialog.getByText('Generate a new one', { exact: false }).waitFor();
  await codeField.fill(code);
  await pressInDialog(page, 'Connect hub');
  await page.getByText('Hub is connected: ann can be published to.').waitFor();

  await page.getByRole('link', { name: 'ann', exact: true }).click();
  await page.getByRole('table', { name: 'Spaces' }).getByText('Members', { exact: true }).waitFor();
  await page.getByLabel('Search spaces').fill('new');
  await page
    .getByRole('table', { name: 'Spaces' })
    .getByText('Members', { exact: true })
    .waitFor({ state: 'detached' });
  const rows = page.getByRole('table', { name: 'Spaces' }).locator('tbody').getByRole('row');
  await expect.poll(() => rows.count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await dashboard.fanfare.posts.create({
    content: 'Later.',
    platforms: [{ platform: 'hub', accountId: id }],
    publishAt: new Date(Date.now() + 86_400_000),
  });

  await press(page, 'Disconnect');
  await page.getByText('1 scheduled post will fail on this account').waitFor();
  await press(page, 'Disconnect account');
  await page.getByText('ann is disconnected from Harbour Community.').waitFor();
  await page.getByText('It was disconnected here, and its access was destroyed.').waitFor();
  expect((await dashboard.fanfare.accounts.get(id)).account).toMatchObject({
    status: 'revoked',
    statusReason: 'disconnected',
  });
  await page.goto('/accounts');
  await page.getByText('1 no longer connected').click();
  await page
    .getByRole('list', { name: 'Accounts that are no longer connected' })
    .getByRole('link', { name: 'ann', exact: true })
    .waitFor();
});
