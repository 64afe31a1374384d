import { expect, test } from 'vitest';
import { created, publishedTarget } from '../expected-post.ts';
import { formOf, useServer } from '../use-server.ts';

const server = useServer();
const sample = (name: string) => server.sandbox.sample(name);
const pageOf = async (url: string | null) => (await fetch(url ?? '')).status;

test('an image is published with its caption, description and AI label, under an address that opens', async () => {
  const ana = await server.person('instagram');
  const media = { type: 'image', url: sample('harbour.jpg') };
  const reply = await ana.publish({
    content: 'The harbour is awake.\n#morning & "coffee" 100% ☕️ 早安',
    mediaItems: [{ ...media, altText: 'A harbour at sunrise' }],
    target: { aiGenerated: true },
  });
  const posts = await ana.posts();
  expect({ status: reply.status, body: reply.body }).toEqual({
    status: 201,
    body: created({
      status: 'published',
      content: 'The harbour is awake.\n#morning & "coffee" 100% ☕️ 早安',
      media: [media],
      targets: [publishedTarget(ana.account, posts[0])],
    }),
  });
  expect(posts).toEqual([
    {
      network: 'instagram',
      id: expect.any(String),
      url: expect.stringContaining('/instagram/www/p/'),
      author: { id: ana.account.platformUserId, username: ana.username, name: expect.stringMatching(/^Person \d+$/) },
      text: 'The harbour is awake.\n#morning & "coffee" 100% ☕️ 早安',
      media: [
        {
          type: 'image',
          url: expect.any(String),
          coverUrl: null,
          altText: 'A harbour at sunrise',
          thumbOffsetMs: null,
        },
      ],
      aiGenerated: true,
      createdAt: expect.any(String),
      comments: [],
      repostedBy: [],
    },
  ]);
  expect(await pageOf(posts[0]!.url)).toBe(200);
  expect(await ana.writes()).toEqual(['POST /{me}/media', 'POST /{me}/media_publish']);
});

test('a single video is published as a reel with its cover, once the network has processed it', async () => {
  const ana = await server.person('instagram');
  await ana.control('processing', { kind: 'video', looks: 6 });
  const target = await ana.target({
    mediaItems: [{ type: 'video', url: sample('clip.mp4'), coverUrl: sample('cover.jpg'), thumbOffsetMs: 900 }],
  });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post).toMatchObject({
    url: expect.stringContaining('/instagram/www/reel/'),
    text: '',
    media: [{ type: 'video', coverUrl: expect.any(String), altText: null, thumbOffsetMs: null }],
    aiGenerated: false,
  });
  expect(await pageOf(target.url)).toBe(200);
  const calls = await ana.calls();
  expect(formOf(calls[0]!)).toEqual({
    media_type: 'REELS',
    video_url: sample('clip.mp4'),
    cover_url: sample('cover.jpg'),
    share_to_feed: 'true',
  });
  const looks = calls.filter(({ method, query }) => method === 'GET' && query.includes('status_code'));
  expect(looks).toHaveLength(7);
});

test('without a cover the frame at thumbOffsetMs is the cover', async () => {
  const ana = await server.person('instagram');
  const target = await ana.target({
    mediaItems: [{ type: 'video', url: sample('clip.mp4'), thumbOffsetMs: 1500 }],
  });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post!.media).toMatchObject([{ type: 'video', coverUrl: null, thumbOffsetMs: 1500 }]);
});

test('a carousel keeps its order, describes each image, and has one label', async () => {
  const ana = await server.person('instagram');
  await ana.control('processing', { kind: 'video', looks: 4 });
  const target = await ana.target({
    content: 'Three views',
    mediaItems: [
      { type: 'image', url: sample('harbour.jpg'), altText: 'first' },
      { type: 'video', url: sample('clip.mp4') },
      { type: 'image', url: sample('latte.png'), altText: 'third' },
      { type: 'image', url: sample('beans.jpg') },
    ],
    target: { aiGenerated: true },
  });
  const [post, ...others] = await ana.posts();
  expect(others).toEqual([]);
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post).toMatchObject({ text: 'Three views', aiGenerated: true });
  expect(post!.media.map(({ type, altText }) => [type, altText])).toEqual([
    ['image', 'first'],
    ['video', null],
    ['image', 'third'],
    ['image', null],
  ]);
  const forms = (await ana.calls()).filter(({ method }) => method === 'POST').map(formOf);
  // The items are created concurrently; only the parent's list of children has an order.
  expect(new Set(forms.slice(0, 4))).toEqual(
    new Set([
      { image_url: sample('harbour.jpg'), is_carousel_item: 'true', alt_text: 'first' },
      { media_type: 'VIDEO', video_url: sample('clip.mp4'), is_carousel_item: 'true' },
      { image_url: sample('latte.png'), is_carousel_item: 'true', alt_text: 'third' },
      { image_url: sample('beans.jpg'), is_carousel_item: 'true' },
    ]),
  );
  expect(forms[4]).toEqual({
    media_type: 'CAROUSEL',
    children: expect.stringMatching(/^\d+(,\d+){3}$/),
    caption: 'Three views',
    is_ai_generated: 'true',
  });
  expect(forms).toHaveLength(6);
});

