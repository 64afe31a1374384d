import type { Page } from 'playwright-core';
import type { Dashboard } from '../../test/open-dashboard.ts';
import { press, pressInDialog } from '../../test/press.ts';
import type { FilledProject } from '../fill-project.ts';
import type { Camera } from './camera.ts';

const DESKTOP = [1280];
const PHONE = [390];

/** Every menu and dialog of the pages, except those of the composer and of connecting. */
export async function takeDialogs(camera: Camera, dashboard: Dashboard, filled: FilledProject): Promise<void> {
  const { page } = await dashboard.newPage();
  await takeMenus(camera, page);
  await takeOfPosts(camera, page, filled);
  await takeOfWebhooks(camera, page, filled);
  await takeOfSettings(camera, page);
  await page.context().close();
}

async function takeMenus({ take }: Camera, page: Page): Promise<void> {
  await page.goto('/');
  await page.getByText('Goes out next').waitFor();
  await page.getByRole('button', { name: /^Project:/ }).click();
  await page.getByRole('menuitem', { name: 'Create project' }).waitFor();
  await take(page, 'menu-projects', DESKTOP);
  await page.getByRole('menuitem', { name: 'Create project' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'project-create');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).waitFor();
  await take(page, 'menu-user', DESKTOP);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'menu-more', PHONE);
  await page.goto('/posts');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Scheduled' }).waitFor();
  await take(page, 'posts-status-list');
}

async function takeOfPosts({ take }: Camera, page: Page, filled: FilledProject): Promise<void> {
  for (const [name, address, button] of [
    ['post-cancel', `/posts/${filled.scheduled}`, 'Cancel post'],
    ['post-repost', `/posts/${filled.published}`, 'Repost on X'],
    ['post-send-again', `/posts/${filled.partly}`, 'Send failed again'],
    ['account-disconnect', `/accounts/${filled.account}`, 'Disconnect'],
  ] as const) {
    await page.goto(address);
    await press(page, button);
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();
    await take(page, name);
  }
  await page.goto('/calendar?view=week');
  const chip = page.getByRole('listitem').filter({ hasText: 'Open until ten' }).first();
  await chip.hover();
  await chip.getByRole('button', { name: 'Actions of the post' }).click();
  await page.getByRole('menuitem', { name: 'Move to…' }).waitFor();
  await take(page, 'calendar-menu', DESKTOP);
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New date and time').fill('2098-12-24T09:30');
  await take(page, 'calendar-move');
  await page.route('**/api/v1/posts', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'quota_exceeded', message: 'No units are left.', requestId: 'req_01JD3M0E6N' } },
    }),
  );
  await pressInDialog(page, 'Move post');
  await page.getByText('could not be created').waitFor();
  await take(page, 'calendar-half-moved');
  await page.unroute('**/api/v1/posts');
  await page.reload();
  await page.getByRole('link', { name: 'Open draft' }).waitFor();
  await take(page, 'calendar-half-moved-later');
}

async function takeOfWebhooks({ take }: Camera, page: Page, filled: FilledProject): Promise<void> {
  await page.goto('/webhooks');
  await page.getByText('The receiver page of the sandbox').waitFor();
  await press(page, 'Create webhook');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await take(page, 'webhook-create');
  await page.goto(`/webhooks/${filled.webhook}`);
  const line = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first();
  await line.locator('summary').click();
  await take(page, 'webhook-delivery');
  await press(page, 'More actions');
  await page.getByRole('menuitem', { name: 'Rotate secret' }).waitFor();
  await take(page, 'webhook-menu');
  for (const [name, item] of [
    ['webhook-rotate', 'Rotate secret'],
    ['webhook-disable', 'Disable'],
    ['webhook-delete', 'Delete'],
  ] as const) {
    await page.goto(`/webhooks/${filled.webhook}`);
    await press(page, 'More actions');
    await page.getByRole('menuitem', { name: item }).click();
    await dialog.waitFor();
    await take(page, name);
  }
  for (const [name, button] of [
    ['webhook-edit', 'Edit'],
    ['webhook-replay', 'Send a range again'],
    ['webhook-test', 'Send test'],
  ] as const) {
    await page.goto(`/webhooks/${filled.webhook}`);
    await press(page, button);
    await dialog.waitFor();
    if (name === 'webhook-test') await dialog.getByText(/^Status \d+ after/).waitFor();
    await take(page, name);
  }
}

async function takeOfSettings({ take }: Camera, page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.goto('/settings/keys');
  await page.getByText('Quick start').waitFor();
  await press(page, 'Create key');
  await dialog.waitFor();
  await take(page, 'key-create');
  await dialog.getByLabel('Name').fill('Website');
  await dialog.getByLabel('Scope').click();
  await page.getByRole('option', { name: 'Read only' }).waitFor();
  await take(page, 'key-scopes');
  await page.getByRole('option', { name: 'Read only' }).click();
  await pressInDialog(page, 'Create key');
  await page.getByRole('region', { name: 'key', exact: true }).waitFor();
  await take(page, 'key-ready');
  await pressInDialog(page, 'Done');
  await press(page, 'Revoke Website');
  await dialog.waitFor();
  await take(page, 'key-revoke');

  await page.goto('/settings/members');
  await press(page, 'Invite member');
  await dialog.waitFor();
  await take(page, 'member-invite');
  await dialog.getByLabel('E-mail').fill('linus@example.com');
  await pressInDialog(page, 'Create invitation');
  await dialog.getByText('linus@example.com is invited').waitFor();
  await take(page, 'member-invited');
  await page.reload();
  await page.getByRole('button', { name: 'Withdraw' }).first().waitFor();
  await take(page, 'settings-members-invited');
  await page.goto('/dev/inbox');
  await take(page, 'mail-inbox');
}
