import { expect, test } from 'vitest';
import { created, publishedTarget } from '../expected-post.ts';
import { formOf, useServer } from '../use-server.ts';

const server = useServer();
const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });

test('a text alone is published, under an address that opens', async () => {
  const ana = await server.person('threads');
  const content = 'Words only: & 100% "quoted" + <b>bold</b>\n\n👩‍👩‍👧 早安';
  const reply = await ana.publish({ content });
  const posts = await ana.posts();
  expect({ status: reply.status, body: reply.body }).toEqual({
    status: 201,
    body: created({ status: 'published', content, targets: [publishedTarget(ana.account, posts[0])] }),
  });
  expect(posts).toEqual([
    {
      network: 'threads',
      id: expect.any(String),
      url: expect.stringContaining(`/threads/www/@${ana.username}/post/`),
      author: { id: ana.account.platformUserId, username: ana.username, name: expect.stringMatching(/^Person \d+$/) },
      text: content,
      media: [],
      aiGenerated: false,
      createdAt: expect.any(String),
      comments: [],
      repostedBy: [],
    },
  ]);
  expect((await fetch(posts[0]!.url)).status).toBe(200);
  expect(await ana.writes()).toEqual(['POST /{me}/threads', 'POST /{me}/threads_publish']);
});

test('a single image is published with its description', async () => {
  const ana = await server.person('threads');
  const target = await ana.target({ content: 'Look', mediaItems: [{ ...image(), altText: 'A harbour' }] });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post).toMatchObject({ text: 'Look', media: [{ type: 'image', altText: 'A harbour' }] });
});

test('a single video is published once it is processed; cover and frame are reported as without effect', async () => {
  const ana = await server.person('threads');
  await ana.control('processing', { kind: 'video', looks: 5 });
  const media = { type: 'video', url: sample('clip.mp4') };
  const reply = await ana.publish({
    mediaItems: [{ ...media, coverUrl: sample('cover.jpg'), thumbOffsetMs: 900, altText: 'unheard' }],
  });
  const [post] = await ana.posts();
  expect(reply.body).toEqual(
    created({
      status: 'published',
      media: [media],
      targets: [publishedTarget(ana.account, post)],
      warnings: ['altText', 'coverUrl', 'thumbOffsetMs'].map((field) => ({
        path: `platforms[0].mediaItems[0].${field}`,
        message: expect.stringContaining(`${field} has no effect`),
      })),
    }),
  );
  expect(post!.media).toMatchObject([{ type: 'video', coverUrl: null, altText: null, thumbOffsetMs: null }]);
  expect(formOf((await ana.calls())[0]!)).toEqual({ media_type: 'VIDEO', video_url: sample('clip.mp4') });
});

test('a mixed carousel keeps its order and describes each image', async () => {
  const ana = await server.person('threads');
  await ana.control('processing', { kind: 'video', looks: 3 });
  const target = await ana.target({
    content: 'Three views',
    mediaItems: [
      { ...image(), altText: 'first' },
      { type: 'video', url: sample('clip.mp4') },
      { ...image('latte.png'), altText: 'third' },
    ],
  });
  const [post, ...others] = await ana.posts();
  expect(others).toEqual([]);
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post).toMatchObject({ text: 'Three views' });
  expect(post!.media.map(({ type, altText }) => [type, altText])).toEqual([
    ['image', 'first'],
    ['video', null],
    ['image', 'third'],
  ]);
  const forms = (await ana.calls()).filter(({ method }) => method === 'POST').map(formOf);
  // Threads refuses a parent whose items are not finished, so the parent comes last; only it has the text.
  expect(forms.map(({ media_type, text }) => [media_type, text]).slice(3)).toEqual([
    ['CAROUSEL', 'Three views'],
    [undefined, undefined],
  ]);
  expect(forms.slice(0, 3).every((form) => form.is_carousel_item === 'true' && form.text === undefined)).toBe(true);
});

