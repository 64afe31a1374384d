import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';
import { publishPartly } from './publish-partly.ts';
import { drafts, move, openMove, schedule, waiting } from './scheduled-posts.ts';

const dashboard = dashboardOfFile();

const SCHEMES = ['light', 'dark'] as const;

test('a post says per target what is live; only what is certainly not live is sent again, and once', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  const post = await publishPartly(dashboard, 'Fresh beans this morning.');
  await page.goto('/posts');
  await page.getByRole('link', { name: 'Fresh beans this morning.' }).click();
  await page.getByText('May be live: look before you send again.').waitFor();
  const targets = page.getByRole('list').filter({ hasText: 'What happened' }).first().locator('> li');
  const said = async () =>
    (await targets.allInnerTexts()).map((line) =>
      line.split('\n').filter((part) => /live|Not published\./i.test(part)),
    );
  await expect
    .poll(said)
    .toEqual([
      [expect.stringMatching(/^Live: published/)],
      [expect.stringMatching(/^Not published\./)],
      ['May be live', 'May be live: look before you send again.'],
    ]);
  const summaries = page.getByText('What happened', { exact: true });
  for (let at = 0; at < 3; at++) await summaries.nth(at).click();
  await page.getByText('Outcome unknown: may be live').waitFor();
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page)).toEqual([]);
  }

  const sendAgain = async () => {
    await page.getByRole('button', { name: 'Send failed again' }).click();
    await page.getByText('Not sent, because it may be live: LinkedIn.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.waitForURL((url) => url.pathname !== `/posts/${post.id}`);
    return page.url();
  };
  const first = await sendAgain();
  await page.goto(`/posts/${post.id}`);
  expect(await sendAgain()).toBe(first);
  // Of the new post, which has one target.
  await page.reload();
  await page.getByText(/^Live: published/).waitFor();
  // A network may refuse a copy, so the live posts do not show what was sent.
  const { post: second } = await dashboard.fanfare.posts.get(new URL(first).pathname.split('/').at(-1) ?? '');
  expect(second.targets.map(({ platform, status }) => [platform, status])).toEqual([['threads', 'published']]);
  const live = await dashboard.service.livePosts();
  expect(
    live
      .filter(({ text }) => text === post.content)
      .map(({ network }) => network)
      .sort(),
  ).toEqual(['linkedin', 'threads', 'x']);
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
