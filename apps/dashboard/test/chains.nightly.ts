import { expect, test } from 'vitest';
import { choose, openComposer, postText, preview, sample, sent } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings, screenFindings } from './open-dashboard.ts';
import { press } from './press.ts';

const dashboard = dashboardOfFile();

test('the page of a post shows each post of a chain and each comment, and removes them from the networks', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  const { accounts } = dashboard.service;
  const { post } = await dashboard.fanfare.posts.create({
    content: 'Three things about coffee, in one piece.',
    platforms: [
      {
        platform: 'x',
        accountId: accounts.x,
        thread: [{ content: 'Three things about coffee.' }, { content: 'Water matters.' }, { content: 'Grind late.' }],
      },
      {
        platform: 'linkedin',
        accountId: accounts.linkedin,
        firstComments: [{ content: 'Questions?' }, { content: 'Thank you.', afterSeconds: 3_600 }],
      },
    ],
  });
  await page.goto(`/posts/${post.id}`);
  const chain = page.getByRole('list', { name: 'Posts of the chain' }).getByRole('listitem');
  await chain.first().waitFor();
  expect(await chain.allTextContents()).toEqual([
    expect.stringContaining('Three things about coffee.published'),
    expect.stringContaining('Water matters.published'),
    expect.stringContaining('Grind late.published'),
  ]);
  await page.getByText('Comment (published): “Questions?”').waitFor();
  expect(await page.getByText('Comment (to come').textContent()).toContain('“Thank you.”');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove from networks' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect
    .poll(async () =>
      (await dashboard.fanfare.posts.get(post.id)).post.targets.map(({ unpublishedAt }) => unpublishedAt !== null),
    )
    .toEqual([true, true]);
  expect(takeErrors()).toEqual([]);
});

test('a chain is written, put in order by keyboard, counted for each post, and goes out with a later comment elsewhere', async () => {
  const { page, takeErrors } = await openComposer(dashboard);
  await choose(page, 'X', 'Threads', 'LinkedIn');
  await postText(page).fill('Three things about coffee.');
  await press(page, 'Continue in another post');
  await page.getByLabel('Post 2', { exact: true }).fill('Drink early. '.repeat(25));
  await press(page, 'Add a post');
  await page.getByLabel('Post 3', { exact: true }).fill('Water matters.');
  const second = page.getByRole('listitem').filter({ has: page.getByLabel('Post 2', { exact: true }) });
  await second.getByText('X 325 of 280').waitFor();
  await page.getByRole('region', { name: 'What speaks against it' }).getByRole('button').first().click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await page.getByLabel('Post 2', { exact: true }).fill('Drink early.');
  await second.getByText('X 12 of 280Threads 12 of 500').waitFor();

  await page.getByRole('button', { name: 'Move post 3 up' }).press('Enter');
  await page.getByText('Post 3 is now post 2 of 3.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Move post 2 up');
  await second.getByText('Media of post 2').click();
  await second.getByLabel('Or the address of a picture or video').fill(sample(dashboard, 'latte.png'));
  await second.getByRole('button', { name: 'Add media' }).click();
  await second.getByLabel('Alt text of picture 1').fill('A latte');
  await press(page, 'Add another comment');
  await page.getByLabel('Comment 2', { exact: true }).fill('That was all.');
  await page.getByLabel('After the post, comment 2').fill('2');
  await page.getByRole('combobox', { name: 'Unit of the delay of comment 2' }).click();
  await page.getByRole('option', { name: 'Hours' }).click();

  await preview(page, 'LinkedIn').getByText('2 hours after the post').waitFor();
  const posts = preview(page, 'X').getByRole('list', { name: 'Posts of the chain' }).getByRole('listitem');
  expect(await posts.allTextContents()).toEqual([
    expect.stringContaining('Three things about coffee.'),
    expect.stringContaining('Water matters.'),
    expect.stringContaining('Drink early.'),
  ]);
  await page.getByText('3 units + 1 for the comment').waitFor();
  expect(await screenFindings(page)).toEqual([]);
  if (process.env.PICTURES)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${process.env.PICTURES}/chain-${width}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await press(page, 'Publish now');
  await sent(page, 'Published');
  const { post } = await dashboard.fanfare.posts.get(new URL(page.url()).searchParams.get('post') ?? '');
  const chain = [
    { content: 'Three things about coffee.' },
    {
      content: 'Water matters.',
      mediaItems: [{ type: 'image', url: sample(dashboard, 'latte.png'), altText: 'A latte' }],
    },
    { content: 'Drink early.' },
  ];
  const firstComments = [{ content: 'That was all.', afterSeconds: 7_200 }];
  expect(post.targets.map(({ platform, requested }) => [platform, requested.thread, requested.firstComments])).toEqual([
    ['x', chain, undefined],
    ['threads', chain, firstComments],
    ['linkedin', undefined, firstComments],
  ]);
  // A copy is the same chain again.
  await page.goto(`/compose?from=${post.id}`);
  await page.getByLabel('Post 3', { exact: true }).waitFor();
  expect(await page.getByRole('region', { name: /^(X|Threads|LinkedIn)/ }).count()).toBe(0);
  expect(takeErrors()).toEqual([]);
});
