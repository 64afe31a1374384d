import { expect, test } from 'vitest';
import { choose, livePosts, openComposer, postText, savedAsDraft, sent } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { chooseFiles, drop, holdUploads, hostedFiles, sampleFile } from './files.ts';
import { screenFindings } from './open-dashboard.ts';
import { press } from './press.ts';

const dashboard = dashboardOfFile();

test('of two dropped files the PNG is refused for Instagram before a byte is sent; the JPEG goes out with its alt text', async () => {
  const { page, takeErrors } = await openComposer(dashboard);
  const text = 'Dropped on the page';
  const release = await holdUploads(page);
  await choose(page, 'Instagram');
  await postText(page).fill(text);
  const jpeg = sampleFile('harbour.jpg');
  await drop(page, page.getByRole('region', { name: 'Previews' }), [jpeg, sampleFile('latte.png')]);
  const problems = page.getByRole('list', { name: 'Problems of picture 2' });
  await problems.getByText('The file is PNG; allowed: JPEG.').waitFor();
  expect(await page.getByRole('list', { name: 'Problems of picture 1' }).count()).toBe(0);
  await page.getByText('instagram.image.type').waitFor();
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(2);
  expect(await page.getByRole('button', { name: 'Publish now' }).getAttribute('aria-disabled')).toBe('true');
  expect(await screenFindings(page)).toEqual([]);

  release();
  await page.getByRole('status').getByText('is uploaded.').waitFor();
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  await problems.getByText('The file is PNG; allowed: JPEG.').waitFor();
  await press(page, 'Remove picture 2');
  await page.getByLabel('Alt text of picture 1').fill('A harbour at sunrise');
  await press(page, 'Publish now');
  await sent(page, 'Published');
  expect((await livePosts(dashboard, text)).map(({ media }) => media.map(({ altText }) => altText))).toEqual([
    ['A harbour at sunrise'],
  ]);
  const { post } = await dashboard.fanfare.posts.get(new URL(page.url()).searchParams.get('post') ?? '');
  const [item] = post.targets[0]?.requested.mediaItems ?? [];
  expect(item?.url).toMatch(/\/m\/[0-9a-f]{32}\/harbour\.jpg$/);
  expect(Buffer.from(await (await fetch(item?.url ?? '')).arrayBuffer()).equals(jpeg.buffer)).toBe(true);
  expect(takeErrors()).toEqual([]);
});

test('an upload that is cancelled leaves nothing in the post, in the draft and on the server', async () => {
  const { page } = await openComposer(dashboard);
  const text = 'Without its picture';
  const release = await holdUploads(page);
  await choose(page, 'X');
  await postText(page).fill(text);
  const before = await hostedFiles(dashboard);
  await chooseFiles(page, [sampleFile('beans.jpg')]);
  await expect.poll(() => hostedFiles(dashboard)).toEqual(['beans.jpg awaiting_upload', ...before]);
  await page.getByText('beans.jpg is not uploaded yet.').waitFor();
  await savedAsDraft(page);

  await press(page, 'Cancel upload of picture 1');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('post-media');
  release();
  await expect.poll(() => hostedFiles(dashboard)).toEqual(before);
  await press(page, 'Publish now');
  await sent(page, 'Published');
  expect((await livePosts(dashboard, text)).map(({ media }) => media)).toEqual([[]]);
});
