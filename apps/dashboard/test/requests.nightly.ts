import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';

const dashboard = dashboardOfFile();

test('a failed call is found among the errors and by its request id, with key, code and reason; the filter is in the address', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  const { baseUrl, apiKey } = dashboard.service;
  const call = (path: string, requestId: string) =>
    fetch(`${baseUrl}/api/v1${path}`, { headers: { Authorization: `Bearer ${apiKey}`, 'X-Request-Id': requestId } });
  await call('/usage', 'request-that-works');
  await call('/posts/post_00000000000000000000000000', 'request-that-fails');
  const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row');
  // Calls are logged within seconds, and the page reads them again by itself.
  await page.goto('/requests');
  await rows.filter({ hasText: 'request-that-works' }).waitFor();
  await page.getByLabel('Show').click();
  await page.getByRole('option', { name: 'Errors only' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('option', { name: 'Errors only' }).click();
  await page.waitForURL('**/requests?errors=true');
  await rows.filter({ hasText: 'request-that-works' }).waitFor({ state: 'detached' });
  const failed = rows.filter({ hasText: 'request-that-fails' });
  await failed.waitFor();
  expect(await failed.getByRole('cell').allTextContents()).toEqual([
    'GET /api/v1/posts/post_00000000000000000000000000not_found There is no such post in this project.',
    '404',
    'just now',
    'First key',
    expect.stringMatching(/^\d+ ms$/),
    'request-that-fails',
  ]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await failed.getByRole('button', { name: 'Copy request id request-that-fails' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('request-that-fails');

  await page.goto('/requests');
  await page.getByLabel('Request id', { exact: true }).fill('request-that-works');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/requests?request=request-that-works');
  await failed.waitFor({ state: 'detached' });
  await expect.poll(() => rows.count()).toBe(1);
  await page.goto('/requests?request=nobody-has-it');
  await page.getByText('No call of the last 7 days has this request id.').waitFor();
  await page.getByRole('link', { name: 'Show all requests' }).click();
  await failed.waitFor();
  expect(takeErrors()).toEqual([]);
});

test('a project without calls shows the first one, with the hint of its key', async () => {
  const { page } = await dashboard.newPage();
  const none = { requests: [], hasMore: false, nextCursor: null };
  await page.route('**/app/api/projects/*/requests', (route) => route.fulfill({ json: none }));
  await page.goto('/requests');
  await page.getByText('No call in the last 7 days').waitFor();
  await page.getByText(/^fanfare_sk_\w+…\w+$/).waitFor();
  expect(await page.getByRole('region', { name: 'call' }).textContent()).toBe(
    `curl ${dashboard.service.baseUrl}/api/v1/accounts \\\n  -H "Authorization: Bearer $FANFARE_API_KEY"`,
  );
  expect(await axeFindings(page)).toEqual([]);
});
