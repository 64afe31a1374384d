import { fileURLToPath } from 'node:url';
import { type RunningService, startService } from '@fanfare/harness/testing';
import { Fanfare } from '@fanfare/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { derivePublishKey, hashFiles, hostFiles, type PublishContent } from '../src/index.ts';

const HARBOUR = fileURLToPath(new URL('../../sandbox/samples/harbour.jpg', import.meta.url));

let service: RunningService;
let fanfare: Fanfare;
beforeAll(async () => {
  service = await startService();
  fanfare = new Fanfare(service);
});
afterAll(() => service?.stop());

/** Does what a command does each time that it is called. */
async function publish(content: PublishContent, now: Date) {
  const hashes = await hashFiles(content);
  const idempotencyKey = derivePublishKey(content, { now, hashes });
  const request = await hostFiles({ media: fanfare.media, now }, content, hashes);
  return fanfare.posts.create({ ...request, idempotencyKey }).withResponse();
}

test('at a server, the same post with a local file, ten times at once and once more, is one file and one post', async () => {
  const now = new Date();
  const content: PublishContent = {
    content: 'The harbour is awake.',
    mediaItems: [{ type: 'image', file: HARBOUR, altText: 'Boats' }],
    platforms: [{ platform: 'x', accountId: service.accounts.x }],
  };
  const together = await Promise.all(Array.from({ length: 10 }, () => publish(content, now)));
  const later = await publish({ ...content, content: ' The harbour is awake. ' }, now);
  const first = together.find(({ data }) => !data.replayed)!.data;
  expect(new Set([...together, later].map(({ data }) => data.post.id))).toEqual(new Set([first.post.id]));
  expect(together.filter(({ data }) => !data.replayed)).toHaveLength(1);
  const { media } = await fanfare.media.list();
  expect(media).toEqual([expect.objectContaining({ url: first.post.media[0]?.url, status: 'ready' })]);
  expect((await service.livePosts()).map(({ text }) => text)).toEqual([content.content]);
});
