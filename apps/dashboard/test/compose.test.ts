import { expect, test } from 'vitest';
import { addMedia, choose, livePosts, openComposer, postText, sample, savedAsDraft, sent } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';
import { press } from './press.ts';
import { runSql } from './sign-in.ts';

const dashboard = dashboardOfFile();

test('a carousel with other words for X goes to four networks and a hub, and every target settles before the eyes', async () => {
  const { page, takeErrors } = await openComposer(dashboard);
  const text = 'Morning at the harbour ☕️ שלום #coffee';
  await choose(page, 'Instagram', 'Threads', 'X', 'LinkedIn', 'Hub');
  await postText(page).fill(text);
  await addMedia(page, sample(dashboard, 'harbour.jpg'));
  await addMedia(page, sample(dashboard, 'harbour.jpg?second'));
  await expect.poll(() => page.getByText('No alt text').count()).toBe(2);
  await page.getByLabel('Alt text of picture 1').fill('A harbour at sunrise');
  await page.getByRole('button', { name: 'Customise for X' }).click();
  const own = page.getByRole('region', { name: /^X / });
  await own.getByLabel('Text', { exact: true }).fill('Short, for X');
  await own.getByText('Differs from the post: text.').waitFor();
  await page.getByRole('article', { name: 'Preview on X' }).getByText('Short, for X').waitFor();
  await page.getByRole('article', { name: 'Preview on Instagram' }).getByText('1/2').waitFor();
  await page.getByText('5 units').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await press(page, 'Publish now');
  await sent(page, 'Published');
  await expect.poll(() => page.getByRole('list', { name: 'Targets' }).getByText('Published').count()).toBe(5);
  expect(await axeFindings(page)).toEqual([]);
  expect((await livePosts(dashboard, text)).map(({ network }) => network).sort()).toEqual([
    'hub',
    'instagram',
    'linkedin',
    'threads',
  ]);
  expect((await livePosts(dashboard, 'Short, for X')).map(({ media }) => media[0]?.altText)).toEqual([
    'A harbour at sunrise',
  ]);
  expect(takeErrors()).toEqual([]);
});

test('a double click, a reload and a second tab publish once, and a replay says so', async () => {
  const { page } = await openComposer(dashboard);
  const text = 'Once, however often it is pressed';
  await choose(page, 'X');
  await postText(page).fill(text);
  await savedAsDraft(page);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect.poll(() => postText(second).inputValue()).toBe(text);

  await page.getByRole('button', { name: 'Publish now' }).dblclick();
  await sent(page, 'Published');
  await page.reload();
  await sent(page, 'Published');
  await press(second, 'Publish now');
  await second.getByText('nothing was published a second time').waitFor();
  expect((await livePosts(dashboard, text)).length).toBe(1);
});

test('a page that is left while it publishes comes back with its text, and pressing again shows the post of the first press', async () => {
  const { page } = await openComposer(dashboard);
  const text = 'Left too early';
  await choose(page, 'X');
  await postText(page).fill(text);
  await savedAsDraft(page);
  // The server gets the request; the page gets no answer and no events.
  await page.route('**/api/v1/events**', (route) => route.abort());
  await page.route('**/api/v1/posts', async (route) => {
    await route.fetch();
    await page.unroute('**/api/v1/posts');
    await page.reload();
  });
  await press(page, 'Publish now');
  await page.getByText('You sent this post, and left before an answer came.').waitFor();
  await expect.poll(() => postText(page).inputValue()).toBe(text);
  await press(page, 'Publish now');
  await page.getByText('nothing was published a second time').waitFor();
  expect((await livePosts(dashboard, text)).length).toBe(1);
});

test('a draft that another tab changed is not overwritten: both texts are there afterwards', async () => {
  const { page } = await openComposer(dashboard);
  await postText(page).fill('First');
  await savedAsDraft(page);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await postText(second).fill('Of the second tab');
  await savedAsDraft(second);

  await postText(page).fill('Of the first tab');
  await page.getByText('This draft was changed in another tab.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Keep mine as a draft and show the other version');
  await page.getByText('This draft was changed in another tab.').waitFor({ state: 'detached' });
  await expect.poll(() => postText(page).inputValue()).toBe('Of the second tab');
  await press(page, 'Open draft');
  await page.getByRole('dialog').getByRole('link', { name: 'Of the first tab' }).click();
  await expect.poll(() => postText(page).inputValue()).toBe('Of the first tab');
});

