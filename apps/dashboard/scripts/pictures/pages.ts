import type { Page } from 'playwright-core';
import type { Dashboard } from '../../test/open-dashboard.ts';
import type { FilledProject } from '../fill-project.ts';
import type { Camera } from './camera.ts';

/** Name of the picture, address, and a text that is there once the page is. */
type Visit = readonly [name: string, address: string, text: string];

async function takeAll({ take }: Camera, page: Page, visits: readonly Visit[]): Promise<void> {
  for (const [name, address, text] of visits) {
    await page.goto(address);
    await page.getByText(text).first().waitFor();
    await take(page, name);
  }
}

/** Pages of a project in which nothing has happened yet. */
export async function takeEmptyPages(camera: Camera, dashboard: Dashboard): Promise<void> {
  const { page } = await dashboard.newPage();
  await takeAll(camera, page, [
    ['home-first-steps', '/', 'Goes out next'],
    ['posts-empty', '/posts', 'This project has no post'],
    ['calendar-empty', '/calendar', 'Nothing is scheduled in'],
    ['usage-empty', '/usage', 'By account'],
    ['account', `/accounts/${dashboard.service.accounts.instagram}`, 'Profile id'],
  ]);
  for (const [name, address, api, answer] of [
    ['accounts-empty', '/accounts', '**/api/v1/accounts?*', { accounts: [] }],
    ['webhooks-empty', '/webhooks', '**/api/v1/webhooks*', { webhooks: [] }],
    ['requests-empty', '/requests', '**/app/api/**/requests*', { requests: [], nextCursor: null }],
    ['settings-keys-empty', '/settings/keys', '**/app/api/**/keys', { keys: [] }],
  ] as const) {
    await page.route(api, (route) => route.fulfill({ json: answer }));
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading').waitFor({ state: 'detached' });
    await camera.take(page, name);
    await page.unroute(api);
  }
  await page.context().close();
}

/** Every page of a project that has been used for some days. */
export async function takePages(camera: Camera, dashboard: Dashboard, filled: FilledProject): Promise<void> {
  const { page } = await dashboard.newPage();
  await takeAll(camera, page, [
    ['home', '/', 'Goes out next'],
    ['posts', '/posts', 'Fresh beans'],
    ['posts-none-found', '/posts?status=cancelled', 'No post'],
    ['post-published', `/posts/${filled.published}`, 'What happened'],
    ['post-partly-failed', `/posts/${filled.partly}`, 'May be live'],
    ['post-scheduled', `/posts/${filled.scheduled}`, 'Goes out'],
    ['post-unknown', '/posts/post_0', 'Show all posts'],
    ['calendar', '/calendar', 'new roast'],
    ['calendar-week', '/calendar?view=week', 'Open until ten'],
    ['accounts', '/accounts', 'Harbour Community'],
    ['account-expired', `/accounts/${filled.account}`, 'Expired 3 days ago.'],
    ['account-hub', `/accounts/${filled.hub}`, 'Spaces'],
    ['requests', '/requests', '/api/v1/posts'],
    ['webhooks', '/webhooks', 'The receiver page of the sandbox'],
    ['webhook', `/webhooks/${filled.webhook}`, 'Deliveries'],
    ['webhook-disabled', `/webhooks/${filled.disabledWebhook}`, 'Somebody of your team disabled it'],
    ['usage', '/usage', 'By account'],
    ['settings-keys', '/settings/keys', 'Quick start'],
    ['settings-members', '/settings/members', '(you)'],
    ['settings-project', '/settings/project', 'Project id'],
    ['settings-branding', '/settings/branding', 'INSTALLATION_COLOUR'],
    ['settings-sessions', '/settings/sessions', 'This browser'],
    ['design', '/__design', 'Dialog, menu, toast'],
    ['not-found', '/nothing', 'There is nothing at this address'],
    ['mail-inbox-empty', '/dev/inbox', 'No mail yet'],
  ]);
  await takeTimeline(camera, page, filled);
  await page.context().close();
}

/** What happened to a target, step by step. */
async function takeTimeline({ take }: Camera, page: Page, filled: FilledProject): Promise<void> {
  await page.goto(`/posts/${filled.partly}`);
  await page.getByText('What happened').first().click();
  await take(page, 'post-timeline');
}
