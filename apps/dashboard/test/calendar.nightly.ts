import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings, screenFindings } from './open-dashboard.ts';
import { drafts, move, openMove, schedule, shown, waiting } from './scheduled-posts.ts';

const dashboard = dashboardOfFile();

/** By how much the page has moved by itself since it was opened. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        const add = (list: PerformanceObserverEntryList): void => {
          for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += value;
        };
        new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
        // Of the last frame as well.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );

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

test('today can be read in the month that begins in its week', async () => {
  const { page } = await dashboard.newPage();
  await page.clock.setFixedTime('2098-11-30T12:00:00Z');
  await page.goto('/calendar?view=month&date=2098-12-01');
  await page.locator('[data-day="2098-11-30"][aria-current="date"]').waitFor();
  expect(await screenFindings(page)).toEqual([]);
});

test('a cancel that is not confirmed creates nothing; tried again, there is exactly one post at the new time', async () => {
  const { page } = await dashboard.newPage();
  const text = 'Cancelled, and the answer lost';
  await schedule(dashboard, text, '2097-07-06T10:00:00Z');
  await page.goto('/calendar?view=week&date=2097-07-06');
  // The server cancels it; something in between answers. The SDK does not repeat a request after a
  // 501.
  await page.route('**/cancel', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 501, body: 'Not today' });
  });
  await openMove(page, text);
  await page.getByLabel('New date and time').fill('2097-07-07T10:00');
  await move(page);
  const notice = page.getByRole('alert').filter({ hasText: 'The cancel was not confirmed' });
  await notice.getByRole('link', { name: 'Look at the post' }).waitFor();
  expect(await waiting(dashboard, text)).toEqual([]);
  expect(await drafts(page)).toEqual([text]);
  await page.unroute('**/cancel');
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^The post is moved to/).waitFor();
  expect(await waiting(dashboard, text)).toEqual(['2097-07-07T08:00:00.000Z']);
  expect(await drafts(page)).toEqual([]);
});

test('in the week in which the clocks go forward each post is on its own day, at the time of its own zone', async () => {
  const { page } = await dashboard.newPage();
  for (const at of ['2099-03-28T22:59', '2099-03-28T23:00', '2099-03-29T00:59', '2099-03-29T01:00', '2099-03-29T21:59'])
    await schedule(dashboard, 'Clocks', `${at}:00Z`);
  await schedule(dashboard, 'Clocks', '2099-03-29T22:00:00Z');
  await page.goto('/calendar?view=month&date=2099-03-10');
  await page.getByText('6 posts').waitFor();
  await expect
    .poll(() => shown(page))
    .toEqual({
      '2099-03-28': ['23:59 Clocks'],
      '2099-03-29': ['00:00 Clocks', '01:59 Clocks', '03:00 Clocks', '23:59 Clocks'],
      '2099-03-30': ['00:00 Clocks'],
    });
  await page.getByRole('link', { name: '1 more on Sunday, March 29' }).click();
  await page.getByRole('heading', { name: 'March 29 – April 4, 2099' }).waitFor();
  await page.getByText('5 posts').waitFor();
  const day = page.locator('[data-day="2099-03-29"]');
  const sentence = 'Sunday, March 29, 4 posts, clocks go forward. Compose';
  await expect.poll(() => day.getAttribute('aria-label')).toBe(sentence);
  await openMove(page, '23:59');
  await page.getByLabel('New date and time').fill('2099-03-29T02:30');
  await page.getByText('there is no such time in Europe/Berlin: the clocks go forward.').waitFor();
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Move post' });
  await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true');
});

test('by keyboard from day to day; an empty week leads to the composer with its day; a phone shows a list of days', async () => {
  const { page } = await dashboard.newPage();
  await schedule(dashboard, 'On a phone', '2096-02-29T09:00:00Z');
  await page.goto('/calendar?view=month&date=2096-01-31');
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day);
  await page.locator('[data-day="2096-01-31"]').focus();
  for (const [key, day] of [
    ['PageDown', '2096-02-29'],
    ['ArrowUp', '2096-02-22'],
    ['Home', '2096-02-19'],
    ['ArrowLeft', '2096-02-18'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(day);
    await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe(day);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'On a phone' }).waitFor();
  const days = page.getByRole('grid').getByRole('gridcell').filter({ visible: true });
  await expect.poll(() => days.allInnerTexts()).toEqual([expect.stringMatching(/^Wednesday, February 29\s+10:00/)]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await axeFindings(page)).toEqual([]);

  // No day moves when its posts come late.
  let release = (): void => undefined;
  const painted = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/posts?*', async (route) => {
    await painted;
    await route.continue();
  });
  await page.goto('/calendar?view=week&date=2096-02-29');
  await page.getByText('Loading posts').waitFor();
  // Letters of another width would move the page as well.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const before = await layoutShift(page);
  release();
  await page.getByRole('link', { name: 'On a phone' }).waitFor();
  expect(await layoutShift(page)).toBe(before);
  await page.goto('/calendar?view=week&date=2096-03-14');
  await page.getByRole('link', { name: 'Schedule a post' }).click();
  await page.getByLabel('Text', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save draft' }).waitFor();
  await page.getByRole('checkbox', { name: /^X / }).first().check();
  await page.getByLabel('Text', { exact: true }).fill('Of that day');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  expect(await page.getByRole('dialog').getByLabel('Date and time').inputValue()).toBe('2096-03-14T09:00');
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
