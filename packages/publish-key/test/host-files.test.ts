import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMock } from '@fanfare/mock';
import { Fanfare } from '@fanfare/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { derivePublishKey, hashFiles, hostFile, hostFiles, type PublishContent } from '../src/index.ts';

const HARBOUR = fileURLToPath(new URL('../../sandbox/samples/harbour.jpg', import.meta.url));

const mock = createMock();
const account = mock.seed.account({ platform: 'x' });
const fanfare = new Fanfare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: mock.fetch });

/** Does what a command does each time that it is called. */
async function publish(content: PublishContent, now: Date) {
  const hashes = await hashFiles(content);
  const idempotencyKey = derivePublishKey(content, { now, hashes });
  const request = await hostFiles({ media: fanfare.media, now }, content, hashes);
  return fanfare.posts.create({ ...request, idempotencyKey }).withResponse();
}

test('the same post with a local file, ten times at once and once more, is one file and one post', async () => {
  const now = new Date();
  const content: PublishContent = {
    content: 'The harbour is awake.',
    mediaItems: [{ type: 'image', file: HARBOUR, altText: 'Boats' }],
    platforms: [{ platform: 'x', accountId: account.id }],
  };
  const together = await Promise.all(Array.from({ length: 10 }, () => publish(content, now)));
  const later = await publish({ ...content, content: ' The harbour is awake. ' }, now);
  const first = together.find(({ data }) => !data.replayed)!.data;
  expect(new Set([...together, later].map(({ data }) => data.post.id))).toEqual(new Set([first.post.id]));
  expect(together.filter(({ data }) => !data.replayed)).toHaveLength(1);
  const { media } = await fanfare.media.list();
  expect(media).toEqual([expect.objectContaining({ url: first.post.media[0]?.url, status: 'ready' })]);
  expect((await fanfare.posts.list()).posts.map(({ id }) => id)).toEqual([first.post.id]);
});

test('a file that is no picture is refused, with its path and the reason, and nothing is published', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'publish-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const notes = path.join(folder, 'notes.txt');
  writeFileSync(notes, 'no picture at all');
  const content: PublishContent = {
    mediaItems: [{ type: 'image', file: notes, contentType: 'image/jpeg' }],
    platforms: [{ platform: 'x', accountId: account.id }],
  };
  const before = (await fanfare.posts.list()).posts;
  await expect(publish(content, new Date())).rejects.toThrow(
    `${notes} is refused: The bytes are no image, video or document`,
  );
  expect((await fanfare.posts.list()).posts).toEqual(before);
});

test('an upload that broke off more than an hour ago is made anew, and each later call of the hour finds it', async () => {
  const keys: (string | undefined)[] = [];
  const pauses: number[] = [];
  const expired = Object.assign(new Error(), { status: 404 });
  const media = {
    upload: async (_: unknown, { idempotencyKey }: { idempotencyKey?: string } = {}) => {
      keys.push(idempotencyKey);
      if (!idempotencyKey?.endsWith('-11')) throw expired;
      return { media: { id: 'med_1' } };
    },
  };
  const deps = { media: media as never, pause: async (ms: number) => pauses.push(ms) };
  const at = (time: string) => hostFile({ ...deps, now: new Date(time) }, HARBOUR, 'aa');
  expect(await at('2026-11-28T11:10:00Z')).toEqual({ id: 'med_1' });
  const day = 'file-2026-11-28-aa';
  expect({ keys, pauses }).toEqual({ keys: [day, day, `${day}-11`], pauses: [250, 500] });
  await expect(at('2026-11-28T12:10:00Z')).rejects.toBe(expired);
});
