import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishedTarget } from '../../expected-post.ts';
import { jsonOf, useServer } from '../../use-server.ts';

const server = useServer();
const asked: string[] = [];
const pages = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url !== '/rye') {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Gone</title>');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<title>Shop</title>
    <meta property="og:title" content="Rye (today)"><meta property="og:description" content="Fresh #1">
    <meta property="og:image" content="${server.sandbox.sample('harbour.jpg')}">`);
});
let origin: string;

beforeAll(async () => {
  await server.sandbox.control('linkedin', 'processing', { kind: 'image', ms: 0 });
  pages.listen(0, '127.0.0.1');
  await new Promise((resolve) => pages.once('listening', resolve));
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
});
afterAll(() => void pages.close());

const POSTS = '/rest/posts';

test('a link in a text without media is published with the card of its page, and validate names the page without reading it', async () => {
  const ana = await server.person('linkedin');
  const content = `Out of the oven: ${origin}/rye.`;
  const platforms = [{ platform: 'linkedin', accountId: ana.account.id }];
  const dryRun = await ana.project.call<{ targets: unknown }>('POST', '/api/v1/posts/validate', { content, platforms });
  expect(dryRun.body.targets).toEqual([{ ...platforms[0], units: 1, linkCard: `${origin}/rye` }]);
  expect(asked).toEqual([]);

  const target = await ana.target({ content });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post).toMatchObject({ text: content });
  const [create] = (await ana.calls()).filter(({ method, path }) => method === 'POST' && path === POSTS);
  expect(jsonOf(create!)).toMatchObject({
    content: {
      article: {
        source: `${origin}/rye`,
        title: 'Rye (today)',
        description: 'Fresh #1',
        thumbnail: expect.stringMatching(/^urn:li:image:/),
      },
    },
  });
  expect(asked).toEqual(['/rye']);
});

test('where no card can be made the post is published without it, and its target says so', async () => {
  const ana = await server.person('linkedin');
  const target = await ana.target({ content: `Gone: ${origin}/gone` });
  const [post] = await ana.posts();
  expect(target).toEqual({
    ...publishedTarget(ana.account, post),
    warnings: [
      {
        code: 'link_card_missing',
        message: `No card could be made for ${origin}/gone: its address answered with status 404.`,
      },
    ],
  });
});

test('a card whose picture LinkedIn refuses at the send does not fail the post: it is published once, without the card, and its target says so', async () => {
  const ana = await server.person('linkedin');
  await ana.control('processing', { kind: 'image', outcome: 'error' });
  const target = await ana.target({ content: `Refused: ${origin}/rye` });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual({
    ...publishedTarget(ana.account, posts[0]),
    warnings: [
      {
        code: 'link_card_missing',
        message: `LinkedIn refused the post with its card of ${origin}/rye: MEDIA_ASSET_PROCESSING_FAILED.`,
      },
    ],
  });
  const creates = (await ana.calls()).filter(({ method, path }) => method === 'POST' && path === POSTS);
  expect(creates.map((create) => 'content' in (jsonOf(create) as object))).toEqual([true, false]);
});

test('a card whose picture LinkedIn never gets ready is left out', async () => {
  const ana = await server.person('linkedin');
  await ana.control('processing', { kind: 'image', outcome: 'stuck' });
  const target = await ana.target({ content: `Slow: ${origin}/rye` });
  const posts = await ana.posts();
  expect(posts).toHaveLength(1);
  expect(target).toEqual(publishedTarget(ana.account, posts[0]));
  const creates = (await ana.calls()).filter(({ method, path }) => method === 'POST' && path === POSTS);
  expect(jsonOf(creates.at(-1)!)).toMatchObject({
    content: { article: { source: `${origin}/rye`, title: 'Rye (today)', description: 'Fresh #1' } },
  });
  expect(jsonOf(creates.at(-1)!)).not.toHaveProperty('content.article.thumbnail');
});

test('no card is made where none is wanted: the page is not read, and the target repeats the requested value', async () => {
  const ana = await server.person('linkedin');
  const before = asked.length;
  const target = await ana.target({ content: `Bare: ${origin}/rye`, target: { link: 'none' } });
  expect(target).toMatchObject({ status: 'published', warnings: [], requested: { link: 'none' } });
  const [create] = (await ana.calls()).filter(({ method, path }) => method === 'POST' && path === POSTS);
  expect(jsonOf(create!)).not.toHaveProperty('content');
  expect(asked.length).toBe(before);
});
