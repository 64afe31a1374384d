import { readFileSync } from 'node:fs';
import { pdfOfPages, pptxOfSlides } from '@fanfare/media-file/testing/files';
import { expect, test } from 'vitest';
import { created, publishedTarget } from '../../expected-post.ts';
import { padVideo, useFileServer } from '../../file-server.ts';
import { jsonOf, useServer } from '../../use-server.ts';

const server = useServer();
const files = useFileServer();
const sample = (name: string) => server.sandbox.sample(name);
const image = (name = 'harbour.jpg') => ({ type: 'image', url: sample(name) });
const clip = readFileSync(new URL('../../../../../packages/sandbox/samples/clip.mp4', import.meta.url));

const bodyOfPost = async (calls: Awaited<ReturnType<typeof server.sandbox.requests>>) =>
  jsonOf(calls.find(({ method, path }) => method === 'POST' && path === '/rest/posts')!);

test('a text alone is published as a member, under an address that opens', async () => {
  const ana = await server.person('linkedin');
  const content = 'Good morning, harbour. ☕️ 早安\n\nSecond paragraph & 100% "quoted"';
  const reply = await ana.publish({ content });
  const posts = await ana.posts();
  expect({ status: reply.status, body: reply.body }).toEqual({
    status: 201,
    body: created({ status: 'published', content, targets: [publishedTarget(ana.account, posts[0])] }),
  });
  expect(posts).toEqual([
    {
      network: 'linkedin',
      id: expect.stringMatching(/^urn:li:share:\d+$/),
      url: `${server.sandbox.url}/linkedin/www/feed/update/${posts[0]!.id}`,
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
  expect(await ana.writes()).toEqual(['POST /rest/posts']);
  expect(await bodyOfPost(await ana.calls())).toEqual({
    author: `urn:li:person:${ana.account.platformUserId}`,
    commentary: content,
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  });
});

test.each([
  ['every reserved character', '\\ | { } @ [ ] ( ) < > # * _ ~'],
  ['hashtags and lookalikes', 'Try #coffee, #Größe, #two_words and #東京; not C#, #1 or https://example.com/#top'],
  ['brackets and a hashtag', 'Open (really) #1 [today] {hashtag|\\#|fake}'],
  ['text that looks like a mention', '@[Somebody](urn:li:school:abc) and @plain'],
  ['an address with underscores', 'https://example.com/a_b_(c)?q=1#part_two~x'],
  ['backslashes before reserved characters', 'C:\\(new)\\_path\\\\'],
  ['Markdown', '*bold* _italic_ ~gone~ `code` > quote'],
])('%s appears in full', async (_, content) => {
  const ana = await server.person('linkedin');
  const target = await ana.target({ content, target: { link: 'none' } });
  const posts = await ana.posts();
  expect(posts.map(({ text }) => text)).toEqual([content]);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
});

test('an image that takes LinkedIn 25 seconds is published, also for a member, who may not read its status', async () => {
  const ana = await server.person('linkedin');
  await ana.control('processing', { kind: 'image', ms: 25_000 });
  const target = await ana.target({ content: 'Slow', mediaItems: [image('latte.png')] });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post).toMatchObject({ media: [{ type: 'image' }] });
});

test('one image is published as media, with its description', async () => {
  const ana = await server.person('linkedin');
  await ana.control('processing', { kind: 'image', ms: 0 });
  const target = await ana.target({ content: 'Look', mediaItems: [{ ...image('latte.png'), altText: 'A latte' }] });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post).toMatchObject({ text: 'Look', media: [{ type: 'image', altText: 'A latte' }] });
  expect(await ana.writes()).toEqual([
    'POST /rest/images',
    expect.stringMatching(/^PUT \/dms-uploads/),
    'POST /rest/posts',
  ]);
  expect(await bodyOfPost(await ana.calls())).toMatchObject({
    content: { media: { id: expect.stringMatching(/^urn:li:image:/), altText: 'A latte' } },
  });
});

test('ten images are published in order, each with its own description', async () => {
  const ana = await server.person('linkedin');
  const names = ['harbour.jpg', 'latte.png', 'beans.jpg', 'roastery.jpg', 'cover.jpg'];
  const mediaItems = [...names, ...names].map((name, i) => ({
    ...image(name),
    ...(i !== 3 && { altText: `Picture ${i}` }),
  }));
  const target = await ana.target({ content: '', mediaItems });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post!.id).toMatch(/^urn:li:ugcPost:/);
  expect(post!.media.map(({ altText }) => altText)).toEqual(
    Array.from({ length: 10 }, (_, i) => (i === 3 ? null : `Picture ${i}`)),
  );
  const bytes = await Promise.all(
    post!.media.map(async ({ url }) => (await (await fetch(url)).arrayBuffer()).byteLength),
  );
  const sent = await Promise.all(
    mediaItems.map(async ({ url }) => (await (await fetch(url)).arrayBuffer()).byteLength),
  );
  expect(bytes).toEqual(sent);
});

