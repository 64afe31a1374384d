import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { useFileServer } from '../../file-server.ts';
import { type Person, useServer } from '../../use-server.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'intranet.example.com': ['10.1.2.3'],
  'sometimes.example.com': ['93.184.215.14', '127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
};

const resolve = async (name: string) => NAMES[name] ?? [];
const server = useServer({ options: { resolve } });
/**
 * Soon gives up waiting. Only for files that are meant to be slow: others may be slow too, on a
 * slow machine.
 */
const impatient = useServer({ options: { resolve, mediaLimits: { headersMs: 1_500, rateWindowMs: 300 } } });
const files = useFileServer();
const sample = (name: string) => server.sandbox.sample(name);

const picture = readFileSync(new URL('../../../../../packages/sandbox/samples/harbour.jpg', import.meta.url));
const megabyte = Buffer.alloc(1024 * 1024, 1);

/** A picture without an end. */
const endless: RequestListener = (_req, res) => {
  res.writeHead(200, { 'content-type': 'image/jpeg' }).write(picture);
  const more = () => {
    while (!res.destroyed && res.write(megabyte));
  };
  res.on('drain', more);
  more();
};
const truncated: RequestListener = (_req, res) => {
  res.writeHead(200, { 'content-length': picture.length }).write(picture.subarray(0, 4096), () => res.destroy());
};
const dripping: RequestListener = (_req, res) => {
  res.writeHead(200, { 'content-length': picture.length });
  let sent = 0;
  const timer = setInterval(() => res.write(picture.subarray(sent, ++sent)), 20);
  res.once('close', () => clearInterval(timer));
};
const declaring =
  (bytes: number): RequestListener =>
  (_req, res) => {
    res.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes }).write(picture);
  };
const sending =
  (status: number, headers: Record<string, string>, body: Buffer | string = ''): RequestListener =>
  (_req, res) => {
    res.writeHead(status, headers).end(body);
  };

type Case = {
  readonly name: string;
  readonly url: () => string;
  readonly code: 'media_unreachable' | 'media_rejected';
  readonly message: RegExp;
};

const cases: readonly Case[] = [
  {
    name: 'resolves to a private address in DNS',
    url: () => 'http://intranet.example.com/a.jpg',
    code: 'media_unreachable',
    message: /gave no answer/,
  },
  {
    name: 'resolves to a public and a private address in DNS',
    url: () => 'http://sometimes.example.com/a.jpg',
    code: 'media_unreachable',
    message: /gave no answer/,
  },
  {
    name: 'resolves to the metadata service in DNS',
    url: () => 'https://metadata.example.com/latest',
    code: 'media_unreachable',
    message: /gave no answer/,
  },
  {
    name: 'does not exist',
    url: () => 'http://nobody.example.com/a.jpg',
    code: 'media_unreachable',
    message: /gave no answer/,
  },
  {
    name: 'redirects to a private address',
    url: () => sample('redirect-to-private'),
    code: 'media_unreachable',
    message: /gave no answer/,
  },
  {
    name: 'redirects to a private name',
    url: () => files.serve(sending(302, { location: 'http://intranet.example.com/' })),
    code: 'media_unreachable',
    message: /gave no answer/,
  },
  {
    name: 'redirects to itself',
    url: () => files.serve(sending(302, { location: '' })),
    code: 'media_unreachable',
    message: /redirects too often/,
  },
  { name: 'answers 404', url: () => sample('missing'), code: 'media_unreachable', message: /status 404/ },
  { name: 'answers 403', url: () => files.serve(sending(403, {})), code: 'media_unreachable', message: /status 403/ },
  {
    name: 'answers 206',
    url: () => files.serve(sending(206, {}, picture)),
    code: 'media_unreachable',
    message: /status 206/,
  },
  { name: 'answers 500', url: () => files.serve(sending(500, {})), code: 'media_unreachable', message: /status 500/ },
  { name: 'is empty', url: () => files.serve(sending(200, {})), code: 'media_unreachable', message: /empty file/ },
  {
    name: 'is compressed',
    url: () => files.serve(sending(200, { 'content-encoding': 'gzip' }, gzipSync(picture))),
    code: 'media_unreachable',
    message: /compressed/,
  },
  { name: 'breaks off', url: () => files.serve(truncated), code: 'media_unreachable', message: /connection broke/ },
  {
    name: 'is a page that claims to be a picture',
    url: () => sample('not-an-image.jpg'),
    code: 'media_rejected',
    message: /not a file of a type/,
  },
  { name: 'is a video', url: () => sample('clip.mp4'), code: 'media_rejected', message: /not a file of a type/ },
  {
    name: 'is too large by its declared length',
    url: () => files.serve(declaring(30 * 1024 * 1024)),
    code: 'media_rejected',
    message: /is larger than/,
  },
  { name: 'never ends', url: () => files.serve(endless), code: 'media_rejected', message: /is larger than/ },
];

