import { expect, test } from 'vitest';
import { choose, openComposer, postText, savedAsDraft } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { holdEveryEntry, SCREENS } from './every-entry.ts';
import { press } from './press.ts';

const dashboard = dashboardOfFile();

/** One page of each layout; the nightly tries every page. */
const SOME = ['/', '/compose', '/settings/members', '/nothing'];

test('every entry of the navigation leads from a page of each layout to its own, and Back leads there again', () =>
  // Desktop and phone take turns; the composer is tried on both.
  holdEveryEntry(dashboard, ({ address }, at) => {
    if (!SOME.includes(address)) return [];
    return address === '/compose' ? SCREENS : [SCREENS[at % 2]!];
  }));

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
  // The draft is deleted once the composer knows of its post; its next step is the one under test.
  const finished = page.waitForResponse((response) => response.request().method() === 'DELETE');
  release();
  await Promise.all([answered, finished]);
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByRole('link', { name: 'Published behind the back' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/posts');
});
