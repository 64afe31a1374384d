import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaFile, Target } from '@fanfare/contract';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Project } from '../harness.ts';
import { type Person, useServer } from '../use-server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-host-copy-'));
afterAll(() => rm(folder, { recursive: true }));
const server = useServer({ env: { MEDIA_DIR: folder } });

const sample = (name: string) => readFileSync(new URL(`../../../../packages/sandbox/samples/${name}`, import.meta.url));
const PICTURE = sample('harbour.jpg');

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A website with its own robots.txt. Returns its address. */
async function website(answer: RequestListener, robots?: string): Promise<string> {
  const site = createServer((req, res) => {
    if (req.url !== '/robots.txt') return answer(req, res);
    return res.writeHead(robots === undefined ? 404 : 200).end(robots);
  });
  closing.push(() => {
    site.close();
    site.closeAllConnections();
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

const send = (res: ServerResponse, bytes: Buffer = PICTURE, type = 'image/jpeg') =>
  res.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
const isMeta = (req: IncomingMessage) => req.headers['user-agent']?.includes('facebookexternalhit') === true;
/** A website that lets everybody have a file but Meta. */
const banning =
  (bytes: Buffer, type: string): RequestListener =>
  (req, res) =>
    isMeta(req) ? res.writeHead(403).end() : send(res, bytes, type);

const SIGNED = '/photo.jpg?X-Expires=3600&X-Signature=a%2Fb%2Bc%3D';
type Trouble = {
  readonly site: () => Promise<string>;
  readonly at?: string;
  readonly arrange?: (ana: Person) => Promise<unknown>;
};
const troubles: Readonly<Record<string, Trouble>> = {
  'redirects to the file': {
    site: () =>
      website((req, res) =>
        req.url === '/photo.jpg' ? res.writeHead(302, { location: '/real.jpg' }).end() : send(res),
      ),
  },
  'has a signature of exactly this address, and knows no other method': {
    site: () =>
      website((req, res) =>
        req.url === SIGNED && !isMeta(req) && req.method === 'GET' ? send(res) : res.writeHead(403).end(),
      ),
    at: SIGNED,
  },
  'is protected from hot links': {
    site: () =>
      website((req, res) => (isMeta(req) || req.headers.referer !== undefined ? res.writeHead(403).end() : send(res))),
  },
  'is closed by robots.txt': { site: () => website((_req, res) => send(res), 'User-agent: *\nDisallow: /\n') },
  'answers Meta too slowly': {
    site: () => website((req, res) => (isMeta(req) ? undefined : setTimeout(() => send(res), 300))),
    arrange: (ana) => ana.control('crawler-patience', { ms: 300 }),
  },
};

const warningOf = (network: string, where = 'mediaItems[0]') => ({
  code: 'media_copy_sent',
  message: `${where}: ${network} could not fetch it, so a copy hosted here was sent.`,
});
const hosted = async (project: Project) =>
  (await project.call<{ media: MediaFile[] }>('GET', '/api/v1/media')).body.media;
const published = (target: Target) => ({ status: target.status, error: target.errorDetail, warnings: target.warnings });

/** Bytes of the files of the person's only post, as the network fetched them. */
async function shown(ana: Person): Promise<Buffer[]> {
  const posts = await ana.posts();
  expect(posts.length).toBe(1);
  return Promise.all(posts[0]!.media.map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())));
}

test.each(Object.entries(troubles))('a picture whose address %s is published from a copy', async (_name, trouble) => {
  const ana = await server.person('instagram');
  await trouble.arrange?.(ana);
  const url = (await trouble.site()) + (trouble.at ?? '/photo.jpg');
  const target = await ana.target({ content: 'From a copy', mediaItems: [{ type: 'image', url }] });
  expect(published(target)).toEqual({ status: 'published', error: null, warnings: [warningOf('Instagram')] });
  expect(await shown(ana)).toEqual([PICTURE]);
  const [copy, ...others] = await hosted(ana.project);
  expect(others).toEqual([]);
  expect(copy).toMatchObject({ status: 'ready', bytes: PICTURE.length, filename: 'photo.jpg' });
  // The post has settled: the copy stays for 30 days more.
  expect(Math.round((Date.parse(copy!.expiresAt!) - Date.now()) / 86_400_000)).toBe(30);
});

test.each([
  ['instagram', 'Instagram'],
  ['threads', 'Threads'],
] as const)('a video and one picture of a carousel on %s are published from copies', async (platform, network) => {
  const ana = await server.person(platform);
  const clip = sample('clip.mp4');
  const video = await website(banning(clip, 'video/mp4'));
  const picture = await website(banning(PICTURE, 'image/jpeg'));
  const target = await ana.target({
    content: 'A carousel',
    mediaItems: [
      { type: 'video', url: `${video}/clip.mp4` },
      { type: 'image', url: server.sandbox.sample('beans.jpg') },
      { type: 'image', url: `${picture}/photo.jpg` },
    ],
  });
  const warnings = [warningOf(network), warningOf(network, 'mediaItems[2]')];
  expect({
    ...published(target),
    warnings: [...target.warnings].sort((a, b) => (a.message < b.message ? -1 : 1)),
  }).toEqual({
    ...{ status: 'published', error: null, warnings },
  });
  expect(await shown(ana)).toEqual([clip, sample('beans.jpg'), PICTURE]);
  expect((await hosted(ana.project)).map(({ filename }) => filename).sort()).toEqual(['clip.mp4', 'photo.jpg']);
});

test('only the cover of a reel is copied when its video can be fetched', async () => {
  const ana = await server.person('instagram');
  const coverUrl = `${await website(banning(sample('cover.jpg'), 'image/jpeg'))}/cover.jpg`;
  const item = { type: 'video', url: server.sandbox.sample('clip.mp4'), coverUrl };
  const target = await ana.target({ content: 'A reel', mediaItems: [item] });
  expect(published(target)).toEqual({
    ...{ status: 'published', error: null, warnings: [warningOf('Instagram', 'mediaItems[0].coverUrl')] },
  });
  expect((await hosted(ana.project)).map(({ filename }) => filename)).toEqual(['cover.jpg']);
});

test('two targets of a post that fetch a file at the same time send the same copy', async () => {
  const ana = await server.person('instagram');
  const threads = await server.person('threads', { project: ana.project });
  const waiting: ServerResponse[] = [];
  const site = await website((req, res) => {
    if (isMeta(req)) return res.writeHead(403).end();
    if (waiting.push(res) === 2) for (const each of waiting) send(each);
    return undefined;
  });
  const url = `${site}/photo.jpg`;
  const platforms = [ana, threads].map(({ account }) => ({ platform: account.platform, accountId: account.id }));
  const { body } = await ana.project.publish({ content: 'Twice', mediaItems: [{ type: 'image', url }], platforms });
  expect(body.post.targets.map(({ status, warnings }) => [status, warnings])).toEqual([
    ['published', [warningOf('Instagram')]],
    ['published', [warningOf('Threads')]],
  ]);
  expect((await hosted(ana.project)).length).toBe(1);
});

/** The failed target of a post that nobody sees, and that left no copy. */
async function refused(ana: Person, url: string) {
  const { status, errorDetail, warnings } = await ana.target({
    content: 'Refused',
    mediaItems: [{ type: 'image', url }],
  });
  expect([status, warnings, await ana.posts()]).toEqual(['failed', [], []]);
  const { code, message, mediaIndex, networkCode, remedy } = errorDetail!;
  return { code, message, mediaIndex, networkCode, remedy };
}
const FETCHED = 'Instagram could not fetch the media file from its address.';
const NETWORK = { mediaIndex: 0, networkCode: '9004/2207052' };

test('a file that nobody can fetch fails with what the network and the service saw', async () => {
  const ana = await server.person('instagram');
  const url = `${await website((_req, res) => res.writeHead(403).end())}/photo.jpg`;
  expect(await refused(ana, url)).toEqual({
    ...{ ...NETWORK, code: 'media_unreachable' },
    message: `${FETCHED} This service fetched it to send a copy: mediaItems[0] could not be fetched: its address answered with status 403.`,
    remedy: 'Use a URL that gives the file itself, without sign-in, until the post is published.',
  });
  expect(await hosted(ana.project)).toEqual([]);
});

test.each([
  [
    'a preview page',
    Buffer.from('<!doctype html><title>Photo</title>'),
    'text/html',
    /mediaItems\[0\] is not a file of a type that can be published here/,
  ],
  [
    'a PNG',
    sample('latte.png'),
    'image/png',
    /mediaItems\[0\]: The file is PNG; allowed: JPEG\. Convert it, or use another file\.$/,
  ],
])('a copy that is %s fails with the rule that it breaks, and is not kept', async (_name, bytes, type, message) => {
  const ana = await server.person('instagram');
  const url = `${await website(banning(bytes, type))}/photo.jpg`;
  expect(await refused(ana, url)).toEqual({
    ...{ ...NETWORK, code: 'media_rejected' },
    ...{ message: expect.stringMatching(message), remedy: expect.any(String) },
  });
  expect(await hosted(ana.project)).toEqual([]);
});

test('without room in the plan the error of the network stands, and its remedy says so', async () => {
  const project = await server.createProject('free');
  const ana = await server.person('instagram', { project });
  const full = { filename: 'full.mp4', contentType: 'video/mp4', bytes: 1_073_741_824 };
  for (let status = 201; status === 201; ) ({ status } = await project.call('POST', '/api/v1/media', full));
  const before = (await hosted(project)).length;
  const url = `${await website(banning(PICTURE, 'image/jpeg'))}/photo.jpg`;
  expect(await refused(ana, url)).toEqual({
    ...{ ...NETWORK, code: 'media_unreachable', message: FETCHED },
    remedy: expect.stringMatching(
      /No copy could be sent: The plan "free" keeps \d+ bytes of hosted files; \d+ are used\. Delete hosted files/,
    ),
  });
  expect((await hosted(project)).length).toBe(before);
});

test('an installation can turn copies off', async () => {
  const ana = await server.person('instagram');
  const other = await server.startAnother({ mediaRehost: false });
  const url = `${await website(banning(PICTURE, 'image/jpeg'))}/photo.jpg`;
  const { body } = await ana.project.at(other.baseUrl).publish({
    ...{ content: 'Off', mediaItems: [{ type: 'image', url }] },
    platforms: [{ platform: 'instagram', accountId: ana.account.id }],
  });
  expect(body.post.targets[0]!.errorDetail).toMatchObject({ ...NETWORK, code: 'media_unreachable', message: FETCHED });
  expect(await hosted(ana.project)).toEqual([]);
});
