import { verify } from '@fanfare/sdk/webhooks';
import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings, screenFindings } from './open-dashboard.ts';
import { press, pressInDialog } from './press.ts';
import { idOf, webhookOfFile } from './webhook-of-file.ts';

const dashboard = dashboardOfFile();
const webhook = webhookOfFile(dashboard);

/** Events that the receiver got, verified with a secret: type and id of each event. */
const verified = (secret: string) =>
  Promise.all(
    webhook.receiver.received.map(async ({ headers, body }) => {
      const { type, id } = await verify(body, headers, secret);
      return { type, id };
    }),
  );

test('a webhook is created and tested; its delivery is shown and sent again; it is edited; a new secret signs beside the old one', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  const secret = await webhook.createInBrowser(page, 'Production');
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
  expect(await page.content()).not.toContain(secret);

  webhook.receiver.answer(503, 'Deploying, back in a minute');
  await press(page, 'Send test');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Status 503 after [\d,]+ ms$/).waitFor();
  expect(await dialog.getByRole('region', { name: 'answer' }).textContent()).toBe('Deploying, back in a minute');
  expect(await axeFindings(page)).toEqual([]);
  webhook.receiver.answer(200, 'x'.repeat(5_000));
  await pressInDialog(page, 'Send again');
  await dialog.getByText(/^Status 200 after/).waitFor();
  expect(await dialog.getByRole('region', { name: 'answer' }).textContent()).toBe('x'.repeat(1_024));
  // The one in the corner has the same name.
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  webhook.receiver.answer(200, 'Thank you');
  await webhook.publish('Told to a webhook.');
  const line = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first();
  await expect.poll(() => webhook.count(page, 'delivered')).toBe(1);
  await page.reload();
  await line.getByText('Delivered').waitFor();
  await line.getByText('target.published').first().click();
  await line.getByText(/^Status 200 after/).waitFor();
  expect(await line.getByRole('region', { name: 'answer' }).textContent()).toBe('Thank you');
  expect(await screenFindings(page)).toEqual([]);
  await line.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('target.published is sent again').waitFor();
  await expect.poll(() => webhook.receiver.received.length).toBe(4);
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
    url: webhook.receiver.url,
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
  webhook.receiver.received.splice(0);
  await press(page, 'Send test');
  await page
    .getByRole('dialog')
    .getByText(/^Status 200 after/)
    .waitFor();
  expect(webhook.receiver.received).toHaveLength(1);
  expect(await verified(next)).toEqual(await verified(secret));
  expect(next).not.toBe(secret);
  expect(takeErrors()).toEqual([]);
});
