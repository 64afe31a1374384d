import { expect, test } from 'vitest';
import {
  addMedia,
  choose,
  livePosts,
  openComposer,
  postText,
  preview,
  sample,
  savedAsDraft,
  sent,
} from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';
import { press } from './press.ts';
import { runSql } from './sign-in.ts';

const dashboard = dashboardOfFile();

test('a video with its cover and a first comment go out as they were previewed; a removed picture does not', async () => {
  const { page, takeErrors } = await openComposer(dashboard);
  const text = 'The roastery in motion';
  await choose(page, 'Instagram');
  await postText(page).fill(text);
  await addMedia(page, sample(dashboard, 'latte.png'));
  await addMedia(page, sample(dashboard, 'clip.mp4'));
  await press(page, 'Remove picture 1');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('post-media');
  await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(1);
  const cover = sample(dashboard, 'cover.jpg');
  await page.getByLabel('Address of the cover').fill(cover);
  await preview(page, 'Instagram').locator(`img[src="${cover}"]`).waitFor();
  await page.getByLabel('First comment').fill('Where do you brew? ☕️');
  await preview(page, 'Instagram').getByText('Where do you brew? ☕️').waitFor();

  await press(page, 'Publish now');
  await sent(page, 'Published');
  expect((await livePosts(dashboard, text)).map(({ network, media }) => [network, media.length])).toEqual([
    ['instagram', 1],
  ]);
  const { post } = await dashboard.fanfare.posts.get(new URL(page.url()).searchParams.get('post') ?? '');
  expect(
    post.targets.map(({ commentStatus, requested }) => [commentStatus, requested.mediaItems[0]?.coverUrl]),
  ).toEqual([['published', cover]]);
  expect(takeErrors()).toEqual([]);
});

test('previews follow the direction of the words, whatever the name before them, and cut no emoji in two', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'Instagram', 'X');
  await postText(page).fill('שלום לכולם 👩‍👩‍👧 #קפה');
  await page.getByLabel('First comment').fill(`שלום ${'א'.repeat(291)}👩‍👩‍👧 סוף`);
  await page.getByRole('button', { name: /^Customise for X/ }).click();
  const own = page.getByRole('region', { name: /^X / });
  await own.getByLabel('Text', { exact: true }).fill('مرحبا 🎺');
  const directionOf = (network: string, words: string) =>
    preview(page, network)
      .locator('p', { hasText: words })
      .evaluate((element) => getComputedStyle(element).direction);
  expect([
    await directionOf('Instagram', 'שלום לכולם'),
    await directionOf('Instagram', 'אאא'),
    await directionOf('X', 'مرحبا'),
  ]).toEqual(['rtl', 'rtl', 'rtl']);
  const comment = await preview(page, 'Instagram').locator('p', { hasText: 'אאא' }).textContent();
  expect(comment).toMatch(/א(?:👩‍👩‍👧)?$/u);
  await own.getByRole('button', { name: 'Use the post’s words for X' }).click();
  await preview(page, 'X').getByText('שלום לכולם').waitFor();
});

test('a link card that is left out and a space of the hub that was searched are previewed and published', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'LinkedIn', 'Hub');
  await postText(page).fill('Read https://example.com/harbour');
  const card = preview(page, 'LinkedIn').getByText('Title of the page');
  await card.waitFor();
  await page.getByLabel('Show the link as a card on LinkedIn').uncheck();
  await card.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: /^Space of / }).click();
  await page.getByLabel('Search spaces').fill('zzz');
  await page.getByText('No space has that in its name.').waitFor();
  await page.getByLabel('Search spaces').fill('');
  const space = page.locator('ul button').filter({ hasNotText: 'Default space' }).first();
  const slug = ((await space.locator('span').textContent()) ?? '').trim();
  expect(await axeFindings(page)).toEqual([]);
  await space.click();
  await preview(page, 'WordPress').getByText(slug).waitFor();

  await press(page, 'Publish now');
  await sent(page, 'Published');
  const { post } = await dashboard.fanfare.posts.get(new URL(page.url()).searchParams.get('post') ?? '');
  expect(
    post.targets.map(({ requested, warnings }) => [requested.link ?? null, requested.spaceSlug, warnings]),
  ).toEqual([
    ['none', null, []],
    [null, slug, []],
  ]);
});

