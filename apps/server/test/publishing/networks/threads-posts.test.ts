import { expect, test } from 'vitest';
import { created, publishedTarget } from '../../expected-post.ts';
import { formOf, useServer } from '../../use-server.ts';

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
  // Threads refuses a parent whose items are not finished, so the parent comes last; only it has
  // the text.
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
