import { expect, test } from 'vitest';
import { postText } from './composing.ts';
import { allow, expire, leaveFor, names, result } from './connecting.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';
import { press } from './press.ts';
import { runSql } from './sign-in.ts';

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

test('a LinkedIn page and a member of one name are told apart wherever they are listed', async () => {
  const { page } = await dashboard.newPage();
  const { databaseUrl } = dashboard.service;
  await runSql(
    databaseUrl,
    `update accounts set username = 'Ada Park' where platform = 'linkedin' and username in ('ada', 'harbour-coffee')`,
  );
  const { accounts } = await dashboard.fanfare.accounts.list({ platform: 'linkedin' });
  const kinds = accounts.filter(({ username }) => username === 'Ada Park').map(({ platformUserId }) => platformUserId);
  expect(kinds.map((id) => id.startsWith('organization:')).sort()).toEqual([false, true]);
  const two = ['LinkedIn member', 'LinkedIn page'];

  await page.goto('/accounts');
  const lines = page.getByRole('list', { name: 'Accounts', exact: true }).getByRole('listitem');
  const lineOf = async () => (await lines.filter({ hasText: 'Ada Park' }).allInnerTexts()).map(kindIn).sort();
  await expect.poll(lineOf).toEqual(two);

  await page.goto('/posts');
  const choices = page.getByLabel('Account', { exact: true });
  await choices.click();
  const options = page.getByRole('option').filter({ hasText: 'Ada Park' });
  await expect.poll(async () => (await options.allInnerTexts()).map(kindIn).sort()).toEqual(two);

  await page.goto('/compose');
  for (const kind of two) await page.getByRole('checkbox', { name: `${kind} Ada Park`, exact: true }).check();
  await postText(page).fill('x'.repeat(3_001));
  const previews = page.getByRole('region', { name: 'Previews' });
  await expect.poll(async () => (await previews.getByRole('heading').allInnerTexts()).sort()).toEqual(two);
  const customise = page.getByRole('button', { name: /^Customise for/ });
  expect((await customise.allInnerTexts()).sort()).toEqual(two.map((kind) => `Customise for ${kind} Ada Park`));
  await page.getByText('LinkedIn page Ada Park').filter({ hasText: 'LinkedIn member Ada Park' }).waitFor();
});

const kindIn = (text: string): string | undefined => /LinkedIn (?:page|member)/.exec(text)?.[0];