/** Two people of a project, who publish nothing: they may try every file. */
async function twoPeople(at: typeof server): Promise<readonly [Person, Person]> {
  const project = await at.createProject();
  return [await at.person('linkedin', { project }), await at.person('x', { project })];
}

let people: readonly [Person, Person];
beforeAll(async () => {
  people = await twoPeople(server);
});

test.concurrent.each(cases)('nothing is live when a picture $name', async ({ url, ...failure }) => {
  await expectNothingLive(people, [sample('beans.jpg'), url()], failure);
});

test.concurrent.each([
  { name: 'never answers', file: () => undefined, message: /gave no answer/ },
  { name: 'drips', file: dripping, message: /too slowly/ },
])('nothing is live when a picture $name', async ({ file, message }) => {
  await expectNothingLive(await twoPeople(impatient), [files.serve(file)], { code: 'media_unreachable', message });
});

/** Publishes these pictures to two networks, whose last one fails both. */
async function expectNothingLive(
  [ana, ben]: readonly [Person, Person],
  urls: readonly string[],
  failure: Pick<Case, 'code' | 'message'>,
): Promise<void> {
  const reply = await ana.project.publish({
    content: 'Look at this',
    mediaItems: urls.map((url) => ({ type: 'image', url })),
    platforms: [ana, ben].map(({ account }) => ({ platform: account.platform, accountId: account.id })),
  });
  const { code, message } = failure;
  const mediaIndex = urls.length - 1;
  expect(reply.body.post.targets).toEqual(
    [ana, ben].map(({ account }) => failedTarget(account, { code, message, mediaIndex })),
  );
  expect([await ana.posts(), await ben.posts()]).toEqual([[], []]);
  // Errors repeat only the requested address, and reveal no other.
  const words = JSON.stringify(reply.body.post.targets.map((target) => ({ ...target, requested: null })));
  expect(words).not.toMatch(/10\.1\.2\.3|127\.0\.0\.1|169\.254|ECONN|ENOTFOUND|intranet/);
}

test('a picture that several networks need is fetched once, from its redirected address', async () => {
  const project = await server.createProject();
  const people = [
    await server.person('linkedin', { project }),
    await server.person('x', { project }),
    await server.person('x', { project }),
  ];
  const file = files.serve(picture, 'harbour.jpg');
  const moved = files.serve((_req, res) => void res.writeHead(307, { location: file }).end());
  const reply = await project.publish({
    content: 'Fetched once',
    mediaItems: [{ type: 'image', url: moved }],
    platforms: people.map(({ account }) => ({ platform: account.platform, accountId: account.id })),
  });
  const posts = await Promise.all(people.map((person) => person.posts()));
  expect(reply.body.post.targets).toEqual(people.map(({ account }, i) => publishedTarget(account, posts[i]![0])));
  expect([files.hits(moved), files.hits(file)]).toEqual([1, 1]);
});

test('a picture that fails temporarily is fetched again', async () => {
  const ana = await server.person('linkedin');
  let asked = 0;
  const url = files.serve((_req, res) => void (++asked === 1 ? res.writeHead(503).end() : res.end(picture)));
  const target = await ana.target({ mediaItems: [{ type: 'image', url }] });
  expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
});

test('Meta fetches media itself: a file it cannot fetch fails that target alone', async () => {
  const project = await server.createProject();
  const people = [await server.person('instagram', { project }), await server.person('threads', { project })];
  const reply = await project.publish({
    content: 'Look',
    mediaItems: [{ type: 'image', url: sample('endless') }],
    platforms: people.map(({ account }) => ({ platform: account.platform, accountId: account.id })),
  });
  expect(reply.body.post.targets.map(({ errorDetail }) => [errorDetail?.code, errorDetail?.mediaIndex])).toEqual([
    ['media_unreachable', 0],
    ['media_unreachable', 0],
  ]);
  expect(await Promise.all(people.map((person) => person.posts()))).toEqual([[], []]);
});
