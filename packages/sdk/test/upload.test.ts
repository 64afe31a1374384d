import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileSource } from '../src/file-source.ts';
import { Fanfare } from '../src/index.ts';
import type { Runtime } from '../src/runtime.ts';
import { sendFile } from '../src/upload.ts';
import { startUploadServer, type UploadServer } from './upload-server.ts';
import { API_KEY, createTestRuntime, rejection, type TestRuntime } from './use-client.ts';

const MIB = 1024 * 1024;
const PIECE = 8 * MIB;
const bytes = Uint8Array.from({ length: PIECE * 2 + 5 }, (_, at) => at % 251);

let server: UploadServer;
let runtime: TestRuntime;
let fanfare: Fanfare;
let folder: string;

beforeEach(async () => {
  server = await startUploadServer();
  runtime = createTestRuntime();
  const Client = Fanfare as unknown as new (options: object, runtime: Runtime) => Fanfare;
  fanfare = new Client({ baseUrl: server.baseUrl, apiKey: API_KEY, maxRetries: 0 }, runtime);
  folder = await mkdtemp(path.join(tmpdir(), 'fanfare-upload-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function* chunksOf(all: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < all.length; at += 3 * MIB) yield all.subarray(at, at + 3 * MIB);
}

const SOURCES: Readonly<Record<string, () => FileSource | Promise<FileSource>>> = {
  'a path': async () => {
    const file = path.join(folder, 'harbour.mp4');
    await writeFile(file, bytes);
    return file;
  },
  'a Blob': () => new Blob([bytes], { type: 'video/mp4' }),
  'a ReadableStream': () => new Blob([bytes]).stream(),
  'an AsyncIterable': () => chunksOf(bytes),
};

test.each(Object.entries(SOURCES))('%s arrives whole, over a cut, a lost answer and a 503', async (_, sourceOf) => {
  server.faults.push(undefined, 'cut', 503, 'answer lost');
  const progress: number[] = [];
  const { media } = await fanfare.media.upload(await sourceOf(), {
    filename: 'harbour.mp4',
    contentType: 'video/mp4',
    bytes: bytes.length,
    onProgress: ({ sentBytes, totalBytes }) => {
      expect(totalBytes).toBe(bytes.length);
      progress.push(sentBytes);
    },
  });
  expect([media.status, server.received().equals(bytes)]).toEqual(['ready', true]);
  // After each failure it asks where to go on; what has arrived is not sent again.
  const offset = (at: string | undefined): number => Number(at?.split(' ')[1]);
  expect(server.seen.map((one) => one.split(' ')[0])).toEqual(
    ['PATCH', 'PATCH', 'HEAD', 'PATCH', 'HEAD', 'PATCH', 'HEAD'].concat(
      offset(server.seen.at(-1)) < bytes.length ? ['PATCH'] : [],
    ),
  );
  expect(progress).toEqual([...progress].toSorted((one, other) => one - other));
  expect(progress.at(-1)).toBe(bytes.length);
});

test('an upload that was announced before goes on where it was, and one that is checked sends nothing', async () => {
  await fanfare.media.create({ filename: 'a.mp4', contentType: 'video/mp4', bytes: bytes.length });
  server.faults.push(undefined, 404);
  const blob = new Blob([bytes], { type: 'video/mp4' });
  const first = fanfare.media.upload(blob, { filename: 'a.mp4', idempotencyKey: 'job-17' });
  expect(await rejection(first)).toMatchObject({ status: 404 });
  await fanfare.media.upload(blob, { filename: 'a.mp4', idempotencyKey: 'job-17' });
  expect(server.seen).toEqual([
    'HEAD 0',
    'PATCH 0',
    `PATCH ${PIECE}`,
    `HEAD ${PIECE}`,
    `PATCH ${PIECE}`,
    `PATCH ${2 * PIECE}`,
  ]);
  expect(server.received().equals(bytes)).toBe(true);
});

test('an upload ends after eight failures in a row, and says why', async () => {
  server.faults.push(...Array<503>(20).fill(503));
  const upload = fanfare.media.upload(new Blob([bytes], { type: 'video/mp4' }), { filename: 'a.mp4' });
  expect(await rejection(upload)).toMatchObject({ status: 503 });
  expect(server.seen.filter((one) => one.startsWith('PATCH'))).toHaveLength(8);
  expect(runtime.slept).toHaveLength(7);
});

test.each(Object.entries(SOURCES))(
  '%s goes to a bucket whole, with its headers, again after a failure',
  async (_, sourceOf) => {
    server.isPresigning = true;
    server.faults.push(503, 'answer lost');
    const progress: number[] = [];
    const { media } = await fanfare.media.upload(await sourceOf(), {
      ...{ filename: 'harbour.mp4', contentType: 'video/mp4', bytes: bytes.length },
      onProgress: ({ sentBytes }) => progress.push(sentBytes),
    });
    expect([media.status, server.received().equals(bytes)]).toEqual(['ready', true]);
    expect(server.seen).toEqual(Array<string>(3).fill(`PUT video/mp4 sum   ${bytes.length}`));
    expect(progress).toEqual([bytes.length]);
  },
);

test('a bucket that refuses a file ends the upload, and its address needs the headers of the file', async () => {
  server.isPresigning = true;
  server.faults.push(403);
  const blob = new Blob([bytes], { type: 'video/mp4' });
  expect(await rejection(fanfare.media.upload(blob, { filename: 'a.mp4' }))).toMatchObject({ status: 403 });
  expect(server.seen).toHaveLength(1);
  const { media } = await fanfare.media.create({ filename: 'a.mp4', contentType: 'video/mp4', bytes: 3 });
  const { uploadHeaders: _, ...bare } = media;
  expect(await rejection(sendFile(bare, new Blob([bytes])))).toEqual(
    new TypeError('This address needs the headers of the file: pass `uploadHeaders`.'),
  );
});

test('signal ends an upload with its reason', async () => {
  const stopped = new AbortController();
  const upload = fanfare.media.upload(new Blob([bytes], { type: 'video/mp4' }), {
    filename: 'a.mp4',
    signal: stopped.signal,
    onProgress: () => stopped.abort(new Error('enough')),
  });
  expect(await rejection(upload)).toEqual(new Error('enough'));
  expect(server.received()).toHaveLength(PIECE);
});

test('a page sends a file without a client or a key', async () => {
  const { media } = await fanfare.media.create({ filename: 'a.jpg', contentType: 'image/jpeg', bytes: 3 });
  await sendFile(media, new Blob(['abc']));
  expect(server.received().toString()).toBe('abc');
  const other = sendFile({ ...media, uploadUrl: null }, new Blob(['abc']));
  expect(await rejection(other)).toEqual(new TypeError('The file takes no bytes: it was completed.'));
});

test.each<[string, FileSource, object]>([
  ['A file is a path, a Blob or a stream of bytes.', 7 as never, {}],
  ['A stream does not say how long it is: pass `bytes`.', new Blob(['a']).stream(), { filename: 'a.jpg' }],
  ['The file has no name: pass `filename`.', new Blob(['a']), {}],
  ['The type of a.xyz is not known: pass `contentType`.', new Blob(['a']), { filename: 'a.xyz' }],
  ['The stream ended after 1 of 2 bytes.', new Blob(['a']).stream(), { filename: 'a.jpg', bytes: 2 }],
  [
    'The stream has more than the 2 bytes that `bytes` says.',
    new Blob(['abc']).stream(),
    { filename: 'a.jpg', bytes: 2 },
  ],
])('a source that cannot be sent says what is missing: %s', async (message, source, options) => {
  expect(await rejection(fanfare.media.upload(source, options))).toEqual(new TypeError(message));
});

test('a file in a post is uploaded once, and the post has its address', async () => {
  const file = new Blob(['abc'], { type: 'image/jpeg' });
  const item = { type: 'image', altText: 'A loaf', file, filename: 'rye.jpg' } as const;
  const answer = await fanfare.posts.create({
    content: 'Rye.',
    mediaItems: [item],
    platforms: [
      { platform: 'x', accountId: 'acc_1' },
      {
        platform: 'threads',
        accountId: 'acc_2',
        mediaItems: [item, { type: 'image', url: 'https://a.example/b.jpg' }],
      },
    ],
    idempotencyKey: 'job-18',
  });
  const hosted = { type: 'image', altText: 'A loaf', url: `${server.baseUrl}/m/k/a.bin` };
  expect((answer as unknown as { sent: unknown }).sent).toEqual({
    content: 'Rye.',
    mediaItems: [hosted],
    platforms: [
      { platform: 'x', accountId: 'acc_1' },
      {
        platform: 'threads',
        accountId: 'acc_2',
        mediaItems: [hosted, { type: 'image', url: 'https://a.example/b.jpg' }],
      },
    ],
    idempotencyKey: 'job-18',
  });
  expect(server.seen).toEqual(['PATCH 0']);
});

test('a file in a post of a chain alone is uploaded, and that post has its address', async () => {
  const file = new Blob(['abc'], { type: 'image/jpeg' });
  const target = { platform: 'x', accountId: 'acc_1' } as const;
  const answer = await fanfare.posts.create({
    platforms: [
      {
        ...target,
        thread: [{ content: 'One.' }, { content: 'Two.', mediaItems: [{ type: 'image', file, filename: 'rye.jpg' }] }],
      },
    ],
    idempotencyKey: 'job-19',
  });
  const hosted = { type: 'image', url: `${server.baseUrl}/m/k/a.bin` };
  expect((answer as unknown as { sent: unknown }).sent).toEqual({
    platforms: [{ ...target, thread: [{ content: 'One.' }, { content: 'Two.', mediaItems: [hosted] }] }],
    idempotencyKey: 'job-19',
  });
  expect(server.seen).toEqual(['PATCH 0']);
});
