import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings, screenFindings } from './open-dashboard.ts';
import { drafts, move, openMove, schedule, shown, waiting } from './scheduled-posts.ts';

const dashboard = dashboardOfFile();

test('a scheduled post is seen in month and week, dragged and moved by its menu, and exactly one is left', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  const text = 'Winter opening hours';
  const { post } = await schedule(dashboard, text, '2098-12-17T08:30:00Z');
  await page.goto('/calendar?view=month&date=2098-12-01');
  await page.getByText('1 post', { exact: true }).waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await expect.poll(() => shown(page)).toEqual({ '2098-12-17': ['09:30 Winter opening hours'] });
  const link = page.getByRole('link', { name: text });
  expect(await link.getAttribute('title')).toBe('Scheduled · 2098-12-17 08:30 UTC');

  await link.dragTo(page.locator('td:has([data-day="2098-12-19"])'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('It is cancelled, and created again for the new time under a new key').waitFor();
  expect(await waiting(dashboard, text)).toEqual([post.publishAt]);
  expect(await dialog.getByLabel('New date and time').inputValue()).toBe('2098-12-19T09:30');
  expect(await axeFindings(page)).toEqual([]);
  await move(page);
  await page.getByText('The post is moved to Friday, December 19, 2098 at 09:30.').waitFor();
  await expect.poll(() => shown(page)).toEqual({ '2098-12-19': ['09:30 Winter opening hours'] });
  expect(await waiting(dashboard, text)).toEqual(['2098-12-19T08:30:00.000Z']);

  await page.getByRole('link', { name: 'Week', exact: true }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await openMove(page, text);
  await dialog.getByLabel('New date and time').fill('2098-12-20T18:05');
  await move(page);
  await page.getByText('The post is moved to Saturday, December 20, 2098 at 18:05.').waitFor();
  expect(await waiting(dashboard, text)).toEqual(['2098-12-20T17:05:00.000Z']);
  const [moved] = (await dashboard.fanfare.posts.list({ status: 'scheduled' })).posts;
  expect(moved?.targets.map(({ requested }) => requested)).toEqual(post.targets.map(({ requested }) => requested));
  expect(await drafts(page)).toEqual([]);
  expect((await dashboard.fanfare.posts.get(post.id)).post.status).toBe('cancelled');
  expect(takeErrors()).toEqual([]);
});

test('a move whose create is refused keeps the content as a draft and says so; the next try leaves exactly one post', async () => {
  const { page } = await dashboard.newPage();
  const text = 'Moved in two steps';
  await schedule(dashboard, text, '2097-05-06T10:00:00Z');
  await page.goto('/calendar?view=week&date=2097-05-06');
  await page.route('**/api/v1/posts', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'quota_exceeded', message: 'No units are left.', requestId: 'req_of_the_test' } },
    }),
  );
  await openMove(page, text);
  await page.getByLabel('New date and time').fill('2097-05-07T10:00');
  await move(page);
  const notice = page.getByRole('alert').filter({ hasText: 'could not be created' });
  await notice.getByText('Its content is kept as a draft, so nothing is lost.').waitFor();
  await notice.getByText('req_of_the_test').waitFor();
  expect(await waiting(dashboard, text)).toEqual([]);
  expect(await drafts(page)).toEqual([text]);
  expect(await axeFindings(page)).toEqual([]);
  const draft = (await notice.getByRole('link', { name: 'Open draft' }).getAttribute('href')) ?? '';
  const composer = await page.context().newPage();
  await composer.goto(draft);
  const box = composer.getByLabel('Text', { exact: true });
  const texts = () => box.evaluateAll((boxes) => boxes.map((one) => (one as HTMLTextAreaElement).value));
  await expect.poll(texts).toEqual([text, `${text} (Threads)`]);

  const later = await page.context().newPage();
  await later.goto(page.url());
  const unfinished = later.getByRole('region', { name: 'Unfinished move' });
  expect(await unfinished.getByRole('heading').textContent()).toBe(`A move was not finished: “${text}”`);
  expect(await unfinished.getByRole('link', { name: 'Open draft' }).getAttribute('href')).toBe(draft);

  // The server gets the next request, and its answer is lost.
  await page.unroute('**/api/v1/posts');
  await page.route(
    '**/api/v1/posts',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^The post is moved to/).waitFor();
  expect(await waiting(dashboard, text)).toEqual(['2097-05-07T08:00:00.000Z']);
  expect(await drafts(page)).toEqual([]);
  await later.reload();
  await later.getByText('1 post', { exact: true }).waitFor();
  expect(await unfinished.count()).toBe(0);
});

test('a post that another tab has moved is not moved a second time', async () => {
  const { page } = await dashboard.newPage();
  const text = 'In two tabs';
  await schedule(dashboard, text, '2097-06-06T10:00:00Z');
  await page.goto('/calendar?view=week&date=2097-06-06');
  const second = await page.context().newPage();
  await second.goto(page.url());
  for (const tab of [page, second]) {
    await openMove(tab, text);
    await tab.getByLabel('New date and time').fill('2097-06-07T11:00');
  }
  await move(page);
  await page.getByText(/^The post is moved to/).waitFor();
  await move(second);
  await second.getByText('The post is no longer scheduled, so it was not moved').waitFor();
  expect(await waiting(dashboard, text)).toEqual(['2097-06-07T09:00:00.000Z']);
});
