import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { created, publishedTarget } from '../expected-post.ts';
import { drawGif, padVideo, useFileServer } from '../file-server.ts';
import { jsonOf, useServer } from '../use-server.ts';

const server = useServer();
const files = useFileServer();
const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });
const clip = readFileSync(new URL('../../../../packages/sandbox/samples/clip.mp4', import.meta.url));

test('a text alone is published, under an address that opens', async () => {
  const ana = await server.person('x');
  const content = 'Good morning & <hello> ☕️ 早安\nsee example.com';
  const reply = await ana.publish({ content });
  const posts = await ana.posts();
  expect({ status: reply.status, body: reply.body }).toEqual({
    status: 201,
    body: created({ status: 'published', content, targets: [publishedTarget(ana.account, posts[0])] }),
  });
  expect(posts).toEqual([
    {
      network: 'x',
      id: expect.stringMatching(/^\d+$/),
      url: `${server.sandbox.url}/x/web/${ana.username}/status/${posts[0]!.id}`,
      author: { id: ana.account.platformUserId, username: ana.username, name: expect.stringMatching(/^Person \d+$/) },
      text: content,
      media: [],
      aiGenerated: false,
      createdAt: expect.any(String),
      comments: [],
      repostedBy: [],
    },
  ]);
  expect((await ana.calls()).map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/2/tweets', JSON.stringify({ text: content })],
  ]);
  expect((await fetch(posts[0]!.url)).status).toBe(200);
});

test('four images are published in order, each with its own description, labelled as made with AI', async () => {
  const ana = await server.person('x');
  const mediaItems = [
    { ...image('harbour.jpg'), altText: 'first' },
    image('latte.png'),
    { ...image('beans.jpg'), altText: 'third' },
    { ...image('roastery.jpg'), altText: 'a'.repeat(1000) },
  ];
  const target = await ana.target({ content: 'Four views', mediaItems, target: { aiGenerated: true } });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post).toMatchObject({ text: 'Four views', aiGenerated: true });
  expect(post!.media.map(({ type, altText }) => [type, altText])).toEqual([
    ['image', 'first'],
    ['image', null],
    ['image', 'third'],
    ['image', 'a'.repeat(1000)],
  ]);
  const bytes = await Promise.all(
    post!.media.map(async ({ url }) => (await (await fetch(url)).arrayBuffer()).byteLength),
  );
  const sent = await Promise.all(
    mediaItems.map(async ({ url }) => (await (await fetch(url)).arrayBuffer()).byteLength),
  );
  expect(bytes).toEqual(sent);
});

test('a picture is published without text', async () => {
  const ana = await server.person('x');
  const target = await ana.target({ mediaItems: [image()] });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post).toMatchObject({ text: '', media: [{ type: 'image' }] });
  const [, create] = (await ana.calls()).filter(({ method }) => method === 'POST');
  expect(jsonOf(create!)).toEqual({ media: { media_ids: [expect.stringMatching(/^\d+$/)] } });
});

test('a video is uploaded whole in parts of a megabyte and published once it is processed', async () => {
  const ana = await server.person('x');
  await server.sandbox.control('x', 'processing', { username: ana.username, looks: 3 });
  const video = padVideo(clip, 2 * 1024 * 1024 + 123_456);
  const reply = await ana.publish({
    content: 'Moving',
    mediaItems: [
      { type: 'video', url: files.serve(video, 'clip.mp4'), coverUrl: sample('cover.jpg'), altText: 'unheard' },
    ],
  });
  const [post] = await ana.posts();
  expect(reply.body.post.targets).toEqual([publishedTarget(ana.account, post)]);
  expect(reply.body.warnings.map(({ path }) => path)).toEqual([
    'platforms[0].mediaItems[0].coverUrl',
    'platforms[0].mediaItems[0].altText',
  ]);
  expect(post!.media).toMatchObject([{ type: 'video', coverUrl: null, altText: null }]);
  expect(Buffer.from(await (await fetch(post!.media[0]!.url)).arrayBuffer()).equals(video)).toBe(true);
  expect(await ana.writes()).toEqual([
    'POST /2/media/upload/initialize',
    'POST /2/media/upload/{id}/append',
    'POST /2/media/upload/{id}/append',
    'POST /2/media/upload/{id}/append',
    'POST /2/media/upload/{id}/finalize',
    'POST /2/tweets',
  ]);
  const sizes = (await ana.calls()).filter(({ path }) => path.endsWith('/append')).map(({ bodyBytes }) => bodyBytes);
  expect(sizes.every((bytes) => bytes < 1024 * 1024 + 1024)).toBe(true);
  const looks = (await ana.calls()).filter(({ method, query }) => method === 'GET' && query.includes('STATUS'));
  expect(looks.length).toBeGreaterThanOrEqual(3);
});

test('an animated GIF is published as one, with its description; a still one as a picture', async () => {
  const ana = await server.person('x');
  const moving = { type: 'image', url: files.serve(drawGif(3), 'moving.gif'), altText: 'It moves' };
  const still = { type: 'image', url: files.serve(drawGif(1), 'still.gif') };
  expect(await ana.target({ content: 'moving', mediaItems: [moving] })).toMatchObject({ status: 'published' });
  expect(await ana.target({ content: 'still', mediaItems: [still, image()] })).toMatchObject({ status: 'published' });
  const categories = (await ana.calls())
    .filter(({ path }) => path.startsWith('/2/media/upload'))
    .map(({ path, body }) => [path.replace(/\d{10,}/, '{id}'), /tweet_\w+/.exec(body ?? '')?.[0]]);
  expect(categories.filter(([, category]) => category)).toContainEqual(['/2/media/upload/initialize', 'tweet_gif']);
  expect((await ana.posts()).map(({ media }) => media.map(({ altText }) => altText))).toEqual([
    [null, null],
    ['It moves'],
  ]);
});

