import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serve } from './loopback.ts';
import { fileOf } from './media-bytes.ts';
import { factsOf, openSource, request, serveFile, tempDir, useSources } from './open-source.ts';

useSources();

describe('a file', () => {
  it('is fetched whole, typed by its bytes, and read in pieces or as a stream', async () => {
    const bytes = fileOf('image/png', 700_000);
    const asked: IncomingMessage['headers'][] = [];
    const { port } = await serveFile(bytes, ({ headers }) => asked.push(headers));
    const file = await openSource().media.open(request(port));
    expect({ contentType: file.contentType, size: file.size }).toEqual({ contentType: 'image/png', size: 700_000 });
    expect(await file.slice(0, 8)).toEqual(bytes.subarray(0, 8));
    expect(await file.slice(699_990, 700_000)).toEqual(bytes.subarray(699_990));
    expect(await file.slice(5, 5)).toEqual(Buffer.alloc(0));
    for (let reader = 0; reader < 2; reader++) {
      expect(Buffer.concat(await file.stream().toArray()).equals(bytes)).toBe(true);
    }
    expect(asked).toEqual([
      {
        host: `127.0.0.1:${port}`,
        connection: 'close',
        accept: 'image/jpeg, image/png, */*;q=0.1',
        'accept-encoding': 'identity',
        'user-agent': 'Fanfare',
      },
    ]);
  });

  it.each(['', 'Identity', 'aws-chunked', 'aws-chunked,', 'none', 'binary', 'utf-8'])(
    'is taken as it is with the Content-Encoding %j, which compresses nothing',
    async (coding) => {
      const bytes = fileOf('image/jpeg', 500);
      const { port } = await serve((_request, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end(bytes),
      );
      expect(await (await openSource().media.open(request(port))).slice(0, 500)).toEqual(bytes);
    },
  );

  it('cannot be read outside its bytes', async () => {
    const { port } = await serveFile(fileOf('image/jpeg', 100));
    const file = await openSource().media.open(request(port));
    for (const [start, end] of [
      [-1, 5],
      [0, 101],
      [50, 49],
    ] as const) {
      await expect(file.slice(start, end)).rejects.toThrow(RangeError);
    }
  });

  it('has no name on disk while it is open, and is deleted once the source is closed', async () => {
    const { port } = await serveFile(fileOf('image/jpeg', 100));
    const { media } = openSource();
    const file = await media.open(request(port));
    expect(await readdir(tempDir)).toEqual([]);
    await media.close();
    await expect(file.slice(0, 1)).rejects.toThrow();
  });

  it('is fetched once, however many targets open it, now or later', async () => {
    let requests = 0;
    const { port } = await serveFile(fileOf('image/jpeg', 5_000), () => requests++);
    const { media } = openSource();
    const sizes = await Promise.all(Array.from({ length: 8 }, async () => (await media.open(request(port))).size));
    sizes.push((await media.open(request(port))).size);
    expect({ requests, sizes }).toEqual({ requests: 1, sizes: Array(9).fill(5_000) });
  });

  it('of unknown length is accepted too', async () => {
    const bytes = fileOf('image/jpeg', 300_000);
    const { port } = await serve((_request, response) => {
      response.write(bytes.subarray(0, 10));
      response.end(bytes.subarray(10));
    });
    expect((await openSource().media.open(request(port))).size).toBe(300_000);
  });

  it('is checked by each target with its own limits', async () => {
    let requests = 0;
    const { port } = await serveFile(fileOf('image/jpeg', 5_000), () => requests++);
    const { media } = openSource();
    const [taken, tooLarge, wrongType] = await Promise.allSettled([
      media.open(request(port)),
      media.open(request(port, { maxBytes: 4_999, mediaIndex: 0 })),
      media.open(request(port, { accept: ['image/png'], mediaIndex: 1 })),
    ]);
    expect(taken.status).toBe('fulfilled');
    expect(tooLarge).toMatchObject({ reason: { facts: { code: 'media_rejected', mediaIndex: 0 } } });
    expect(wrongType).toMatchObject({ reason: { facts: { code: 'media_rejected', mediaIndex: 1 } } });
    expect(requests).toBe(1);
  });

  it('too large for one target is fetched again for one that accepts more', async () => {
    let requests = 0;
    const { port } = await serveFile(fileOf('image/jpeg', 5_000), () => requests++);
    const { media } = openSource();
    expect(await factsOf(media.open(request(port, { maxBytes: 100 })))).toMatchObject({ code: 'media_rejected' });
    const files = await Promise.all([media.open(request(port)), media.open(request(port, { maxBytes: 6_000 }))]);
    expect({ requests, sizes: files.map(({ size }) => size) }).toEqual({ requests: 2, sizes: [5_000, 5_000] });
  });
});

it('only the operator can fix a disk that cannot be written', async () => {
  const { port } = await serveFile(fileOf('image/jpeg', 50));
  const { media } = openSource({ tempDir: join(tempDir, 'missing') });
  expect(await factsOf(media.open(request(port)))).toMatchObject({
    code: 'internal_error',
    outcome: 'not_sent',
    message: 'mediaItems[2] could not be stored while it was fetched.',
    operator: true,
  });
});

it('memory stays bounded: eight files of 32 MiB at once', async () => {
  const chunk = Buffer.alloc(256 * 1024, 7);
  const total = 32 * 1024 * 1024;
  const { port } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': total });
    Readable.from(
      (function* () {
        yield fileOf('video/mp4', chunk.length);
        for (let sent = chunk.length; sent < total; sent += chunk.length) yield chunk;
      })(),
    ).pipe(response);
  });
  const { media } = openSource();
  const before = process.memoryUsage();
  let peak = 0;
  const sample = setInterval(() => {
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    peak = Math.max(peak, arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed);
  }, 5);
  const files = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      media.open({ url: `http://127.0.0.1:${port}/${i}`, accept: ['video/mp4'], maxBytes: total, mediaIndex: i }),
    ),
  );
  let read = 0;
  for await (const part of files[0]?.stream() ?? []) read += part.length;
  clearInterval(sample);
  expect(files.map(({ size }) => size)).toEqual(Array(8).fill(total));
  expect(read).toBe(total);
  expect(peak).toBeLessThan(128 * 1024 * 1024);
});
