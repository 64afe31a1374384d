import { expect, test } from 'vitest';
import { created, publishedTarget } from '../../expected-post.ts';
import { formOf, useServer } from '../../use-server.ts';

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

const image = () => [{ type: 'image', url: sample('harbour.jpg') }];

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
