import { createHash } from 'node:crypto';
import { jpeg, pdfOfPages } from '@fanfare/media-file/testing/files';
import { expect, test } from 'vitest';
import { choose, livePosts, openComposer, postText, savedAsDraft, sent } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { chooseFiles, hostedFiles, paste, sampleFile, type TestFile, uploaded } from './files.ts';
import { axeFindings, screenFindings } from './open-dashboard.ts';
import { press, pressInDialog } from './press.ts';

const dashboard = dashboardOfFile();

test('a file of the project is used again, stays in the draft, and the list says which networks refuse one', async () => {
  // Too wide for Instagram, which conversion does not change.
  const banner = { name: 'banner.jpg', mimeType: 'image/jpeg', buffer: jpeg({ width: 1_080, height: 200 }) };
  for (const { buffer, name, mimeType } of [sampleFile('roastery.jpg'), sampleFile('latte.png'), banner])
    await dashboard.fanfare.media.upload(new Blob([new Uint8Array(buffer)], { type: mimeType }), { filename: name });
  const { page, takeErrors } = await openComposer(dashboard);
  const text = 'Seen before';
  await choose(page, 'Instagram', 'X');
  await postText(page).fill(text);
  await press(page, 'Recent files');
  const dialog = page.getByRole('dialog');
  const files = dialog.getByRole('listitem');
  await files.filter({ hasText: 'banner.jpg' }).getByText('Not for Instagram').waitFor();
  expect(await dialog.getByText('Not for').count()).toBe(1);
  await dialog.getByRole('checkbox', { name: 'roastery.jpg', exact: true }).check();
  expect(await screenFindings(page)).toEqual([]);
  await pressInDialog(page, 'Use file');
  await page.getByText('roastery.jpg').waitFor();
  await savedAsDraft(page);
  await page.reload();
  await page.getByText('roastery.jpg').waitFor();

  await press(page, 'Recent files');
  await dialog.getByRole('checkbox', { name: /^latte\.png/ }).check();
  await pressInDialog(page, 'Use file');
  await page
    .getByRole('list', { name: 'Conversion of picture 2' })
    .getByText('It is converted to what Instagram takes.')
    .waitFor();
  await press(page, 'Remove picture 2');
  await press(page, 'Publish now');
  await sent(page, 'Published');
  expect((await livePosts(dashboard, text)).map(({ network, media }) => `${network} ${media.length}`).sort()).toEqual([
    'instagram 1',
    'x 1',
  ]);
  expect(takeErrors()).toEqual([]);
});

test('an upload whose connection breaks says so and goes on from the bytes that have arrived', async () => {
  const { page } = await openComposer(dashboard);
  const large = padded(sampleFile('cover.jpg'), 9_000_000);
  const calls: string[] = [];
  await page.route('**/uploads/**', async (route) => {
    const request = route.request();
    calls.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`.trim());
    if (calls.length === 2) await route.abort('connectionreset');
    else await route.continue();
  });
  await chooseFiles(page, [large]);
  await page.getByText('Connection lost. Trying again…').waitFor();
  await uploaded(page, 'cover.jpg');
  expect(calls).toEqual(['PATCH 0', 'PATCH 8388608', 'HEAD', 'PATCH 8388608']);
  const [file] = (await dashboard.fanfare.media.list({ status: 'ready' })).media;
  expect([file?.filename, file?.bytes, file?.sha256]).toEqual(['cover.jpg', large.buffer.length, sha256(large.buffer)]);
});

test('pasted into other words for X, a picture is for X alone; a text file says what is wrong and is not sent', async () => {
  const { page } = await openComposer(dashboard);
  const before = await hostedFiles(dashboard);
  await choose(page, 'X', 'LinkedIn');
  await postText(page).fill('For both');
  await page.getByRole('button', { name: 'Customise for X' }).click();
  const own = page.getByRole('region', { name: /^X / });
  await paste(page, own.getByLabel('Text', { exact: true }), [sampleFile('harbour.jpg')]);
  await uploaded(page, 'harbour.jpg');
  await own.getByText('Differs from the post: media.').waitFor();
  const notes = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') };
  await paste(page, postText(page).first(), [notes]);
  await page.getByText('The bytes are neither an image nor a video').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await hostedFiles(dashboard)).toEqual(['harbour.jpg ready', ...before]);
  await press(page, 'Cancel upload of picture 1');
  await press(page, 'Publish now');
  await sent(page, 'Published');
  expect(
    (await livePosts(dashboard, 'For both')).map(({ network, media }) => `${network} ${media.length}`).sort(),
  ).toEqual(['linkedin 0', 'x 1']);
});

/** The same picture in a larger file: bytes before its end marker are read by nobody. */
function padded({ buffer, ...file }: TestFile, bytes: number): TestFile {
  const end = buffer.length - 2;
  return { ...file, buffer: Buffer.concat([buffer.subarray(0, end), Buffer.alloc(bytes), buffer.subarray(end)]) };
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('a PDF of 301 pages says at its place that LinkedIn allows 300, once it is uploaded and counted', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'LinkedIn');
  await chooseFiles(page, [{ name: 'long.pdf', mimeType: 'application/pdf', buffer: pdfOfPages(301) }]);
  await page.getByText('The length of the document is 301 pages; allowed: at most 300 pages.').first().waitFor();
  expect(await page.getByRole('list', { name: /^Problems of / }).count()).toBe(1);
});
