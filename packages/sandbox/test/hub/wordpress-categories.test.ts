import { beforeEach, expect, it } from 'vitest';
import { pluck, startHubs } from './hub-session.ts';

const { hubs, call, control, rest, reset } = await startHubs();
beforeEach(reset);

const categories = (query: Record<string, string> = {}) => rest('GET', 'categories', { query });
const slugs = async (query: Record<string, string>) => pluck((await categories(query)).body, 'slug');

it('lists categories by name, with their number in the headers', async () => {
  const answer = await categories({ _fields: 'id,slug,name,description,count,parent,link' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual([
    {
      id: 3,
      slug: 'events',
      name: 'Events',
      description: 'Markets, concerts and open doors',
      count: 0,
      parent: 0,
      link: `${hubs.wordpress}/category/events/`,
    },
    expect.objectContaining({ id: 4, slug: 'members' }),
    expect.objectContaining({ id: 2, slug: 'news' }),
    expect.objectContaining({ id: 1, slug: 'uncategorized' }),
  ]);
  expect([answer.headers.get('x-wp-total'), answer.headers.get('x-wp-totalpages')]).toEqual(['4', '1']);
});

it('answers the same under pretty permalinks', async () => {
  const pretty = await call(`${hubs.wordpress}/wp-json/wp/v2/categories?per_page=2&order=desc`);
  const plain = await categories({ per_page: '2', order: 'desc' });
  expect(pretty.body).toEqual(plain.body);
  expect(pluck(pretty.body, 'slug')).toEqual(['uncategorized', 'news']);
});

it('searches names and slugs, and finds one by its slug', async () => {
  expect(await slugs({ search: 'NEW' })).toEqual(['news']);
  expect(await slugs({ slug: 'news' })).toEqual(['news']);
  expect(await slugs({ slug: 'news,events' })).toEqual(['events', 'news']);
  expect(await slugs({ slug: 'nothing' })).toEqual([]);
});

it('pages with `page`; `offset` does nothing, as categories are a tree', async () => {
  expect(await slugs({ per_page: '2', page: '2' })).toEqual(['news', 'uncategorized']);
  expect(await slugs({ per_page: '2', page: '9' })).toEqual([]);
  expect(await slugs({ per_page: '2', offset: '2' })).toEqual(['events', 'members']);
  await control('category-offset', { on: true });
  expect(await slugs({ per_page: '2', offset: '2' })).toEqual(['news', 'uncategorized']);
});

it('says what is wrong with a parameter', async () => {
  const { status, body } = await categories({ per_page: '101', order: 'up' });
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): per_page, order',
      data: {
        status: 400,
        params: {
          per_page: 'per_page must be between 1 (inclusive) and 100 (inclusive)',
          order: 'order is not one of asc, and desc.',
        },
        details: {
          per_page: {
            code: 'rest_out_of_bounds',
            message: 'per_page must be between 1 (inclusive) and 100 (inclusive)',
            data: null,
          },
          order: { code: 'rest_not_in_enum', message: 'order is not one of asc, and desc.', data: null },
        },
      },
    },
  });
  expect((await categories({ per_page: 'many' })).body).toMatchObject({
    data: { params: { per_page: 'per_page is not of type integer.' } },
  });
});

it('grows to ten thousand categories at once', async () => {
  expect(await control('add-spaces', { role: 'wordpress', count: 10_000 })).toEqual({ spaces: 10_004 });
  const { headers, body } = await categories({ per_page: '100', page: '51' });
  expect([headers.get('x-wp-total'), headers.get('x-wp-totalpages')]).toEqual(['10004', '101']);
  expect(body).toHaveLength(100);
  expect(await slugs({ slug: 'circle-10000' })).toEqual(['circle-10000']);
  await control('remove-space', { role: 'wordpress', slug: 'circle-10000' });
  expect(await slugs({ slug: 'circle-10000' })).toEqual([]);
});

it('has a root document that programs find by a header of every page', async () => {
  const home = await call(`${hubs.wordpress}/`);
  expect(home.headers.get('link')).toBe(`<${hubs.wordpress}/wp-json/>; rel="https://api.w.org/"`);
  for (const url of [`${hubs.wordpress}/wp-json/`, `${hubs.wordpress}/?rest_route=/`]) {
    expect((await call(url)).body).toMatchObject({
      name: 'Harbour Community',
      home: hubs.wordpress,
      namespaces: expect.arrayContaining(['wp/v2', 'hub-connect/v1']),
      authentication: {
        'application-passwords': {
          endpoints: { authorization: `${hubs.wordpress}/wp-admin/authorize-application.php` },
        },
      },
    });
  }
  expect((await call(`${hubs.wordpress}/wp-json/wp/v2/nothing`)).body).toEqual({
    code: 'rest_no_route',
    message: 'No route was found matching the URL and request method.',
    data: { status: 404 },
  });
});
