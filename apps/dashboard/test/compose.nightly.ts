import { expect, test } from 'vitest';
import { addMedia, choose, livePosts, openComposer, postText, sample, savedAsDraft, sent } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';
import { press } from './press.ts';

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

test('who leaves the composer while it publishes stays where they went, and the post is published', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'X');
  await postText(page).fill('Published behind the back');
  await savedAsDraft(page);
  await page.route('**/api/v1/events**', (route) => route.abort());
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/posts', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await press(page, 'Publish now');
  await page.getByText('You can close this page').waitFor();
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  const answered = page.waitForResponse('**/api/v1/posts');
  release();
  await answered;
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByRole('link', { name: 'Published behind the back' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/posts');
});