test('a broken rule names itself, leads to its field, and keeps the post from being sent', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'X', 'Instagram');
  await postText(page).fill('long '.repeat(80));
  const found = page.getByRole('region', { name: 'What speaks against it' });
  await found.getByText('x.text.max_weighted_length').waitFor();
  await page.getByText('399 of 280').or(page.getByText('400 of 280')).waitFor();
  await found.getByRole('listitem').filter({ hasText: 'instagram.media.required' }).getByRole('button').click();
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await expect.poll(focused).toBe('post-media');
  await found.getByRole('listitem').filter({ hasText: 'x.text.max_weighted_length' }).getByRole('button').click();
  await expect.poll(focused).toBe('post-content');
  expect(await page.getByRole('button', { name: 'Publish now' }).getAttribute('aria-disabled')).toBe('true');
});

test('a time that the clocks skip and one in the past are refused; another one is scheduled, shown in UTC too', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'X');
  await postText(page).fill('At Christmas');
  await press(page, 'Schedule');
  const dialog = page.getByRole('dialog');
  const time = dialog.getByLabel('Date and time');
  await time.fill('2099-03-29T02:30');
  await dialog
    .getByText('At 02:30 on that day there is no such time in Europe/Berlin: the clocks go forward.')
    .waitFor();
  await time.fill('2020-12-24T18:00');
  await dialog.getByText('That time is in the past.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await time.fill('2098-12-24T18:00');
  await dialog.getByText('2098-12-24 17:00 UTC').waitFor();
  await press(page, 'Schedule post');
  await sent(page, 'Scheduled');
  await page.getByText('2098-12-24 17:00 UTC').waitFor();

  // A copy is another post.
  const postId = new URL(page.url()).searchParams.get('post');
  await page.goto(`/compose?from=${postId}`);
  await expect.poll(() => postText(page).inputValue()).toBe('At Christmas');
  await expect.poll(() => page.getByRole('checkbox', { name: /^X / }).isChecked()).toBe(true);
  expect(new URL(page.url()).searchParams.get('key')).toMatch(/^[\w-]{36}$/);
});

test('a quota that is reached while one composes: before sending and after a refusal the page says what to do', async () => {
  const { databaseUrl } = dashboard.service;
  const setPlan = (plan: string) => runSql(databaseUrl, 'update projects set plan = $1', [plan]);
  const setUsed = (used: number) =>
    runSql(
      databaseUrl,
      `insert into quota_periods (project_id, period_start, allowance, overage, used)
       select id, date_trunc('month', now() at time zone 'utc')::date, 100, false, $1 from projects where name = 'Harbour Coffee'
       on conflict (project_id, period_start) do update set allowance = 100, overage = false, reserved = 0, used = $1`,
      [used],
    );
  await setPlan('free');
  try {
    await setUsed(98);
    const { page } = await openComposer(dashboard);
    await choose(page, 'X', 'Threads');
    await postText(page).fill('The last units');
    await page.getByText('2 units of 2 left').waitFor();
    await choose(page, 'LinkedIn');
    await page.getByText('More than is left: it would be refused. Choose fewer accounts').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page
      .getByRole('checkbox', { name: /^LinkedIn / })
      .first()
      .uncheck();

    await setUsed(100);
    await press(page, 'Publish now');
    const refusal = page.getByRole('status').filter({ hasText: 'Nothing was published' });
    expect(await refusal.innerText()).toMatch(
      /^Nothing was published: this needs 2 units, and 0 of 100 are left until \w+ 1\. Choose fewer accounts, .* or ask whoever runs this installation for a larger plan\.\s+Request\s+[\w-]{36}/,
    );
    await page.getByText('2 units of 0 left').waitFor();
    expect(await postText(page).inputValue()).toBe('The last units');
    expect(await livePosts(dashboard, 'The last units')).toEqual([]);
  } finally {
    await runSql(databaseUrl, 'delete from quota_periods');
    await setPlan('self_hosted');
  }
});