test('a container that Threads does not show yet is published a moment later, once', async () => {
  const ana = await server.person('threads');
  await ana.control('invisible-window', { ms: 8_000 });
  const target = await ana.target({ content: 'Patience' });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(await ana.writes()).toEqual([
    'POST /{me}/threads',
    'POST /{me}/threads_publish',
    'POST /{me}/threads_publish',
  ]);
});

test('an AI label is refused before any call to Threads', async () => {
  const ana = await server.person('threads');
  const reply = await ana.publish({ content: 'Made by a machine', target: { aiGenerated: true } });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    error: {
      code: 'invalid_post',
      details: [{ rule: 'threads.ai_generated.unsupported', path: 'platforms[0].aiGenerated' }],
    },
  });
  expect(await ana.calls()).toEqual([]);
  await ana.target({ content: 'Made by hand', target: { aiGenerated: false } });
  expect(await ana.control('ignored-parameters')).toEqual({ parameters: [] });
});

const links = (count: number) => Array.from({ length: count }, (_, i) => `https://example.com/${i}`).join(' ');

test.each([
  ['500 letters', 'a'.repeat(500)],
  ['500 Chinese characters', '港'.repeat(500)],
  ['125 emoji of four bytes', '👍'.repeat(125)],
  ['20 families of 25 bytes', '👨‍👩‍👧‍👦'.repeat(20)],
  ['62 flags of eight bytes and four letters', `${'🇯🇵'.repeat(62)}abcd`],
  ['71 keycaps of seven bytes and three letters', `${'1️⃣'.repeat(71)}abc`],
  ['500 letters with combining accents', 'é'.repeat(500)],
  ['5 different links', links(5)],
  ['one link seven times', 'https://example.com/a '.repeat(7).trim()],
])('a text of %s reaches the network unchanged', async (_, content) => {
  const ana = await server.person('threads');
  const target = await ana.target({ content });
  const posts = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(posts.map(({ text }) => text)).toEqual([content]);
});

const tooLong = (actual: number) => ({ rule: 'threads.text.max_length', limit: 500, actual });

test.each([
  ['501 letters', 'a'.repeat(501), tooLong(501)],
  ['501 Chinese characters', '港'.repeat(501), tooLong(501)],
  ['125 emoji of four bytes and a letter', `${'👍'.repeat(125)}a`, tooLong(501)],
  ['21 families of 25 bytes', '👨‍👩‍👧‍👦'.repeat(21), tooLong(525)],
  ['63 flags of eight bytes', '🇯🇵'.repeat(63), tooLong(504)],
  ['6 different links', links(6), { rule: 'threads.text.max_links', limit: 5, actual: 6 }],
  ['only spaces', '  \n', { rule: 'threads.text.required', limit: 1, actual: 0 }],
])('a text of %s is refused before any call to the network', async (_, content, violation) => {
  const ana = await server.person('threads');
  const reply = await ana.publish({ content });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    error: { code: 'invalid_post', details: [{ path: 'platforms[0].content', platform: 'threads', ...violation }] },
  });
  expect(await ana.calls()).toEqual([]);
});

test("a target's own text and media take precedence", async () => {
  const project = await server.createProject();
  const ana = await server.person('threads', { project });
  const ben = await server.person('threads', { project });
  const reply = await project.publish({
    content: 'For everybody',
    mediaItems: [image()],
    platforms: [
      { platform: 'threads', accountId: ana.account.id, mediaItems: [] },
      { platform: 'threads', accountId: ben.account.id, content: '' },
    ],
  });
  const [postsOfAna, postsOfBen] = [await ana.posts(), await ben.posts()];
  expect(reply.body).toEqual(
    created({
      status: 'published',
      content: 'For everybody',
      media: [image()],
      targets: [publishedTarget(ana.account, postsOfAna[0]), publishedTarget(ben.account, postsOfBen[0])],
    }),
  );
  expect([postsOfAna, postsOfBen].map((posts) => posts.map(({ text, media }) => [text, media.length]))).toEqual([
    [['For everybody', 0]],
    [['', 1]],
  ]);
});
