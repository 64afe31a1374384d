import type { CreateWebhookResponse, Webhook } from '@fanfare/contract';
import { launchBrowser } from '@fanfare/harness/browser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('the receiver of the sandbox shows deliveries, checks their signatures, and answers what is clicked', async () => {
  const address = `${server.sandbox.url}/receiver/clicked`;
  const ana = await server.person('x');
  const created = await ana.project.call<CreateWebhookResponse>('POST', '/api/v1/webhooks', {
    url: address,
    events: ['target.published'],
  });
  const { webhook, secret } = created.body;
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByText('Nothing yet.').waitFor();
  const rows = page.locator('article.delivery');
  const newest = rows.first();
  const shown = async (count: number) => {
    await until(async () => ((await rows.count()) === count ? true : null));
    return newest.locator('button').textContent();
  };

  await ana.publish({ content: 'One' });
  await page.getByText('Not checked').waitFor();
  await page.getByLabel('Secret').fill(secret);
  await page.getByRole('button', { name: 'Check signatures' }).click();
  await page.getByText('Signatures are checked with the secret of this address.').waitFor();
  await newest.getByText('Verified').waitFor();
  await newest.getByText('200', { exact: true }).waitFor();
  expect(await shown(1)).toContain('target.published');

  await newest.locator('button').click();
  await newest.getByText('webhook-signature: v1,').waitFor();
  await newest.locator('button').click();

  await page.getByRole('button', { name: '500' }).click();
  await page.getByText('Every delivery fails and is tried again later.').waitFor();
  await ana.publish({ content: 'Two' });
  await newest.getByText('500', { exact: true }).waitFor();
  expect(await shown(2)).toContain('attempt 1');

  await page.getByRole('button', { name: '410' }).click();
  await page.getByText('the sender disables the webhook', { exact: false }).waitFor();
  await ana.publish({ content: 'Three' });
  const disabled = await until(async () => {
    const path = `/api/v1/webhooks/${webhook.id}`;
    const read = (await ana.project.call<{ webhook: Webhook }>('GET', path)).body.webhook;
    return read.enabled ? null : read;
  });
  expect(disabled.disabledReason).toBe('gone');
  await page.getByText('410', { exact: true }).last().waitFor();

  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('Nothing yet.').waitFor();
  await page.close();
});
