import type { DeliveryStatus } from '@fanfare/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { axeFindings, type Dashboard } from './open-dashboard.ts';
import { pressInDialog } from './press.ts';
import { openReceiver, type Receiver } from './receiver.ts';

/** A receiver for the tests of one file, and what they do with its webhooks. */
export function webhookOfFile(dashboard: Omit<Dashboard, 'close'>) {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver?.close());

  return {
    get receiver() {
      return receiver;
    },

    publish: (content: string) =>
      dashboard.fanfare.posts.create({
        content,
        platforms: [{ platform: 'x', accountId: dashboard.service.accounts.x }],
      }),

    /**
     * Registers the receiver for one type of event. Returns its page and the secret that was shown.
     */
    async createInBrowser(page: Page, description: string): Promise<string> {
      await page.goto('/webhooks');
      await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Create webhook' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill(receiver.url);
      await dialog.getByLabel('Description').fill(description);
      await dialog.getByLabel('Only these').check();
      await dialog.getByLabel('target.published').check();
      expect(await axeFindings(page)).toEqual([]);
      await pressInDialog(page, 'Create webhook');
      const secret = (await page.getByRole('region', { name: 'secret', exact: true }).textContent()) ?? '';
      expect(await axeFindings(page)).toEqual([]);
      await pressInDialog(page, 'Done');
      await page.waitForURL('**/webhooks/whk_*');
      return secret;
    },

    /** Number of deliveries of the webhook that a page shows have this status. */
    count: async (page: Page, status: DeliveryStatus): Promise<number> =>
      (await dashboard.fanfare.webhooks.deliveries(idOf(page), { status })).deliveries.length,
  };
}

export const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