test('a mention of a page by its name is shown as one', async () => {
  const ana = await server.person('linkedin');
  await ana.target({ content: 'By @[Harbour Coffee](urn:li:organization:90314427) (#1)' });
  const [post] = await ana.posts();
  expect(post).toMatchObject({
    text: 'By Harbour Coffee (#1)',
    pieces: [
      { kind: 'text', text: 'By ' },
      { kind: 'mention', text: 'Harbour Coffee' },
      { kind: 'text', text: ' (#1)' },
    ],
  });
});

test("a member's document is published under its title", async () => {
  const ana = await server.person('linkedin');
  await ana.control('processing', { kind: 'document', ms: 0 });
  const item = { type: 'document', url: sample('menu.pdf'), title: 'The menu (December)' };
  const target = await ana.target({ content: 'New', mediaItems: [item] });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(target.requested.mediaItems).toEqual([item]);
  expect(post!.media).toMatchObject([{ type: 'document', title: 'The menu (December)' }]);
  expect(await bodyOfPost(await ana.calls())).toMatchObject({
    content: { media: { id: expect.stringMatching(/^urn:li:document:/), title: 'The menu (December)' } },
  });
});

test.each([
  ['PDF of 301 pages', pdfOfPages(301), 'long.pdf'],
  ['PPTX of 301 slides', pptxOfSlides(301), 'long.pptx'],
])('a %s at its own address fails before LinkedIn is called', async (_, bytes, name) => {
  const ana = await server.person('linkedin');
  const url = files.serve(bytes, name);
  const target = await ana.target({ content: 'Long', mediaItems: [{ type: 'document', url }] });
  expect(target).toMatchObject({
    status: 'failed',
    platformPostId: null,
    error: expect.stringContaining('media_rejected: mediaItems[0] has 301 pages; LinkedIn allows at most 300.'),
  });
  expect(await ana.writes()).toEqual([]);
});

test('a video of several parts is published whole, with its cover, once it is processed', async () => {
  const ana = await server.person('linkedin');
  await server.sandbox.control('linkedin', 'processing', { username: ana.username, kind: 'video', looks: 4 });
  await server.sandbox.control('linkedin', 'etags', { quoted: true });
  const video = padVideo(clip, 9 * 1024 * 1024);
  const target = await ana.target({
    content: 'Moving',
    mediaItems: [{ type: 'video', url: files.serve(video, 'clip.mp4'), coverUrl: sample('cover.jpg') }],
  });
  await server.sandbox.control('linkedin', 'etags', { quoted: false });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post!.media).toMatchObject([{ type: 'video', coverUrl: expect.any(String), altText: null }]);
  expect(Buffer.from(await (await fetch(post!.media[0]!.url)).arrayBuffer()).equals(video)).toBe(true);
  const writes = (await ana.writes()).map((write) => write.replace(/v2\/[^/]+/, 'v2/{key}'));
  expect(writes).toEqual([
    'POST /rest/videos',
    'PUT /dms-uploads/sp/v2/{key}/uploaded-video/part0',
    'PUT /dms-uploads/sp/v2/{key}/uploaded-video/part1',
    'PUT /dms-uploads/sp/v2/{key}/uploaded-video/part2',
    'PUT /dms-uploads/sp/v2/{key}/uploaded-thumbnail/0',
    'POST /rest/videos',
    'POST /rest/posts',
  ]);
  const looks = (await ana.calls()).filter(({ method, path }) => method === 'GET' && path.startsWith('/rest/videos/'));
  expect(looks).toHaveLength(5);
});

test('a page publishes as itself, and owns its files', async () => {
  const project = await server.createProject();
  const profile = { pages: [{ username: 'corner-shop', name: 'Corner Shop' }] };
  const ana = await server.person('linkedin', { project, profile });
  const { body } = await project.call<{ accounts: (typeof ana.account)[] }>('GET', '/api/v1/accounts');
  const page = body.accounts.find(({ platformUserId }) => platformUserId.startsWith('organization:'))!;
  const reply = await project.publish({
    content: 'The shop is open',
    mediaItems: [image()],
    platforms: [
      { platform: 'linkedin', accountId: page.id },
      { platform: 'linkedin', accountId: ana.account.id, content: 'And so am I' },
    ],
  });
  const [ofPage, ofMember] = [await server.sandbox.posts('linkedin', 'corner-shop'), await ana.posts()];
  expect(reply.body.post.targets).toEqual([
    publishedTarget(page, ofPage[0]),
    publishedTarget(ana.account, ofMember[0]),
  ]);
  expect([ofPage, ofMember].map((posts) => posts.map(({ author, text }) => [author.username, text]))).toEqual([
    [['corner-shop', 'The shop is open']],
    [[ana.username, 'And so am I']],
  ]);
});

test.each([
  ['3,000 letters', 'a'.repeat(3000)],
  ['3,000 reserved characters, twice as long on the wire', '#'.repeat(3000)],
  ['3,000 Chinese characters', '港'.repeat(3000)],
  ['1,500 emoji', '😀'.repeat(1500)],
])('a text of %s reaches the network unchanged', async (_, content) => {
  const ana = await server.person('linkedin');
  const target = await ana.target({ content, target: { link: 'none' } });
  const posts = await ana.posts();
  expect(posts.map(({ text }) => text)).toEqual([content]);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
});
