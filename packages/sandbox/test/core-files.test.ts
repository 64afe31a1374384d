import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createBlobs } from '../src/blobs.ts';
import { fetchMedia } from '../src/fetch-media.ts';
import { readImageFacts } from '../src/image-facts.ts';
import { sniffMedia } from '../src/sniff-media.ts';
import { startSandbox } from '../src/start.ts';
import { readVideoFacts } from '../src/video-facts.ts';
import { sample } from './x-session.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const at = (name: string) => `${sandbox.url}/__sandbox/samples/${name}`;

it.each([
  ['harbour.jpg', 'image/jpeg', { type: 'image/jpeg', width: 1080, height: 1350, frames: 1 }],
  ['roastery.jpg', 'image/jpeg', { type: 'image/jpeg', width: 1080, height: 1350, frames: 1 }],
  ['beans.jpg', 'image/jpeg', { type: 'image/jpeg', width: 1080, height: 1080, frames: 1 }],
  ['latte.png', 'image/png', { type: 'image/png', width: 1080, height: 1080, frames: 1 }],
  ['cover.jpg', 'image/jpeg', { type: 'image/jpeg', width: 1080, height: 1920, frames: 1 }],
])('offers %s as a real picture', async (name, contentType, facts) => {
  const media = await fetchMedia(at(name));
  expect(media).toEqual({ ok: true, bytes: sample(name), contentType, sniffed: contentType });
  expect(readImageFacts(sample(name))).toEqual(facts);
});

it('offers a clip that plays while it loads', async () => {
  const bytes = sample('clip.mp4');
  expect(readVideoFacts(bytes)).toEqual({
    durationMs: 4000,
    width: 720,
    height: 1280,
    framesPerSecond: 30,
    bitsPerSecond: 156_652,
    videoCodec: 'avc1',
    audioCodec: 'mp4a',
    audioHz: 44_100,
    audioChannels: 2,
    isIndexFirst: true,
    isTrimmed: false,
  });
  expect(sniffMedia(bytes)).toBe('video/mp4');
});

it.each([
  ['not-an-image.jpg', { ok: true, bytes: expect.any(Buffer), contentType: 'image/jpeg', sniffed: null }],
  ['truncated.jpg', { ok: false, reason: expect.stringContaining('the download failed') }],
  ['endless', { ok: false, reason: 'the file is larger than 67108864 bytes' }],
  ['huge', { ok: false, reason: 'the file is larger than 67108864 bytes' }],
  ['redirect-to-private', { ok: false, reason: 'the address answered HTTP 302' }],
  ['missing', { ok: false, reason: 'the address answered HTTP 404' }],
])('downloads %s like a network', async (name, outcome) => {
  expect(await fetchMedia(at(name))).toEqual(outcome);
});

it('sends one byte a second for a slow file', async () => {
  const cancel = new AbortController();
  const response = await fetch(at('slow'), { signal: cancel.signal });
  expect(response.headers.get('content-length')).toBe(String(sample('harbour.jpg').byteLength));
  const first = await response.body?.getReader().read();
  expect(first?.value).toEqual(new Uint8Array([0xff]));
  cancel.abort();
});

it('lists the samples, and has no others', async () => {
  const list: unknown = await (await fetch(`${sandbox.url}/__sandbox/samples`)).json();
  expect(list).toEqual({
    files: ['beans.jpg', 'clip.mp4', 'clip.srt', 'cover.jpg', 'harbour.jpg', 'latte.png', 'menu.pdf', 'roastery.jpg'],
    hostile: ['not-an-image.jpg', 'truncated.jpg', 'endless', 'slow', 'huge', 'redirect-to-private', 'missing'],
  });
  expect((await fetch(at('toString'))).status).toBe(404);
});

it('downloads only over http and https, from reachable hosts', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect(await fetchMedia(`http://127.0.0.1:${port}/a.jpg`)).toEqual({
    ok: false,
    reason: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await fetchMedia('file:///etc/passwd')).toEqual({
    ok: false,
    reason: 'file:///etc/passwd is not an http(s) address',
  });
  expect(await fetchMedia('nonsense')).toEqual({ ok: false, reason: 'nonsense is not an http(s) address' });
});

it('sends one range of a file, so that players can seek in a video', async () => {
  const bytes = sample('clip.mp4');
  const ask = (range: string) => fetch(at('clip.mp4'), { headers: { range } });
  const part = await ask('bytes=100-199');
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.byteLength}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
  const tail = await ask('bytes=-10');
  expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-10));
  const beyond = await ask('bytes=9999999-');
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.byteLength}`]);
});

it('stores the same file once, initial ones forever, and the rest until a reset', () => {
  const blobs = createBlobs({ origin: () => 'http://127.0.0.1:4600' });
  const avatar = blobs.put(Buffer.from('avatar'), 'image/png');
  blobs.seal();
  const picture = blobs.put(Buffer.from('picture'), 'image/png');
  expect(picture).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    url: `http://127.0.0.1:4600/__sandbox/blobs/${picture.id}`,
    contentType: 'image/png',
    size: 7,
  });
  expect(blobs.put(Buffer.from('picture'), 'image/png')).toBe(picture);
  expect(blobs.put(Buffer.from('picture'), 'image/jpeg').id).not.toBe(picture.id);
  blobs.clear();
  expect(blobs.put(Buffer.from('avatar'), 'image/png')).toBe(avatar);
  expect(blobs.put(Buffer.from('picture'), 'image/png')).not.toBe(picture);
});
