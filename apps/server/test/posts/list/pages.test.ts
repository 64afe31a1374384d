import type { ListPostsResponse } from '@fanfare/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { storePosts } from '../../stored-posts.ts';
import { type Person, useServer } from '../../use-server.ts';

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

describe('by cursor', () => {
  test('posts of the same millisecond appear once each too, newest id first', async () => {
    const moment = minutesAgo(1);
    const stored = await store(9, () => moment);
    expect((await follow('limit=2')).flat()).toEqual(stored.toReversed());
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

  test('an invalid cursor is refused also with the filter of an impossible account', async () => {
    const reply = await person.project.call('GET', '/api/v1/posts?accountId=nope&cursor=nope');
    expect([reply.status, reply.body.error.details]).toMatchObject([400, [{ path: 'cursor' }]]);
  });

  test('the latest time of a cursor is past every post, and the earliest before', async () => {
    const stored = await store(2);
    const at = (ms: string) => Buffer.from(`${ms}.01a1f7e9-3fb1-714f-9026-f25c8d37357d`).toString('base64url');
    expect(idsOf(await list(`?cursor=${at('999999999999999')}`))).toEqual(stored);
    expect(idsOf(await list(`?cursor=${at('0')}`))).toEqual([]);
  });
});
