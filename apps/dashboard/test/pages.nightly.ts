import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { holdEveryPage, SCREENS } from './every-page.ts';
import { axeFindings } from './open-dashboard.ts';

const dashboard = dashboardOfFile();

test('every page fits its screen, without findings of axe and without errors, on a desktop and on a phone', () =>
  holdEveryPage(dashboard, () => SCREENS));

test('a change of page sets the title and the focus; an unknown page says so, an unknown post leads to the list', async () => {
  const { page } = await dashboard.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe('Usage · Harbour Coffee · Fanfare');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Usage');
  const answer = await page.goto('/nothing');
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  expect(answer?.status()).toBe(404);
  await page.goto('/posts/post_0');
  await page.getByText('There is no such post in this project.').waitFor();
  await page.getByRole('link', { name: 'Show all posts' }).click();
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
});

test('where no mail is sent, an invitation is a link to hand over, shown once', async () => {
  const { page } = await dashboard.newPage();
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill('linus@example.com');
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await dialog.getByRole('heading', { name: 'linus@example.com is invited' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const link = (await dialog.getByRole('region', { name: 'link' }).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(link);
  const guest = await dashboard.newGuest();
  await guest.goto(link);
  await guest.getByRole('heading', { name: 'Join Harbour Coffee?' }).waitFor();
});

test('by keyboard alone: skip link, menu and dialog, and the focus returns to where it was', async () => {
  const { page } = await dashboard.newPage();
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.goto('/settings/keys');
  await page.getByText('Quick start').waitFor();

  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Skip to content');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('HProject: Harbour Coffee');
  const hasFocus = (of: Locator) => of.evaluate((element) => element.contains(document.activeElement));
  const menu = page.getByRole('menu');
  // The first press loads the menu, the second one finds it there.
  for (let press = 1; press <= 2; press++) {
    await page.keyboard.press('Enter');
    await expect.poll(() => hasFocus(menu)).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('End');
    await expect.poll(focused).toBe('Create project');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('HProject: Harbour Coffee');
    await expect.poll(() => menu.count()).toBe(0);
  }

  await page.getByRole('button', { name: 'Create key' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  await dialog.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab');
    // The last one leads back to the first through a guard beside the dialog.
    await expect.poll(() => hasFocus(dialog)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Create key');
  await expect.poll(() => dialog.count()).toBe(0);
});