test('ten items are one post, eleven never leave the service', async () => {
  const ana = await server.person('instagram');
  const items = (count: number) => Array.from({ length: count }, () => ({ type: 'image', url: sample('beans.jpg') }));
  const target = await ana.target({ mediaItems: items(10) });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(posts[0]!.media).toHaveLength(10);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect((await ana.publish({ mediaItems: items(11) })).status).toBe(400);
});

test("a target's own text and media take precedence", async () => {
  const project = await server.createProject();
  const ana = await server.person('instagram', { project });
  const ben = await server.person('instagram', { project });
  const media = [{ type: 'image', url: sample('harbour.jpg') }];
  const reply = await project.publish({
    content: 'For everybody',
    mediaItems: media,
    platforms: [
      { platform: 'instagram', accountId: ana.account.id },
      {
        platform: 'instagram',
        accountId: ben.account.id,
        content: 'For Ben',
        mediaItems: [{ type: 'video', url: sample('clip.mp4') }],
      },
    ],
  });
  const [postsOfAna, postsOfBen] = [await ana.posts(), await ben.posts()];
  expect(reply.body).toEqual(
    created({
      status: 'published',
      content: 'For everybody',
      media,
      targets: [publishedTarget(ana.account, postsOfAna[0]), publishedTarget(ben.account, postsOfBen[0])],
    }),
  );
  expect([postsOfAna, postsOfBen].map((posts) => posts.map(({ text, media: [first] }) => [text, first?.type]))).toEqual(
    [[['For everybody', 'image']], [['For Ben', 'video']]],
  );
});

const image = () => [{ type: 'image', url: sample('harbour.jpg') }];
const tags = (count: number) => Array.from({ length: count }, (_, i) => `#tag${i}`).join(' ');
const mentions = (count: number) => Array.from({ length: count }, (_, i) => `@friend${i}`).join(' ');

test.each([
  ['2,200 letters', 'a'.repeat(2200)],
  ['2,200 Chinese characters', '港'.repeat(2200)],
  ['1,100 emoji', '😀'.repeat(1100)],
  ['30 hashtags', tags(30)],
  ['20 mentions', mentions(20)],
])('a caption of %s reaches the network unchanged', async (_, content) => {
  const ana = await server.person('instagram');
  const target = await ana.target({ content, mediaItems: image() });
  const posts = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(posts.map(({ text }) => text)).toEqual([content]);
});

test.each([
  ['2,201 letters', 'a'.repeat(2201), { rule: 'instagram.caption.max_length', limit: 2200, actual: 2201 }],
  ['31 hashtags', tags(31), { rule: 'instagram.caption.max_hashtags', limit: 30, actual: 31 }],
  ['21 mentions', mentions(21), { rule: 'instagram.caption.max_mentions', limit: 20, actual: 21 }],
])('a caption of %s is refused before any call to the network', async (_, content, violation) => {
  const ana = await server.person('instagram');
  const reply = await ana.publish({ content, mediaItems: image() });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    error: {
      code: 'invalid_post',
      details: [
        {
          path: 'platforms[0].content',
          platform: 'instagram',
          accountId: ana.account.id,
          message: expect.any(String),
          ...violation,
        },
      ],
    },
  });
  expect(await ana.calls()).toEqual([]);
});

test('a text alone is refused, since Instagram requires media', async () => {
  const ana = await server.person('instagram');
  const reply = await ana.publish({ content: 'Only words' });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    error: {
      code: 'invalid_post',
      details: [{ rule: 'instagram.media.required', path: 'platforms[0].mediaItems', limit: 1, actual: 0 }],
    },
  });
  expect(await ana.calls()).toEqual([]);
});

test('an address with letters beyond ASCII reaches the network in a form it can fetch', async () => {
  const ana = await server.person('instagram');
  const target = await ana.target({ mediaItems: [{ type: 'image', url: `${sample('harbour.jpg')}?name=früh&n=早` }] });
  const posts = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  expect(formOf((await ana.calls())[0]!)).toEqual({
    image_url: `${sample('harbour.jpg')}?name=fr%C3%BCh&n=%E6%97%A9`,
  });
});

test('a post is published although its address cannot be read', async () => {
  const ana = await server.person('instagram');
  await ana.control('omit-permalink', { on: true });
  const target = await ana.target({ mediaItems: image() });
  const [post] = await ana.posts();
  expect(target).toEqual({ ...publishedTarget(ana.account, post), url: null });
});
