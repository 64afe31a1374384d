import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { controlSandbox } from './connecting.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';
import { runSql, signIn } from './sign-in.ts';

const dashboard = dashboardOfFile();

const onX = () => [{ platform: 'x' as const, accountId: dashboard.service.accounts.x }];
/** Lets the clock of a page run by this long at a time until something is there. */
const runUntilSeen = (page: Page, text: string | RegExp, ms: number) =>
  expect
    .poll(() => page.clock.runFor(ms).then(() => page.getByText(text).count()), { interval: 20 })
    .toBeGreaterThan(0);

test('a post settles on its page with its event, long before the page would read it again; then metrics and a repost', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  await dashboard.service.fail({
    ...{ network: 'x', method: 'POST', path: '^/2/tweets$' },
    ...{ action: 'delay', delayMs: 600_000 },
  });
  const created = dashboard.fanfare.posts.create({ content: 'Held back', platforms: onX() });
  const held = async () => (await dashboard.fanfare.posts.list()).posts.find(({ content }) => content === 'Held back');
  await expect.poll(async () => (await held())?.status).toBe('publishing');
  const id = (await held())?.id ?? '';
  await page.clock.install();
  await page.goto(`/posts/${id}`);
  await page.getByText('Being published.').waitFor();
  // A millisecond at a time: the five seconds until the next read never pass.
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.getByText('Being published.').waitFor();
  await dashboard.service.release();
  const { platformPostId } = (await created).post.targets[0]!;
  await runUntilSeen(page, /^Live: published/, 1);
  await page.clock.resume();

  const counts = { views: 12_345, likes: 67, comments: 8, shares: 9, saves: 10 };
  await controlSandbox(dashboard, 'x/metrics', { platformPostId, ...counts });
  await page.getByRole('button', { name: 'Read metrics' }).click();
  const table = page.getByRole('table', { name: 'Metrics' });
  await table.waitFor();
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    ...['Target', 'Views', 'Likes', 'Comments', 'Shares', 'Saves'],
  ]);
  expect(await table.locator('tbody').getByRole('cell').allTextContents()).toEqual([
    ...['X, ada', '12,345', '67', '8', '9', '10'],
  ]);
  await page.getByRole('button', { name: 'Repost on X' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Repost', exact: true }).click();
  await page.getByText('Reposted on X.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(takeErrors()).toEqual([]);
});

test('a page of the list keeps its place: after a reload, after a post was opened, and while others are added', async () => {
  const add = (content: string, inMs = 86_400_000) =>
    dashboard.fanfare.posts.create({ content, platforms: onX(), publishAt: new Date(Date.now() + inMs) });
  await Promise.all(Array.from({ length: 28 }, (_, at) => add(`In line ${at}`)));
  const { page } = await dashboard.newPage();
  await page.goto('/posts?status=scheduled');
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL((url) => url.searchParams.has('cursor'));
  const shown = async () => {
    await expect.poll(() => page.getByRole('list', { name: 'Posts' }).locator('> li').count()).toBe(3);
    return page
      .getByRole('list', { name: 'Posts' })
      .getByText(/^In line \d+$/)
      .allTextContents();
  };
  const before = await shown();
  // It goes out first.
  await add('In line 100', 3_600_000);
  await page.reload();
  expect(await shown()).toEqual(before);
  await page.getByRole('link', { name: before[0]! }).click();
  await page.getByRole('heading', { name: before[0]!, level: 1 }).waitFor();
  await page.goBack();
  expect(await shown()).toEqual(before);
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await page.waitForURL((url) => !url.searchParams.has('cursor'));
});

test('what goes wrong is said in words of the page, with the request id, and can be tried again', async () => {
  const { page } = await dashboard.newPage();
  await page.clock.install();
  await page.route('**/api/v1/posts?**', (route) => route.abort('connectionrefused'));
  await page.goto('/posts?status=failed');
  await runUntilSeen(page, 'The server cannot be reached. Check your connection, then try again.', 1_000);
  await page.unroute('**/api/v1/posts?**');

  const error = {
    code: 'internal_error',
    message: 'Something went wrong on our side.',
    requestId: 'req-of-this-failure',
  };
  await page.route('**/api/v1/posts?**', (route) => route.fulfill({ status: 500, json: { error } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await runUntilSeen(page, 'req-of-this-failure', 1_000);
  await expect
    .poll(() => page.getByRole('alert').textContent())
    .toBe(
      'Something went wrong on our side. Try again. If it happens again, report the request id.Request req-of-this-failure Try again',
    );
  expect(await axeFindings(page)).toEqual([]);
  await page.unroute('**/api/v1/posts?**');

  await page.route('**/api/v1/posts?**', (route) => route.fulfill({ status: 404, body: '<html>Hotel Wi-Fi</html>' }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await runUntilSeen(page, /^Something between this page and the server answered in its place/, 1_000);
  await page.unroute('**/api/v1/posts?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await runUntilSeen(page, 'No post matches these filters.', 1_000);
});

test('two tabs: another sign-in, a sign-out and a lost membership are said in the other tab, and what to do', async () => {
  const { databaseUrl, baseUrl, apiKey } = dashboard.service;
  const { page } = await dashboard.newPage();
  await page.goto('/usage');
  await page.getByText('By account').waitFor();
  const next = await signIn({ databaseUrl, apiKey });
  await page.context().addCookies([{ ...next.cookie, url: baseUrl }]);
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page
    .getByText('Your session is another one than when this page was opened. Reload the page.')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Reload page' }).first().click();
  await page.getByRole('list', { name: 'Posts' }).waitFor();

  await runSql(databaseUrl, 'delete from memberships where user_id = (select user_id from sessions where id = $1)', [
    next.id,
  ]);
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.getByText('You have no such project, or are no member there any more.').first().waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'You have no project' }).waitFor();

  await next.end();
  await page.reload();
  await page.waitForURL('**/sign-in?*');
});
