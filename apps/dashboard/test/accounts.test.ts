import { expect, test } from 'vitest';
import { allow, controlSandbox, expire, leaveFor, names, result } from './connecting.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';
import { press, pressInDialog } from './press.ts';

const dashboard = dashboardOfFile();

test('an account is connected through the network’s own consent page, and named on the way back', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  await page.goto('/accounts');
  await page.getByRole('link', { name: 'ann', exact: true }).waitFor();
  const before = await names(page);
  await leaveFor(page, 'Instagram');
  await allow(page, 'ben');
  await expect.poll(() => result(page).textContent()).toBe('Instagram is connected: ben can be published to.');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe('Result of connecting');
  await page.waitForURL(`${dashboard.service.baseUrl}/accounts`);
  await expect.poll(async () => (await names(page)).sort()).toEqual([...before, 'ben'].sort());
  const { accounts } = await dashboard.fanfare.accounts.list({ platform: 'instagram' });
  expect(accounts.map(({ username, status }) => [username, status])).toEqual([
    ['ada', 'active'],
    ['ben', 'active'],
  ]);
  expect(await axeFindings(page)).toEqual([]);
  expect(takeErrors()).toEqual([]);
});

test('an expired account says why, since when and what to do, and is connected again from its page', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  await expire(dashboard, 'x');
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
  await page.waitForURL(address);
  await expect.poll(() => page.getByText('Expired').count()).toBe(0);
  expect((await dashboard.fanfare.accounts.get(dashboard.service.accounts.x)).account.status).toBe('active');
  expect(takeErrors()).toEqual([]);
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
