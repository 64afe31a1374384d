import { expect, test } from 'vitest';
import { choose, livePosts, openComposer, postText, savedAsDraft, sent } from './composing.ts';
import { sharedDashboardOfFile } from './dashboard-of-file.ts';
import { drop, holdUploads, hostedFiles, sampleFile } from './files.ts';
import { screenFindings } from './open-dashboard.ts';
import { press } from './press.ts';

const dashboard = sharedDashboardOfFile();

test('of dropped files a PNG says that Instagram gets a JPEG before a byte is sent, a cancelled one leaves nothing, and the JPEG goes out with its alt text', async () => {
  const { page, takeErrors } = await openComposer(dashboard);
  const text = 'Dropped on the page';
  const release = await holdUploads(page);
  await choose(page, 'Instagram');
  await postText(page).fill(text);
  const jpeg = sampleFile('harbour.jpg');
  const before = await hostedFiles(dashboard);
  await drop(page, page.getByRole('region', { name: 'Previews' }), [
    jpeg,
    sampleFile('latte.png'),
    sampleFile('beans.jpg'),
  ]);
  const conversion = page.getByRole('list', { name: 'Conversion of picture 2' });
  await conversion.getByText('PNG sent to instagram as JPEG, 1,080 px').waitFor();
  expect(await page.getByRole('list', { name: /^(Problems|Conversion) of picture [13]$/ }).count()).toBe(0);
  expect(await page.getByText('instagram.image.type').count()).toBe(0);
  await expect.poll(async () => (await hostedFiles(dashboard)).length).toBe(before.length + 3);
  expect(await page.getByRole('progressbar').count()).toBe(3);
  expect(await page.getByRole('button', { name: 'Publish now' }).getAttribute('aria-disabled')).toBe('true');
  expect(await screenFindings(page)).toEqual([]);

  await savedAsDraft(page);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect.poll(() => postText(second).inputValue()).toBe(text);
  expect(await second.getByLabel(/^Alt text of/).count()).toBe(0);

  await press(page, 'Cancel upload of picture 3');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('post-media');
  release();
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  await expect
    .poll(async () => (await hostedFiles(dashboard)).sort())
    .toEqual(['harbour.jpg ready', 'latte.png ready', ...before].sort());
  await conversion.getByText('PNG sent to instagram as JPEG, 1,080 px').waitFor();
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
