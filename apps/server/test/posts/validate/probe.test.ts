import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { pdfOfPages, pptxOfSlides } from '@fanfare/media-file/testing/files';
import { expect, test } from 'vitest';
import { useFileServer } from '../../file-server.ts';
import { type Person, useServer } from '../../use-server.ts';

const server = useServer();
const files = useFileServer();

const sample = (name: string) =>
  readFileSync(new URL(`../../../../../packages/sandbox/samples/${name}`, import.meta.url));

/** Serves ranges, as object stores do, and remembers what was read. */
const withRanges = (bytes: Buffer) => {
  const read: string[] = [];
  const listener: RequestListener = (req, res) => {
    const range = req.headers.range!;
    read.push(range);
    const [start, end] = /(\d+)-(\d+)/.exec(range)!.slice(1).map(Number);
    const part = bytes.subarray(start, end! + 1);
    const last = start! + part.length - 1;
    res.writeHead(206, { 'content-range': `bytes ${start}-${last}/${bytes.length}`, 'content-length': part.length });
    res.end(part);
  };
  return { listener, read };
};

type Dry = { readonly valid: boolean; readonly violations: { path: string; rule: string; message: string }[] };

async function validate({ account, project }: Person, url: string, type = 'image', probe = true) {
  const platforms = [{ platform: account.platform, accountId: account.id }];
  const request = { content: 'Hello', mediaItems: [{ type, url }], platforms, probe };
  const { status, body } = await project.call<Dry>('POST', '/api/v1/posts/validate', request);
  expect(status).toBe(200);
  return body.violations.map(({ path, rule, message }) => [path, rule, message]);
}

test('a dry run with probe judges a file by its bytes at its address, and reads only parts of it', async () => {
  const insta = await server.person('instagram');
  const [png, jpeg] = [withRanges(sample('latte.png')), withRanges(sample('harbour.jpg'))];
  const pngUrl = files.serve(png.listener, 'looks-like.jpg');
  expect(await validate(insta, pngUrl, 'image', false)).toEqual([]);
  expect(png.read).toEqual([]);
  expect(await validate(insta, pngUrl)).toEqual([
    ['platforms[0].mediaItems[0]', 'instagram.image.type', expect.stringContaining('PNG')],
  ]);
  expect(png.read[0]).toBe('bytes=0-262143');
  expect(await validate(insta, files.serve(jpeg.listener))).toEqual([]);
  // A whole answer to a range request is read as far as its head goes.
  expect(await validate(insta, files.serve(sample('harbour.jpg')))).toEqual([]);
  expect((await insta.posts()).length).toBe(0);
});

const long = pdfOfPages(301);
const padded = Buffer.concat([long.subarray(0, 9), Buffer.alloc(300_000, 37), long.subarray(9)]);

test.each([
  ['pages of a PDF', pdfOfPages, padded],
  ['slides of a PPTX', pptxOfSlides, pptxOfSlides(4_000)],
])('a dry run with probe counts the %s, as far as it may read it', async (_, build, large) => {
  const ana = await server.person('linkedin');
  const rule = ['platforms[0].mediaItems[0]', 'linkedin.document.max_pages', expect.stringContaining('301 pages')];
  expect(await validate(ana, files.serve(withRanges(build(301)).listener), 'document')).toEqual([rule]);
  expect(await validate(ana, files.serve(withRanges(build(300)).listener), 'document')).toEqual([]);
  // Beyond its head, a file is read only where its server answers range requests.
  expect(large.length).toBeGreaterThan(262_144);
  expect(await validate(ana, files.serve(large), 'document')).toEqual([]);
});

test.each<[why: string, listener: RequestListener]>([
  ['its address answered with status 403', (_, res) => res.writeHead(403).end('sign in')],
  ['its address answered with status 404', (_, res) => res.writeHead(404).end()],
  ['its address redirects too often', (req, res) => res.writeHead(302, { location: req.url }).end()],
  ['its address gave no answer', (_, res) => void res.writeHead(302, { location: 'http://10.0.0.1/a.jpg' }).end()],
  ['its address gave no answer', (req) => req.socket.destroy()],
  ['its server sent it compressed', (_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
  ['its server does not say how large it is', (_, res) => res.writeHead(200).write('x') && res.end()],
  ['its address gave an empty file', (_, res) => res.writeHead(200, { 'content-length': 0 }).end()],
])('a file that networks could not fetch is named: %s', async (why, listener) => {
  const ada = await server.person('x');
  expect(await validate(ada, files.serve(listener))).toEqual([
    [
      'platforms[0].mediaItems[0].url',
      'media.url.unreachable',
      `The file could not be fetched: ${why}. Use a URL that gives the file itself, to everybody.`,
    ],
  ]);
});

test('a private address is refused by its own rule and never contacted', async () => {
  const ada = await server.person('x');
  expect((await validate(ada, 'http://10.0.0.1/a.jpg')).map(([, rule]) => rule)).toEqual(['media.url.private']);
});

test('the end of a video is read by a range, and a server without ranges is named', async () => {
  const insta = await server.person('instagram');
  // The index stands behind two megabytes of content.
  const clip = sample('clip.mp4');
  const boxes = new Map<string, Buffer>();
  for (let at = 0; at < clip.length; ) {
    const size = clip.readUInt32BE(at);
    boxes.set(clip.toString('latin1', at + 4, at + 8), clip.subarray(at, at + size));
    at += size;
  }
  const padding = Buffer.alloc(2 * 1024 * 1024);
  padding.writeUInt32BE(padding.length);
  padding.write('free', 4);
  const late = Buffer.concat([boxes.get('ftyp')!, boxes.get('mdat')!, padding, boxes.get('moov')!]);
  const ranged = withRanges(late);
  const found = await validate(insta, files.serve(ranged.listener), 'video');
  expect(found.map(([, rule]) => rule)).toEqual(['instagram.video.index_first']);
  expect(ranged.read.length).toBeGreaterThan(1);
  expect((await validate(insta, files.serve(late), 'video')).map(([, rule, message]) => [rule, message])).toEqual([
    ['media.url.unreachable', expect.stringContaining('its server does not answer range requests')],
  ]);
});
