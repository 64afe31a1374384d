import type { Page } from 'playwright-core';
import type { Dashboard } from '../../test/open-dashboard.ts';
import { press, pressInDialog } from '../../test/press.ts';
import type { Camera } from './camera.ts';

const BROKEN = {
  status: 500,
  json: { error: { code: 'internal_error', message: 'Something broke.', requestId: 'req_01JD3M0E6N', docUrl: '' } },
};
/** What the pages read, but not the session. */
const READS = /\/(api\/v1|app\/api\/projects|app\/api\/sessions|app\/api\/workspaces)\b/;

const PAGES = [
  ['home', '/'],
  ['posts', '/posts'],
  ['post', '/posts/post_0'],
  ['compose', '/compose'],
  ['calendar', '/calendar'],
  ['accounts', '/accounts'],
  ['webhooks', '/webhooks'],
  ['requests', '/requests'],
  ['usage', '/usage'],
  ['settings-keys', '/settings/keys'],
  ['settings-members', '/settings/members'],
  ['settings-sessions', '/settings/sessions'],
] as const;

/** Pages whose content is on its way, or does not come. */
export async function takeWaitingAndFailing({ take }: Camera, dashboard: Dashboard): Promise<void> {
  const { page } = await dashboard.newPage();
  for (const [name, address] of PAGES) {
    const release = await hold(page);
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading').first().waitFor();
    await take(page, `${name}-loading`);
    await release();
  }
  await page.route(READS, (route) => route.fulfill(BROKEN));
  for (const [name, address] of PAGES) {
    await page.goto(address);
    await page.getByText('req_01JD3M0E6N').first().waitFor();
    await take(page, `${name}-failing`);
  }
  await page.unroute(READS);

  await page.goto('/settings/keys');
  await press(page, 'Revoke First key');
  await page.route(READS, (route) => route.fulfill(BROKEN));
  await pressInDialog(page, 'Revoke key');
  await page.getByText('The key was not revoked.').waitFor();
  await take(page, 'message-of-an-error');
  await page.unroute(READS);
  await page.goto('/');
  await page.getByText('Goes out next').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await take(page, 'home-offline');
  await page.context().close();
}

/** Holds the answers of the API back. Returns what drops them. */
async function hold(page: Page): Promise<() => Promise<void>> {
  await page.route(READS, () => undefined);
  return async () => {
    await page.goto('about:blank');
    await page.unroute(READS);
  };
}
