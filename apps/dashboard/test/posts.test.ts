import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';
import { publishPartly } from './publish-partly.ts';

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

test('a scheduled post is found by its filters, and cancelled after a question', async () => {
  const { page } = await dashboard.newPage();
  const { post } = await dashboard.fanfare.posts.create({
    content: 'Opening hours of the holidays.',
    platforms: [{ platform: 'x', accountId: dashboard.service.accounts.x }],
    publishAt: new Date(Date.now() + 3 * 86_400_000),
  });
  await page.goto('/posts');
  await page.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Scheduled' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('option', { name: 'Scheduled' }).click();
  await page.waitForURL('**/posts?status=scheduled');
  await page.goto(`/posts?status=scheduled&platform=x&account=${dashboard.service.accounts.x}`);
  await page.getByRole('link', { name: post.content }).click();
  await page.getByRole('button', { name: 'Cancel post' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel post' }).click();
  await page.getByText('Not published: the post was cancelled.').waitFor();
  expect((await dashboard.fanfare.posts.get(post.id)).post.status).toBe('cancelled');
});
