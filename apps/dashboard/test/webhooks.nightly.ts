import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';
import { press, pressInDialog } from './press.ts';
import { webhookOfFile } from './webhook-of-file.ts';

const dashboard = dashboardOfFile();
const webhook = webhookOfFile(dashboard);

test('a disabled webhook says why and what it missed; enabled again it gets that, then a range; deleted it is gone', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  await webhook.createInBrowser(page, 'Staging');
  webhook.receiver.answer(410);
  webhook.receiver.received.splice(0);
  await webhook.publish('The receiver is gone.');
  await expect.poll(async () => (await dashboard.fanfare.webhooks.list()).webhooks.at(-1)?.disabledReason).toBe('gone');
  await webhook.publish('Missed.');
  await webhook.publish('Missed as well.');
  // The page reads them once.
  await expect.poll(() => webhook.count(page, 'missed')).toBe(2);

  webhook.receiver.answer(204);
  await page.reload();
  await page.getByText('Your receiver answered 410, which means that the address is gone for good.').waitFor();
  await page.getByText('It has missed 2 deliveries.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Enable webhook');
  await page.getByText('The webhook is enabled.').waitFor();
  await page.getByText('It missed 2 deliveries').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  webhook.receiver.received.splice(0);
  await press(page, 'Send missed deliveries');
  await page.getByText('2 deliveries sent again.').waitFor();
  await expect.poll(() => webhook.receiver.received.length).toBe(2);
  await expect.poll(() => webhook.count(page, 'delivered')).toBe(2);
  await page.getByText('It missed 2 deliveries').waitFor({ state: 'detached' });

  await press(page, 'Send a range again');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Which deliveries').click();
  await page.getByRole('option', { name: 'Delivered' }).click();
  await pressInDialog(page, 'Send again');
  await page.getByText('2 deliveries are sent again.').waitFor();
  await expect.poll(() => webhook.receiver.received.length).toBe(4);
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
  expect(webhooks.map(({ description }) => description)).toEqual(['The receiver page of the sandbox']);
  expect(takeErrors()).toEqual([]);
});
