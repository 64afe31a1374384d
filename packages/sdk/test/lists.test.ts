import { expect, test } from 'vitest';
import { errorAnswer } from './answers.ts';
import { rejection, useClient } from './use-client.ts';

const stage = useClient();
const ids = (...names: string[]) => names.map((id) => ({ id }));
const urls = (): string[] => stage.server.requests.map(({ url }) => url.slice('/api/v1'.length));
const pages = () =>
  stage.server.script(
    { body: { posts: ids('a', 'b'), nextCursor: 'c1' } },
    { body: { posts: ids('c'), nextCursor: 'c2' } },
    { body: { posts: [], nextCursor: null } },
  );

test('await gives the first page and asks for no other', async () => {
  pages();
  const page = await stage.fanfare.posts.list({ limit: 2 });
  expect([page.posts, page.nextCursor, urls()]).toEqual([ids('a', 'b'), 'c1', ['/posts?limit=2']]);
});

test('for await gives every post, with the filters on every page and the offset on the first alone', async () => {
  pages();
  const seen = [];
  for await (const { id } of stage.fanfare.posts.list({ limit: 2, offset: 7, status: 'failed' })) seen.push(id);
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(urls()).toEqual([
    '/posts?limit=2&offset=7&status=failed',
    '/posts?limit=2&status=failed&cursor=c1',
    '/posts?limit=2&status=failed&cursor=c2',
  ]);
});

test('who stops early asks for no further page', async () => {
  pages();
  for await (const { id } of stage.fanfare.posts.list()) if (id === 'b') break;
  expect(urls()).toEqual(['/posts']);
});

test('pages come one by one', async () => {
  pages();
  const sizes = [];
  for await (const { posts } of stage.fanfare.posts.list().pages()) sizes.push(posts.length);
  expect(sizes).toEqual([2, 1, 0]);
});

test('toArray gives all, or as many as wanted', async () => {
  pages();
  expect(await stage.fanfare.posts.list().toArray()).toEqual(ids('a', 'b', 'c'));
  pages();
  expect(await stage.fanfare.posts.list().toArray({ atMost: 2 })).toEqual(ids('a', 'b'));
  expect(stage.server.requests).toHaveLength(4);
  expect(await stage.fanfare.posts.list().toArray({ atMost: 0 })).toEqual([]);
});

test('a page that fails ends the iteration with its error', async () => {
  stage.server.script({ body: { posts: ids('a'), nextCursor: 'c1' } }, errorAnswer(400, 'invalid_request'));
  const seen: string[] = [];
  const all = (async () => {
    for await (const { id } of stage.fanfare.posts.list()) seen.push(id);
  })();
  expect(await rejection(all)).toMatchObject({ code: 'invalid_request' });
  expect(seen).toEqual(['a']);
});

test('spaces go on by offset until all were seen', async () => {
  stage.server.script(
    { body: { spaces: [{ slug: 'a' }, { slug: 'b' }], total: 3, limit: 2, offset: 0 } },
    { body: { spaces: [{ slug: 'c' }], total: 3, limit: 2, offset: 2 } },
  );
  const all = await stage.fanfare.accounts.spaces('acc_1', { limit: 2, q: 'x' }).toArray();
  expect(all).toEqual([{ slug: 'a' }, { slug: 'b' }, { slug: 'c' }]);
  expect(urls()).toEqual(['/accounts/acc_1/spaces?limit=2&q=x', '/accounts/acc_1/spaces?limit=2&q=x&offset=2']);
});

test('spaces that vanish meanwhile end the iteration', async () => {
  stage.server.script(
    { body: { spaces: [{ slug: 'a' }], total: 3, limit: 1, offset: 0 } },
    { body: { spaces: [], total: 3, limit: 1, offset: 1 } },
  );
  expect(await stage.fanfare.accounts.spaces('acc_1').toArray()).toEqual([{ slug: 'a' }]);
});

test('accounts and platforms are iterated as well', async () => {
  stage.server.script({ body: { accounts: ids('acc_1') } }, { body: { platforms: [{ platform: 'x' }] } });
  expect(await stage.fanfare.accounts.list().toArray()).toEqual(ids('acc_1'));
  expect(await stage.fanfare.platforms.list().toArray()).toEqual([{ platform: 'x' }]);
});
