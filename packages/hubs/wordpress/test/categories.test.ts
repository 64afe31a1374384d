import { factsOf, makeCall, type Reply, scriptedHub } from '@fanfare/hub/testing';
import { describe, expect, it } from 'vitest';
import { createWordpress } from '../src/index.ts';
import { aPage } from './replies.ts';

const { spaces, metrics } = createWordpress();
if (!('search' in spaces)) throw new Error('WordPress searches its categories itself.');

const news = {
  id: 2,
  slug: 'news',
  name: 'News &amp; More',
  description: '',
  link: 'https://hub.test/category/news/',
};

async function withCategories(reply: Reply) {
  const server = await scriptedHub({ 'GET /wp/v2/categories': reply });
  return { server, call: makeCall(server, { type: 'wordpress' }) };
}

describe('categories as spaces', () => {
  it('are searched, sorted and paged by WordPress', async () => {
    const { server, call } = await withCategories({ json: [news], headers: { 'x-wp-total': '12' } });
    expect(await spaces.search(call, { q: 'new', limit: 25, offset: 50 })).toEqual({
      spaces: [
        {
          slug: 'news',
          id: '2',
          name: 'News & More',
          description: null,
          url: 'https://hub.test/category/news/',
          canPost: null,
        },
      ],
      total: 12,
    });
    expect(server.requests[0]?.query).toEqual({
      rest_route: '/wp/v2/categories',
      search: 'new',
      per_page: '25',
      page: '3',
      orderby: 'name',
      order: 'asc',
      hide_empty: 'false',
      _fields: 'id,slug,name,description,link',
    });
  });

  it.each([
    ['R&D', 'R', ['R&amp;D', 'R&D'], ['a-1', 'b-2']],
    ['amp', undefined, ['R&amp;D', 'Camping', 'Amp &amp; bass'], ['b-2', 'c-3']],
    ['&', undefined, ['R&amp;D', 'Lamps'], ['a-1']],
    ['<3', '3', ['Love &lt;3', '3'], ['a-1']],
  ])('are compared as people read them: %s', async (q, search, names, found) => {
    const categories = names.map((name, at) => ({ ...news, id: at + 1, name, slug: `${'abc'.charAt(at)}-${at + 1}` }));
    const { server, call } = await withCategories({ json: categories, headers: { 'x-wp-total': '3' } });
    const page = await spaces.search(call, { q, limit: 25, offset: 0 });
    expect([page.spaces.map(({ slug }) => slug), page.total]).toEqual([found, found.length]);
    expect(server.requests[0]?.query.search).toBe(search);
  });

  it('are listed without a search when nothing is searched for', async () => {
    const { server, call } = await withCategories({ json: [], headers: { 'x-wp-total': '0' } });
    expect(await spaces.search(call, { q: null, limit: 25, offset: 0 })).toEqual({ spaces: [], total: 0 });
    expect(server.requests[0]?.query).not.toHaveProperty('search');
  });

  it.each([
    ['a page', aPage],
    ['no total', { json: [news] }],
    ['an error under 200', { json: { code: 'x', message: 'y', data: { status: 500 } } }],
  ])('are not understood when the answer is %s', async (_, reply) => {
    const { call } = await withCategories(reply);
    const facts = await factsOf(spaces.search(call, { q: null, limit: 25, offset: 0 }));
    expect(facts).toMatchObject({ code: 'network_unavailable', outcome: 'rejected', networkCode: '200' });
  });

  it('are found by their slug, and by nothing that is only like it', async () => {
    const { call } = await withCategories({ json: [news] });
    expect((await spaces.find(call, 'news'))?.id).toBe('2');
    expect(await spaces.find(call, 'News')).toBeNull();
    expect(await spaces.find(call, 'news,events')).toBeNull();
  });

  it('are not found where the list is empty', async () => {
    expect(await spaces.find((await withCategories({ json: [] })).call, 'gone')).toBeNull();
  });
});

describe('metrics', () => {
  const read = async (reply: Reply) => {
    const server = await scriptedHub({ 'GET /wp/v2/comments': reply });
    return { server, counts: metrics?.(makeCall(server, { type: 'wordpress' }), '12') };
  };

  it('are the comments, and null for everything WordPress does not count', async () => {
    const { server, counts } = await read({ json: [{ id: 1 }], headers: { 'x-wp-total': '31' } });
    expect(await counts).toEqual({ views: null, likes: null, comments: 31, shares: null, saves: null });
    expect(server.requests[0]?.query).toEqual({
      rest_route: '/wp/v2/comments',
      post: '12',
      per_page: '1',
      _fields: 'id',
    });
  });

  it('are an error where the answer has no count', async () => {
    const { counts } = await read(aPage);
    expect((await factsOf(Promise.resolve(counts))).code).toBe('network_unavailable');
  });
});