test('10,000 characters in every box: the page stays, the draft is saved, and each problem has the name of its field', async () => {
  const { page, takeErrors } = await openComposer(dashboard);
  const long = 'x'.repeat(10_000);
  await choose(page, 'Instagram', 'X', 'LinkedIn', 'Hub');
  await postText(page).fill('👋'.repeat(10_000));
  await addMedia(page, `https://example.com/${long}.mp4`);
  await page.getByLabel('Address of the cover').fill(`https://example.com/${long}`);
  await page.getByLabel('Or the moment of the video').fill('9'.repeat(10_000));
  await addMedia(page, `https://example.com/a.jpg`);
  await page.getByLabel('Alt text of picture 2').fill(long);
  await page.getByLabel('First comment').fill(long);
  await page.getByRole('button', { name: /^Customise for LinkedIn/ }).click();
  await page.getByRole('button', { name: /^Space of / }).click();
  await page.getByLabel('Search spaces').fill(long);
  await page.getByText('No space has that in its name.').waitFor();
  const found = page.getByRole('region', { name: 'What speaks against it' });
  for (const said of [
    'The address of the picture or video must have at most 2048 characters.',
    'The address of the cover must have at most 2048 characters.',
    'LinkedIn cannot take a cover from a moment of the video. Give the address of a cover',
  ])
    await found.getByText(said).first().waitFor();
  expect(await found.textContent()).not.toMatch(/coverUrl|thumbOffsetMs|mediaItems|platforms\[/);
  await savedAsDraft(page);
  await page.reload();
  await expect.poll(async () => [...(await postText(page).first().inputValue())].length).toBe(10_000);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(takeErrors().filter((line) => !line.includes('Failed to load resource'))).toEqual([]);
});

test('a server that is away while a post is sent: the page says so, asks again, and ends with the one post', async () => {
  const { page } = await openComposer(dashboard, (fresh) => fresh.clock.install());
  const text = 'Through the outage';
  await choose(page, 'X');
  await postText(page).fill(text);
  let tries = 0;
  // The first request arrives, and its answer is lost.
  await page.route('**/api/v1/posts', async (route) => {
    if (tries++ === 0) await route.fetch();
    await route.abort('connectionreset');
  });
  await page.route('**/api/v1/events/**', (route) => route.abort('connectionrefused'));
  await press(page, 'Publish now');
  const away = page.getByText('The server does not answer. This page asks again until it does');
  await expect.poll(() => page.clock.runFor(1_000).then(() => away.count())).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Back to the text');
  await page.getByText('We do not know whether this post was sent.').waitFor();
  expect(await postText(page).inputValue()).toBe(text);

  tries = 1;
  await press(page, 'Publish now');
  await expect.poll(() => page.clock.runFor(1_000).then(() => away.count())).toBe(1);
  await page.unroute('**/api/v1/posts');
  const published = page.getByRole('heading', { name: 'Published', level: 1 });
  await expect.poll(() => page.clock.runFor(1_000).then(() => published.count())).toBe(1);
  expect((await livePosts(dashboard, text)).length).toBe(1);
});

test('10,000 characters for five networks: every press arrives, and the longest task is printed', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'Instagram', 'Threads', 'X', 'LinkedIn', 'Hub');
  await postText(page).fill('שלום world 👋 '.repeat(770));
  await page.getByText('10,780 of 10,000').waitFor();
  const longest = await page.evaluate(async () => {
    const found: number[] = [];
    new PerformanceObserver((list) => found.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    });
    const box = document.querySelector('textarea')!;
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!;
    for (let typed = 0; typed < 20; typed++) {
      set.call(box, `${box.value.slice(0, -1)}${typed % 10}`);
      box.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return Math.max(0, ...found);
  });
  console.log(`longest task while typing: ${longest.toFixed(0)} ms`);
  expect(await postText(page).inputValue()).toMatch(/9$/);
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
  await page.getByText('This draft was changed by somebody else, or in another tab.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Keep mine as a draft and show the other version');
  await page.getByText('This draft was changed by somebody else, or in another tab.').waitFor({ state: 'detached' });
  await expect.poll(() => postText(page).inputValue()).toBe('Of the second tab');
  await page.getByRole('main').getByRole('link', { name: 'Drafts' }).click();
  await page.getByRole('table').getByRole('link', { name: 'Of the first tab' }).click();
  await expect.poll(() => postText(page).inputValue()).toBe('Of the first tab');
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
    await refusal.waitFor();
    expect(await refusal.allInnerTexts()).toEqual([
      expect.stringMatching(
        /^Nothing was published: this needs 2 units, and 0 of 100 are left until \w+ 1\. Choose fewer accounts, .* or ask whoever runs this installation for a larger plan\.\s+Request\s+[\w-]{36}/,
      ),
    ]);
    await page.getByText('2 units of 0 left').waitFor();
    expect(await postText(page).inputValue()).toBe('The last units');
    expect(await livePosts(dashboard, 'The last units')).toEqual([]);
  } finally {
    await runSql(databaseUrl, 'delete from quota_periods');
    await setPlan('self_hosted');
  }
});

test('an option that only some networks have is set as the server describes it, goes out, and comes back in a copy', async () => {
  const { page, takeErrors } = await openComposer(dashboard);
  const text = 'For those who know us';
  await choose(page, 'LinkedIn', 'X');
  await postText(page).fill(text);
  await page.getByText('More options', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Visibility' }).click();
  await page.getByRole('option', { name: 'Connections' }).click();
  await page.getByText('More options (1 used)').waitFor();
  await preview(page, 'LinkedIn').getByText('now · Connections').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  if (process.env.PICTURES)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${process.env.PICTURES}/options-${width}.png`, fullPage: true });
    }
  await press(page, 'Publish now');
  await sent(page, 'Published');
  const { post } = await dashboard.fanfare.posts.get(new URL(page.url()).searchParams.get('post') ?? '');
  expect(post.targets.map(({ platform, requested: { linkedin } }) => ({ platform, linkedin }))).toEqual([
    { platform: 'linkedin', linkedin: { visibility: 'connections' } },
    { platform: 'x', linkedin: undefined },
  ]);
  await page.goto(`/compose?from=${post.id}`);
  await page.getByText('More options (1 used)').waitFor();
  expect(takeErrors()).toEqual([]);
});