test('a description that X refuses does not stop the post, and becomes a warning of its target', async () => {
  const ana = await server.person('x');
  await server.sandbox.fail({
    network: 'x',
    path: '/2/media/metadata$',
    action: 'status',
    status: 400,
    body: { title: 'Invalid Request', detail: 'Not this text.' },
  });
  const target = await ana.target({ mediaItems: [{ ...image(), altText: 'never heard' }] });
  const posts = await ana.posts();
  const message = 'X did not take the alternative text of mediaItems[0]: Not this text.';
  expect(target).toEqual({
    ...publishedTarget(ana.account, posts[0]),
    warnings: [{ code: 'alt_text_refused', message }],
  });
  expect(posts.map(({ media }) => media.map(({ altText }) => altText))).toEqual([[null]]);
});

test("a target's own text and media take precedence", async () => {
  const project = await server.createProject();
  const ana = await server.person('x', { project });
  const ben = await server.person('x', { project });
  const reply = await project.publish({
    content: 'a'.repeat(281),
    mediaItems: [image()],
    platforms: [
      { platform: 'x', accountId: ana.account.id, content: 'Short for Ana', mediaItems: [] },
      { platform: 'x', accountId: ben.account.id, content: 'Short for Ben' },
    ],
  });
  const [postsOfAna, postsOfBen] = [await ana.posts(), await ben.posts()];
  expect(reply.body.post.targets).toEqual([
    publishedTarget(ana.account, postsOfAna[0]),
    publishedTarget(ben.account, postsOfBen[0]),
  ]);
  expect([postsOfAna, postsOfBen].map((posts) => posts.map(({ text, media }) => [text, media.length]))).toEqual([
    [['Short for Ana', 0]],
    [['Short for Ben', 1]],
  ]);
});

test.each([
  ['280 letters', 'a'.repeat(280)],
  ['140 Chinese characters', '港'.repeat(140)],
  ['140 families, each one emoji', '👨‍👩‍👧‍👦'.repeat(140)],
  ['140 flags', '🇯🇵'.repeat(140)],
  ['140 keycaps', '1️⃣'.repeat(140)],
  ['a link of 500 characters and 256 letters', `${'a'.repeat(256)} https://example.com/${'b'.repeat(480)}`],
  ['eleven bare domains', 'example.com '.repeat(11).trim()],
  ['280 letters that lose their accents’ own code points', 'e\u0301'.repeat(280)],
  ['a mail address, which is not a link', `${'a'.repeat(263)} ana@example.com`],
  ['a domain between Chinese characters', `${'a'.repeat(245)}日本example.com中国`],
])('a text of %s reaches the network unchanged', async (_, content) => {
  const ana = await server.person('x');
  const target = await ana.target({ content });
  const posts = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(posts.map(({ text }) => text)).toEqual([content]);
});

const tooLong = (actual: number) => ({ rule: 'x.text.max_weighted_length', path: 'content', limit: 280, actual });
const video = () => ({ type: 'video', url: sample('clip.mp4') });

type Request = { content?: string; media?: () => unknown[]; target?: Record<string, unknown> };
type Violation = { rule: string; path: string; message?: string; limit?: number; actual?: number };

test.each<[string, Request, Violation]>([
  ['281 letters', { content: 'a'.repeat(281) }, tooLong(281)],
  ['141 Chinese characters', { content: '港'.repeat(141) }, tooLong(282)],
  ['140 families and a letter', { content: `${'👨‍👩‍👧‍👦'.repeat(140)}a` }, tooLong(281)],
  [
    'a link and 257 letters and a space',
    { content: `${'a'.repeat(257)} https://example.com/${'b'.repeat(9)}` },
    tooLong(281),
  ],
  ['nothing', { content: ' \n' }, { rule: 'x.content.empty', path: 'content' }],
  ['a byte order mark', { content: 'a\uFEFFb' }, { rule: 'x.text.invalid_characters', path: 'content' }],
  [
    'five images',
    { media: () => Array(5).fill(image()) },
    { rule: 'x.media.max_images', path: 'mediaItems', limit: 4, actual: 5 },
  ],
  [
    'two videos',
    { media: () => [video(), video()] },
    { rule: 'x.media.max_videos', path: 'mediaItems', limit: 1, actual: 2 },
  ],
  ['an image and a video', { media: () => [image(), video()] }, { rule: 'x.media.mixed', path: 'mediaItems' }],
])('%s is refused before any call to the network', async (_, { media, ...request }, violation) => {
  const ana = await server.person('x');
  const reply = await ana.publish({ ...request, mediaItems: media?.() ?? [] });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    error: {
      code: 'invalid_post',
      details: [{ platform: 'x', accountId: ana.account.id, ...violation, path: `platforms[0].${violation.path}` }],
    },
  });
  expect(await ana.calls()).toEqual([]);
});
