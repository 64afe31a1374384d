import type { ListPostsResponse, Post } from '@fanfare/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { storePosts } from '../stored-posts.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
let person: Person;

beforeEach(async () => {
  person = await server.person('threads');
});

const list = async (query = '') => {
  const reply = await person.project.call<ListPostsResponse>('GET', `/api/v1/posts${query}`);
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
  return reply.body;
};
const idsOf = (page: ListPostsResponse) => page.posts.map(({ id }) => id);

/** Follows cursors to the end. */
async function follow(query: string): Promise<string[][]> {
  const pages = [];
  for (let page = await list(`?${query}`); ; page = await list(`?${query}&cursor=${page.nextCursor}`)) {
    pages.push(idsOf(page));
    if (page.nextCursor === null) return pages;
  }
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
/** So many posts, a minute apart, newest first. */
const store = (count: number, at: (i: number) => Date = minutesAgo) =>
  storePosts(
    server.db,
    person.account,
    Array.from({ length: count }, (_, i) => ({ content: `Post ${i}`, createdAt: at(i) })),
  );

test('nothing published: an empty page', async () => {
  expect(await list()).toEqual({ posts: [], limit: 25, offset: 0, hasMore: false, nextCursor: null });
});

test('a post reads in the list as it does alone', async () => {
  const image = { type: 'image', url: server.sandbox.sample('harbour.jpg'), altText: 'A harbour' };
  const created = await person.publish({ content: 'Listed.', mediaItems: [image] });
  expect(created.body.post.media).toEqual([{ type: 'image', url: image.url }]);
  expect(await list()).toEqual({
    posts: [created.body.post],
    limit: 25,
    offset: 0,
    hasMore: false,
    nextCursor: null,
  });
  const alone = await person.project.call<{ post: Post }>('GET', `/api/v1/posts/${created.body.post.id}`);
  expect((await list()).posts).toEqual([alone.body.post]);
});

test('targets stand in the order of the request', async () => {
  const others = [
    await server.person('x', { project: person.project }),
    await server.person('threads', { project: person.project }),
  ];
  const accounts = [others[1]!, person, others[0]!].map(({ account }) => account);
  await person.project.publish({
    content: 'To three.',
    platforms: accounts.map(({ id, platform }) => ({ accountId: id, platform })),
  });
  const [post] = (await list()).posts;
  expect(post?.targets.map(({ accountId }) => accountId)).toEqual(accounts.map(({ id }) => id));
});

describe('by offset', () => {
  test('newest first, 25 to a page unless asked otherwise', async () => {
    const stored = await store(30);
    const first = await list();
    expect(idsOf(first)).toEqual(stored.slice(0, 25));
    expect([first.limit, first.offset, first.hasMore, typeof first.nextCursor]).toEqual([25, 0, true, 'string']);
    const second = await list('?offset=25');
    expect(second).toMatchObject({ limit: 25, offset: 25, hasMore: false, nextCursor: null });
    expect(idsOf(second)).toEqual(stored.slice(25));
  });

  test.each([
    ['?limit=1', 0, 1, true],
    ['?limit=7&offset=2', 2, 9, true],
    ['?limit=7&offset=3', 3, 10, false],
    ['?limit=10&offset=0', 0, 10, false],
    ['?limit=100', 0, 10, false],
    ['?limit=9', 0, 9, true],
    ['?offset=9', 9, 10, false],
    ['?offset=10', 10, 10, false],
    ['?offset=1000000', 10, 10, false],
  ])('%s', async (query, from, to, hasMore) => {
    const stored = await store(10);
    const page = await list(query);
    expect([idsOf(page), page.hasMore, page.nextCursor === null]).toEqual([stored.slice(from, to), hasMore, !hasMore]);
  });
});

describe('by cursor', () => {
  test.each([1, 2, 3, 5, 12, 13])('%i to a page, every post comes once and in order', async (limit) => {
    const stored = await store(12);
    const pages = await follow(`limit=${limit}`);
    expect(pages.flat()).toEqual(stored);
    expect(pages.every((page) => page.length <= limit)).toBe(true);
  });

  test('posts of the same millisecond come once each too, newest id first', async () => {
    const moment = minutesAgo(1);
    const stored = await store(9, () => moment);
    expect((await follow('limit=2')).flat()).toEqual(stored.toReversed());
  });

  test('what is published meanwhile disturbs no page', async () => {
    const stored = await store(6);
    const first = await list('?limit=3');
    await storePosts(server.db, person.account, [{ content: 'Newer', createdAt: new Date(Date.now() + 1_000) }]);
    const second = await list(`?limit=3&cursor=${first.nextCursor}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(stored);
  });

  test('a cursor goes with filters', async () => {
    await storePosts(
      server.db,
      person.account,
      Array.from({ length: 8 }, (_, i) => ({
        createdAt: minutesAgo(i),
        targets: [i % 2 === 0 ? ('published' as const) : ('failed' as const)],
      })),
    );
    const pages = await follow('limit=1&status=failed');
    expect(pages).toHaveLength(4);
    expect(new Set(pages.flat()).size).toBe(4);
  });

  test('and leads nowhere in another project', async () => {
    await store(4);
    const { nextCursor } = await list('?limit=2');
    const stranger = await server.createProject();
    const reply = await stranger.call('GET', `/api/v1/posts?cursor=${nextCursor}`);
    expect(reply.body).toEqual({ posts: [], limit: 25, offset: 0, hasMore: false, nextCursor: null });
  });

  test.each([
    'nonsense',
    '0',
    'MTc5NTE2MTYwMDAwMA',
    Buffer.from('1795161600000.').toString('base64url'),
    Buffer.from('1795161600000.01a1f7e9-3fb1-714f-9026-f25c8d37357').toString('base64url'),
    Buffer.from("1795161600000.' or 1=1--").toString('base64url'),
    Buffer.from('9999999999999999.01a1f7e9-3fb1-714f-9026-f25c8d37357d').toString('base64url'),
    Buffer.from('-1.01a1f7e9-3fb1-714f-9026-f25c8d37357d').toString('base64url'),
    'a'.repeat(512),
  ])('%.40s is not a cursor', async (cursor) => {
    const reply = await person.project.call('GET', `/api/v1/posts?cursor=${cursor}`);
    const message =
      'This is not a cursor of this list. Send the nextCursor of the previous page, unchanged and with the same order.';
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({
      code: 'invalid_request',
      message,
      details: [{ path: 'cursor', message }],
    });
  });

  test('what is not a cursor is refused also where an account that cannot exist is asked for', async () => {
    const reply = await person.project.call('GET', '/api/v1/posts?accountId=nope&cursor=nope');
    expect([reply.status, reply.body.error.details]).toMatchObject([400, [{ path: 'cursor' }]]);
  });

  test('the latest moment a cursor can name is past every post, and the earliest before', async () => {
    const stored = await store(2);
    const at = (ms: string) => Buffer.from(`${ms}.01a1f7e9-3fb1-714f-9026-f25c8d37357d`).toString('base64url');
    expect(idsOf(await list(`?cursor=${at('999999999999999')}`))).toEqual(stored);
    expect(idsOf(await list(`?cursor=${at('0')}`))).toEqual([]);
  });
});
