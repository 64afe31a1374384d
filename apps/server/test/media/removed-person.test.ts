import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaFile } from '@fanfare/contract';
import { afterAll, expect, test } from 'vitest';
import { networkCalls } from '../leaving/callbacks.ts';
import { removalsDone } from '../leaving/dump.ts';
import { useServer } from '../use-server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-removed-'));
afterAll(() => rm(folder, { recursive: true }));

const server = useServer({ env: { MEDIA_DIR: folder } });

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const HOUR_MS = 3_600_000;

/** Keys of the files in the folder. */
const stored = async () => (await readdir(folder, { recursive: true })).filter((name) => /\/[0-9a-f]{32}$/.test(name));

test('the files that only posts of a person used go with the person, their bytes within the hour', async () => {
  const ana = await server.person('threads');
  const ben = await server.person('threads', { project: ana.project });
  const host = async () => {
    const announced = { filename: 'dot.png', contentType: 'image/png', bytes: PNG.length };
    const { body } = await ana.project.call<{ media: MediaFile }>('POST', '/api/v1/media', announced);
    const { id, uploadUrl, uploadHeaders } = body.media;
    await fetch(uploadUrl!, { method: 'PUT', headers: uploadHeaders!, body: PNG });
    return (await ana.project.call<{ media: MediaFile }>('POST', `/api/v1/media/${id}/complete`)).body.media;
  };
  const [own, common] = [await host(), await host()];
  const targetOf = ({ account }: typeof ana) => ({ platform: account.platform, accountId: account.id });
  const publishAt = new Date(server.clock.now() + 30 * HOUR_MS).toISOString();
  const publish = (content: string, { url }: MediaFile, people: (typeof ana)[]) =>
    ana.project.publish({ content, mediaItems: [{ type: 'image', url }], platforms: people.map(targetOf), publishAt });
  expect((await publish('Mine', own, [ana])).status).toBe(202);
  expect((await publish('Ours', common, [ana, ben])).status).toBe(202);

  await networkCalls(server, ana, 'deauthorize');
  await removalsDone(server.db);
  const status = async ({ id }: MediaFile) => (await ana.project.call('GET', `/api/v1/media/${id}`)).status;
  expect([await status(own), await status(common)]).toEqual([404, 200]);
  expect((await fetch(own.url)).status).toBe(404);
  expect(await stored()).toHaveLength(2);
  server.clock.advance(HOUR_MS);
  await server.run('delete-media');
  expect(await stored()).toHaveLength(1);
  expect((await fetch(common.url)).status).toBe(200);
});
