import type { DeliveryStatus } from '@fanfare/sdk';
import { verify } from '@fanfare/sdk/webhooks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings, screenFindings } from './open-dashboard.ts';
import { press, pressInDialog } from './press.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const dashboard = dashboardOfFile();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

const publish = (content: string) =>
  dashboard.fanfare.posts.create({ content, platforms: [{ platform: 'x', accountId: dashboard.service.accounts.x }] });

/** Registers the receiver for one type of event. Returns its page and the secret that was shown. */
async function createInBrowser(page: Page, description: string): Promise<string> {
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
}

const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** How many deliveries of the webhook that a page shows have this status. */
const count = async (page: Page, status: DeliveryStatus): Promise<number> =>
  (await dashboard.fanfare.webhooks.deliveries(idOf(page), { status })).deliveries.length;

/** What the receiver got, verified with a secret: type and id of each event. */
const verified = (secret: string) =>
  Promise.all(
    receiver.received.map(async ({ headers, body }) => {
      const { type, id } = await verify(body, headers, secret);
      return { type, id };
    }),
  );

test('a webhook is created and tested; its delivery is shown and sent again; it is edited; a new secret signs beside the old one', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  const secret = await createInBrowser(page, 'Production');
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
  expect(await page.content()).not.toContain(secret);

  receiver.answer(503, 'Deploying, back in a minute');
  await press(page, 'Send test');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Status 503 after [\d,]+ ms$/).waitFor();
  expect(await dialog.getByRole('region', { name: 'answer' }).textContent()).toBe('Deploying, back in a minute');
  expect(await axeFindings(page)).toEqual([]);
  receiver.answer(200, 'x'.repeat(5_000));
  await pressInDialog(page, 'Send again');
  await dialog.getByText(/^Status 200 after/).waitFor();
  expect(await dialog.getByRole('region', { name: 'answer' }).textContent()).toBe('x'.repeat(1_024));
  // The one in the corner has the same name.
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  receiver.answer(200, 'Thank you');
  await publish('Told to a webhook.');
  const line = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first();
  await expect.poll(() => count(page, 'delivered')).toBe(1);
  await page.reload();
  await line.getByText('Delivered').waitFor();
  await line.getByText('target.published').first().click();
  await line.getByText(/^Status 200 after/).waitFor();
  expect(await line.getByRole('region', { name: 'answer' }).textContent()).toBe('Thank you');
  expect(await screenFindings(page)).toEqual([]);
  await line.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('target.published is sent again').waitFor();
  await expect.poll(() => receiver.received.length).toBe(4);
  const [, , first, again] = await verified(secret);
  expect(first?.type).toBe('target.published');
  expect(again).toEqual(first);

  await press(page, 'Edit');
  await dialog.getByLabel('Description').fill('Production, two networks');
  await dialog.getByLabel('target.failed').check();
  await dialog.getByLabel('X', { exact: true }).check();
  await dialog.getByLabel('LinkedIn').check();
  await dialog.getByLabel('Profile id').fill('customer-17');
  await pressInDialog(page, 'Save');
  await page.getByText('The webhook is changed.').waitFor();
  const id = idOf(page);
  const { url, description, events, platforms, profileId, enabled } = (await dashboard.fanfare.webhooks.get(id))
    .webhook;
  expect({ url, description, events, platforms, profileId, enabled }).toEqual({
    url: receiver.url,
    description: 'Production, two networks',
    events: ['target.published', 'target.failed'],
    platforms: ['x', 'linkedin'],
    profileId: 'customer-17',
    enabled: true,
  });

  await press(page, 'More actions');
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByText('For 24 hours the old one signs as well').waitFor();
  await pressInDialog(page, 'Rotate secret');
  const next = (await page.getByRole('region', { name: 'secret', exact: true }).textContent()) ?? '';
  await pressInDialog(page, 'Done');
  await page.getByText('Two secrets sign').waitFor();
  receiver.received.splice(0);
  await press(page, 'Send test');
  await page
    .getByRole('dialog')
    .getByText(/^Status 200 after/)
    .waitFor();
  expect(receiver.received).toHaveLength(1);
  expect(await verified(next)).toEqual(await verified(secret));
  expect(next).not.toBe(secret);
  expect(takeErrors()).toEqual([]);
});

test('a disabled webhook says why and what it missed; enabled again it gets that, then a range; deleted it is gone', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  await createInBrowser(page, 'Staging');
  receiver.answer(410);
  receiver.received.splice(0);
  await publish('The receiver is gone.');
  await expect.poll(async () => (await dashboard.fanfare.webhooks.list()).webhooks.at(-1)?.disabledReason).toBe('gone');
  await publish('Missed.');
  await publish('Missed as well.');
  // The page reads them once.
  await expect.poll(() => count(page, 'missed')).toBe(2);

  receiver.answer(204);
  await page.reload();
  await page.getByText('Your receiver answered 410, which means that the address is gone for good.').waitFor();
  await page.getByText('It has missed 2 deliveries.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Enable webhook');
  await page.getByText('The webhook is enabled.').waitFor();
  await page.getByText('It missed 2 deliveries').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  receiver.received.splice(0);
  await press(page, 'Send missed deliveries');
  await page.getByText('2 deliveries sent again.').waitFor();
  await expect.poll(() => receiver.received.length).toBe(2);
  await expect.poll(() => count(page, 'delivered')).toBe(2);
  await page.getByText('It missed 2 deliveries').waitFor({ state: 'detached' });

  await press(page, 'Send a range again');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Which deliveries').click();
  await page.getByRole('option', { name: 'Delivered' }).click();
  await pressInDialog(page, 'Send again');
  await page.getByText('2 deliveries are sent again.').waitFor();
  await expect.poll(() => receiver.received.length).toBe(4);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.waitForURL('**?status=failed');
  await page
    .getByRole('list', { name: 'Deliveries' })
    .getByText(/^410 after/)
    .waitFor();

  await press(page, 'More actions');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await pressInDialog(page, 'Delete webhook');
  await page.getByText('The webhook is deleted.').waitFor();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  const { webhooks } = await dashboard.fanfare.webhooks.list();
  expect(webhooks.map(({ description }) => description)).toEqual([
    'The receiver page of the sandbox',
    'Production, two networks',
  ]);
  expect(takeErrors()).toEqual([]);
});
