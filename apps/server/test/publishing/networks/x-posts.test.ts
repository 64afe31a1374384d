import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { created, publishedTarget } from '../../expected-post.ts';
import { drawGif, padVideo, useFileServer } from '../../file-server.ts';
import { jsonOf, useServer } from '../../use-server.ts';

const server = useServer();
const files = useFileServer();
const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });
const clip = readFileSync(new URL('../../../../../packages/sandbox/samples/clip.mp4', import.meta.url));

test('a text alone is published, under an address that opens', async () => {
  const ana = await server.person('x');
  const content = 'Good morning & <hello> ☕️ 早安\nsee example.com';
  const reply = await ana.publish({ content });
  const posts = await ana.posts();
  expect({ status: reply.status, body: reply.body }).toEqual({
    status: 201,
    body: created({
      ...{ status: 'published', content, targets: [publishedTarget(ana.account, posts[0])] },
      warnings: [{ path: 'platforms[0].content', message: expect.stringContaining('65 units') }],
    }),
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
