import { expect, test } from 'vitest';
import { choose, livePosts, openComposer, postText, savedAsDraft, sent } from './composing.ts';
import { sharedDashboardOfFile } from './dashboard-of-file.ts';
import { press } from './press.ts';

const dashboard = sharedDashboardOfFile();

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
  await page.getByText('You sent this post and left before the answer came.').waitFor();
  await expect.poll(() => postText(page).inputValue()).toBe(text);
  await press(page, 'Publish now');
  await page.getByText('nothing was published a second time').waitFor();
  expect((await livePosts(dashboard, text)).length).toBe(1);
});
