import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Upload, type UploadOptions } from 'tus-js-client';
import { expect, test } from 'vitest';
import { useMediaServer } from './use-media-server.ts';

const server = useMediaServer();

const CONTENT = randomBytes(3_000_000);
const CHUNK = 256 * 1024;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const stored = async (key: string) => sha256(await buffer(server.store.stream(key, 0, CONTENT.length)));

/** Uploads with the client of the tus project, until it ends or `stopAt` bytes are there. */
function upload(
  uploadUrl: string,
  options: Partial<UploadOptions> & { readonly stopAt?: number } = {},
): Promise<string[]> {
  const requests: string[] = [];
  return new Promise((resolve, reject) => {
    const { stopAt = Number.POSITIVE_INFINITY, ...others } = options;
    const client = new Upload(CONTENT as unknown as File, {
      ...{ uploadUrl, chunkSize: CHUNK, retryDelays: null, uploadSize: CONTENT.length },
      onAfterResponse: (request, response) =>
        void requests.push(`${request.getMethod()} ${response.getStatus()} ${response.getHeader('Upload-Offset')}`),
      onChunkComplete: (_size, accepted) => {
        if (accepted >= stopAt) void client.abort().then(() => resolve(requests));
      },
      onSuccess: () => resolve(requests),
      onError: reject,
      ...others,
    });
    client.start();
  });
}

test('a tus client uploads a file in chunks', async () => {
  const file = await server.announce({ bytes: CONTENT.length });
  const requests = await upload(file.uploadUrl);
  const ends = Array.from({ length: 12 }, (_, n) => `PATCH 204 ${Math.min((n + 1) * CHUNK, CONTENT.length)}`);
  expect(requests).toEqual(['HEAD 200 0', ...ends]);
  expect(await stored(file.key)).toBe(sha256(CONTENT));
});

test('a tus client that was stopped sends the rest only', async () => {
  const file = await server.announce({ bytes: CONTENT.length });
  await upload(file.uploadUrl, { stopAt: 5 * CHUNK });
  const [first, second] = await upload(file.uploadUrl);
  const offset = Number(first!.split(' ')[2]);
  expect(offset).toBeGreaterThanOrEqual(5 * CHUNK);
  expect([first, second]).toEqual([`HEAD 200 ${offset}`, `PATCH 204 ${offset + CHUNK}`]);
  expect(await stored(file.key)).toBe(sha256(CONTENT));
});

test('a tus client in one request, without chunks', async () => {
  const file = await server.announce({ bytes: CONTENT.length });
  expect(await upload(file.uploadUrl, { chunkSize: Number.POSITIVE_INFINITY })).toEqual([
    'HEAD 200 0',
    `PATCH 204 ${CONTENT.length}`,
  ]);
  expect(await stored(file.key)).toBe(sha256(CONTENT));
});
