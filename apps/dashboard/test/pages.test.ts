import { expect, test } from 'vitest';
import { sharedDashboardOfFile } from './dashboard-of-file.ts';
import { holdEveryPage, SCREENS } from './every-page.ts';
import { axeFindings } from './open-dashboard.ts';

const dashboard = sharedDashboardOfFile();

test('every page opens without errors; some, on a desktop or on a phone, fit their screen without findings of axe', () =>
  // The nightly looks at every page on both.
  holdEveryPage(dashboard, (at) => (at % 6 === 0 ? [SCREENS[(at / 6) % 2]!] : [])));

test('a key is created, shown once, works, and is refused after it was revoked', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  await page.goto('/settings/keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Website');
  await dialog.getByLabel('Scope').click();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('option', { name: 'Read only' }).click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const secret = (await page.getByRole('region', { name: 'key', exact: true }).textContent()) ?? '';
  expect(secret).toMatch(/^fanfare_sk_\w{49}$/);
  expect(await page.getByRole('region', { name: 'call' }).last().textContent()).toContain(`Bearer ${secret}`);
  const call = async () =>
    (await fetch(`${dashboard.service.baseUrl}/api/v1/accounts`, { headers: { Authorization: `Bearer ${secret}` } }))
      .status;
  expect(await call()).toBe(200);

  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('button', { name: 'Revoke Website' }).click();
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('The key “Website” is revoked.').waitFor();
  expect(await call()).toBe(401);
  expect(takeErrors()).toEqual([]);
});

test('when the session has ended, the next read leads to the sign-in and from there back', async () => {
  const { page, session } = await dashboard.newPage();
  await page.goto('/settings/members');
  await page.getByText('(you)').waitFor();
  await session.end();
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.waitForURL('**/sign-in?*');
  expect(new URL(page.url()).searchParams.get('next')).toBe('/usage');
});
