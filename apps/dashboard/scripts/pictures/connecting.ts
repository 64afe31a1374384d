import { Fanfare } from '@fanfare/sdk';
import type { Page } from 'playwright-core';
import { allow, controlSandbox, leaveFor, result } from '../../test/connecting.ts';
import type { Dashboard } from '../../test/open-dashboard.ts';
import { press, pressInDialog } from '../../test/press.ts';
import type { Camera } from './camera.ts';

/** From a link to connect to every page on which it can end. */
export async function takeConnecting({ take }: Camera, dashboard: Dashboard): Promise<void> {
  const { service } = dashboard;
  const fanfare = new Fanfare(service);
  const { page } = await dashboard.newPage();
  const linkFor = async (platform: 'threads' | 'x' | 'linkedin', redirectUrl?: string): Promise<string> =>
    (await fanfare.accounts.connect({ platform, ...(redirectUrl && { redirectUrl }) })).authUrl;
  const give = async (username: string): Promise<void> => {
    await page.locator(`input[value="${username}"]`).check();
    await press(page, 'Allow');
  };

  await page.goto(await linkFor('x'));
  await take(page, 'connect-confirm');
  await press(page, 'Continue to X');
  await give('ada');
  await page.getByText('X is connected').waitFor();
  await take(page, 'connect-done');

  const linkedin = await linkFor('linkedin', 'https://app.example.com/connected');
  await page.goto(linkedin);
  await take(page, 'connect-confirm-with-return');
  const ended = await linkFor('linkedin');
  await page.goto(ended);
  await press(page, 'Continue to LinkedIn');
  await give('ada');
  await page.getByText('LinkedIn is connected').waitFor();
  await take(page, 'connect-done-with-pages');
  await page.goto(ended);
  await take(page, 'connect-link-used');

  await page.goto(await linkFor('threads'));
  await press(page, 'Cancel, connect nothing');
  await page.getByText('access_denied').waitFor();
  await take(page, 'connect-cancelled');
  await page.goto(linkedin);
  await forgetCookies(page);
  await press(page, 'Continue to LinkedIn');
  await page.getByText('Nothing was connected').first().waitFor();
  await take(page, 'connect-not-pressed-here');
  await page.goto('/connect/unknown');
  await take(page, 'connect-link-unknown');
  await page.goto('/removal/status/unknown');
  await take(page, 'removal-unknown');

  const tab = await dashboard.newPage();
  await takeInDashboard({ take }, tab.page, dashboard);
  await tab.page.context().close();
  await page.context().close();
}

const forgetCookies = (page: Page): Promise<void> => page.context().clearCookies();

/** What the dashboard says before and after. */
async function takeInDashboard({ take }: Pick<Camera, 'take'>, page: Page, dashboard: Dashboard): Promise<void> {
  await page.goto('/accounts');
  await press(page, 'Connect account');
  await page.getByRole('dialog').waitFor();
  await take(page, 'account-connect');
  await leaveFor(page, 'Threads');
  await press(page, 'Cancel');
  await result(page).waitFor();
  await take(page, 'accounts-not-connected');
  await leaveFor(page, 'LinkedIn');
  await allow(page, 'ada');
  await take(page, 'accounts-connected');

  await press(page, 'Connect account');
  await pressInDialog(page, 'Connect Hub');
  const dialog = page.getByRole('dialog', { name: 'Connect a hub' });
  await dialog.waitFor();
  await take(page, 'hub-with-code');
  await dialog.getByRole('tab', { name: 'With a key' }).click();
  await take(page, 'hub-with-key');
  await dialog.getByLabel('Software').click();
  await page.getByRole('option', { name: 'Micropub' }).waitFor();
  await take(page, 'hub-software');
  await page.getByRole('option', { name: 'Micropub' }).click();
  await dialog.getByLabel('Address of the hub').fill('https://169.254.0.1');
  const { apiKey } = await controlSandbox<{ apiKey: string }>(dashboard, 'hub/api-key', { role: 'micropub' });
  await dialog.getByLabel('Key', { exact: true }).fill(apiKey);
  await pressInDialog(page, 'Connect hub');
  await dialog.getByText('Must be a public https address.').waitFor();
  await take(page, 'hub-refused');
}
