import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';

const dashboard = dashboardOfFile();

const READS = /\/(api\/v1|app\/api\/(projects|sessions|workspaces))\b/;
const REQUEST_ID = 'req_of_the_test';

test.each([
  '/',
  '/posts',
  '/drafts',
  '/compose',
  '/calendar',
  '/accounts',
  '/webhooks',
  '/requests',
  '/usage',
  '/settings/keys',
  '/settings/apps',
  '/settings/members',
  '/settings/sessions',
])('%s says that it cannot be read, with the id of the request', async (address) => {
  const { page } = await dashboard.newPage();
  const error = { code: 'internal_error', message: 'Something broke.', requestId: REQUEST_ID, docUrl: '' };
  await page.route(READS, (route) => route.fulfill({ status: 500, json: { error } }));
  await page.goto(address);
  const problem = page.getByRole('alert').filter({ hasText: REQUEST_ID }).first();
  expect(await problem.getByRole('paragraph').first().textContent()).toBe(
    'Something broke. Try again. If it happens again, report the request id.',
  );
  await page.context().close();
});
