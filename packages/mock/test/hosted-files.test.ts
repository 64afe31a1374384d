import { readFileSync } from 'node:fs';
import { Fanfare } from '@fanfare/sdk';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { serveMock } from '../src/server/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const picture = readFileSync(new URL('../../sandbox/samples/harbour.jpg', import.meta.url));
const blob = new Blob([picture], { type: 'image/jpeg' });

const begin = () => {
  const mock = createMock({ start: { accounts: [{ platform: 'x' }] } });
  const fanfare = new Fanfare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: mock.fetch });
  return { mock, fanfare };
};

test('a file that no post uses is gone after 48 hours, and not before', async () => {
  const { mock, fanfare } = begin();
  const { media } = await fanfare.media.upload(blob, { filename: 'harbour.jpg' });
  await mock.clock.advance(48 * HOUR_MS - 1);
  expect((await mock.fetch(media.url)).status).toBe(200);
  await mock.clock.advance(1);
  expect((await mock.fetch(media.url)).status).toBe(404);
  expect(await fanfare.media.list()).toEqual({ media: [], hasMore: false, nextCursor: null });
});

test('a file waits for its scheduled post, and stays 30 days after it', async () => {
  const { mock, fanfare } = begin();
  const [account] = await fanfare.accounts.list().toArray();
  const { media } = await fanfare.media.upload(blob, { filename: 'harbour.jpg' });
  await fanfare.posts.create({
    mediaItems: [{ type: 'image', url: media.url }],
    publishAt: new Date(mock.clock.now().getTime() + 10 * DAY_MS),
    platforms: [{ platform: 'x', accountId: account?.id ?? '' }],
  });
  await mock.clock.advance(9 * DAY_MS);
  expect((await fanfare.media.get(media.id)).media.expiresAt).toBeNull();
  await mock.clock.advance(DAY_MS);
  const until = new Date(mock.clock.now().getTime() + 30 * DAY_MS).toISOString();
  expect((await fanfare.media.get(media.id)).media.expiresAt).toBe(until);
  await mock.clock.travelTo(until);
  await expect(fanfare.media.get(media.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a person who is removed takes the files that only their posts used', async () => {
  const { mock, fanfare } = begin();
  const { id, platform } = mock.seed.account({ platform: 'threads', username: 'grace' });
  const [ada] = await fanfare.accounts.list().toArray();
  const [own, shared] = [
    await fanfare.media.upload(blob, { filename: 'own.jpg' }),
    await fanfare.media.upload(blob, { filename: 'shared.jpg' }),
  ];
  const item = ({ media }: typeof own) => ({ type: 'image', url: media.url }) as const;
  await fanfare.posts.create({ mediaItems: [item(own), item(shared)], platforms: [{ platform, accountId: id }] });
  await fanfare.posts.create({ mediaItems: [item(shared)], platforms: [{ platform: 'x', accountId: ada?.id ?? '' }] });
  mock.accounts.remove(id);
  expect((await fanfare.media.list().toArray()).map(({ filename }) => filename)).toEqual(['shared.jpg']);
});

test('bytes may come for an hour', async () => {
  const { mock, fanfare } = begin();
  const { media } = await fanfare.media.create({ filename: 'a.jpg', contentType: 'image/jpeg', bytes: 1 });
  await mock.clock.advance(HOUR_MS);
  const late = await mock.fetch(media.uploadUrl ?? '', {
    method: 'PUT',
    body: 'a',
    headers: media.uploadHeaders ?? {},
  });
  expect([late.status, late.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
});

test('a test says which file is at an address, or that there is none; a reset forgets both', async () => {
  const { mock, fanfare } = begin();
  const url = 'https://cdn.example.com/a.jpg';
  mock.media.at(url, new TextEncoder().encode('no picture'));
  expect((await fanfare.media.fromUrl({ url })).media).toMatchObject({ status: 'refused', bytes: 10 });
  mock.media.at(url, null);
  await expect(fanfare.media.fromUrl({ url })).rejects.toMatchObject({ code: 'media_unreachable' });
  mock.reset();
  const { media } = await new Fanfare({ ...mock }).media.fromUrl({ url });
  expect(media).toMatchObject({
    status: 'ready',
    filename: 'a.jpg',
    facts: { width: 1080, height: 1350 },
    problems: [],
  });
});

test('the standalone server takes files that are larger than any other body, and what its control says', async () => {
  const { mock, url, close } = await serveMock();
  try {
    const fanfare = new Fanfare({ baseUrl: url, apiKey: mock.apiKey });
    // Viewers ignore what follows the end of a JPEG.
    const large = new Blob([picture, new Uint8Array(9 * 1024 * 1024)], { type: 'image/jpeg' });
    const { media } = await fanfare.media.upload(large, { filename: 'large.jpg' });
    expect(media).toMatchObject({ bytes: large.size, facts: { width: 1080 } });
    const [served, sent] = await Promise.all([fetch(media.url).then((answer) => answer.bytes()), large.bytes()]);
    expect(Buffer.compare(served, sent)).toBe(0);
    const body = JSON.stringify({ url: 'https://cdn.example.com/b.jpg', base64: picture.toString('base64') });
    await fetch(`${url}/__mock/media`, { method: 'POST', body });
    const copy = await fanfare.media.fromUrl({ url: 'https://cdn.example.com/b.jpg' });
    expect(copy.media.bytes).toBe(picture.length);
  } finally {
    await close();
  }
});
