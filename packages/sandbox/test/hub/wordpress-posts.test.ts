import { beforeEach, describe, expect, it } from 'vitest';
import { field, type Key, MINUTE_MS, pluck, startHubs, text } from './hub-session.ts';

const { hubs, control, contents, keyOf, rest, reset, shown, upload, advance } = await startHubs();
beforeEach(reset);

const post = (key: Key, body: object) => rest('POST', 'posts', { key, body });
const published = (key: Key, body: object = {}) =>
  post(key, { status: 'publish', title: 'Hello', content: 'World', ...body });

it('publishes a post and answers where it is', async () => {
  const key = await keyOf('wordpress', 'alma');
  const { status, headers, body } = await published(key, { categories: [2], format: 'gallery', slug: 'Höf_1' });
  expect(status).toBe(201);
  expect(headers.get('location')).toBe(`${hubs.wordpress}/wp-json/wp/v2/posts/1`);
  expect(body).toMatchObject({
    id: 1,
    date_gmt: '2026-11-20T12:00:00',
    slug: 'hof_1',
    status: 'publish',
    link: `${hubs.wordpress}/2026/11/20/hof_1/`,
    title: { raw: 'Hello', rendered: 'Hello' },
    content: { raw: 'World', rendered: '<p>World</p>\n', protected: false },
    author: 3,
    format: 'gallery',
    categories: [2],
  });
});

it('takes a category that does not exist without a word, and has a default one', async () => {
  const key = await keyOf('wordpress');
  const unknown = await published(key, { categories: [999] });
  const none = await published(key);
  expect([unknown.status, field(unknown.body, 'categories'), field(none.body, 'categories')]).toEqual([201, [], [1]]);
});

it('refuses a post without title, text and excerpt', async () => {
  const { status, body } = await post(await keyOf('wordpress'), { status: 'publish' });
  expect({ status, body }).toEqual({
    status: 400,
    body: { code: 'empty_content', message: 'Content, title, and excerpt are empty.', data: { status: 400 } },
  });
  expect((await post(await keyOf('wordpress'), { status: 'publish', content: 'No title' })).status).toBe(201);
});

it.each([
  [{ status: 'live' }, 'status is not one of publish, future, draft, pending, and private.'],
  [{ categories: ['x'] }, 'categories[0] is not of type integer.'],
  [{ date: 'tomorrow' }, 'Invalid date.'],
])('refuses %j', async (fields, message) => {
  const { body } = await post(await keyOf('wordpress'), { title: 'x', ...fields });
  expect(body).toMatchObject({
    code: 'rest_invalid_param',
    data: { params: { [Object.keys(fields)[0] ?? '']: message } },
  });
  expect(await contents('wordpress')).toEqual({ posts: [], media: [] });
});

it('refuses a featured picture that is not there', async () => {
  const { body } = await published(await keyOf('wordpress'), { featured_media: 77 });
  expect(body).toMatchObject({ code: 'rest_invalid_featured_media', data: { status: 400 } });
});

describe('drafts', () => {
  it('are written first and published by a change of status', async () => {
    const key = await keyOf('wordpress', 'alma');
    const draft = await post(key, { status: 'draft', title: 'Plan', slug: 'tgt_1', categories: [3] });
    expect(draft.body).toMatchObject({ status: 'draft', slug: 'tgt_1', link: `${hubs.wordpress}/?p=1` });
    expect(await shown()).toEqual([]);
    await advance(5 * MINUTE_MS);
    const live = await rest('POST', 'posts/1', { key, body: { status: 'publish' } });
    expect(live.status).toBe(200);
    expect(live.body).toMatchObject({
      id: 1,
      status: 'publish',
      slug: 'tgt_1',
      date_gmt: '2026-11-20T12:05:00',
      categories: [3],
      link: `${hubs.wordpress}/2026/11/20/tgt_1/`,
    });
    expect(pluck(await shown(), 'id')).toEqual(['1']);
  });

  it('are found by their slug by those who may read them', async () => {
    await post(await keyOf('wordpress', 'alma'), { status: 'draft', title: 'Mine', slug: 'tgt_1' });
    const find = async (key?: Key) => {
      const query = { slug: 'TGT_1', status: 'draft,publish,future,pending', context: 'edit' };
      const { status, body, headers } = await rest('GET', 'posts', { ...(key && { key }), query });
      return status === 200 ? [pluck(body, 'slug'), headers.get('x-wp-total')] : field(body, 'code');
    };
    expect(await find(await keyOf('wordpress', 'alma'))).toEqual([['tgt_1'], '1']);
    expect(await find(await keyOf('wordpress', 'emil'))).toEqual([['tgt_1'], '1']);
    // Counted, but not shown: the drafts of others are for editors.
    expect(await find(await keyOf('wordpress', 'cora'))).toEqual([[], '1']);
    expect(await find(await keyOf('wordpress', 'sam'))).toBe('rest_invalid_param');
    expect(await find()).toBe('rest_invalid_param');
  });

  it('have unique slugs from the start, unless the hub keeps the slug it is given', async () => {
    const key = await keyOf('wordpress');
    const draft = async () => text((await post(key, { status: 'draft', title: 'x', slug: 'same' })).body, 'slug');
    expect([await draft(), await draft()]).toEqual(['same', 'same-2']);
    await control('draft-slugs', { kept: 'as-given' });
    expect(await draft()).toBe('same');
    const live = await rest('POST', 'posts/3', { key, body: { status: 'publish' } });
    expect(text(live.body, 'slug')).toBe('same-3');
  });

  it('have no slug before they have one, then the title’s', async () => {
    const key = await keyOf('wordpress');
    const draft = await post(key, { title: 'Fish & chips: now!' });
    expect(draft.body).toMatchObject({ slug: '', generated_slug: 'fish-chips-now', status: 'draft' });
    const live = await rest('POST', 'posts/1', { key, body: { status: 'publish' } });
    expect(text(live.body, 'slug')).toBe('fish-chips-now');
  });

  it('are what contributors may write, and no more', async () => {
    const key = await keyOf('wordpress', 'cora');
    const refused = await published(key);
    expect(refused.body).toEqual({
      code: 'rest_cannot_publish',
      message: 'Sorry, you are not allowed to publish posts in this post type.',
      data: { status: 403 },
    });
    expect((await post(key, { status: 'draft', title: 'Mine' })).status).toBe(201);
    const publish = await rest('POST', 'posts/1', { key, body: { status: 'publish' } });
    expect(field(publish.body, 'code')).toBe('rest_cannot_publish');
    expect(field((await post(await keyOf('wordpress', 'sam'), { title: 'x' })).body, 'code')).toBe(
      'rest_cannot_create',
    );
    expect((await rest('POST', 'posts', { body: { title: 'x' } })).status).toBe(401);
  });
});

it('makes slugs of published posts unique', async () => {
  const key = await keyOf('wordpress');
  const slugs = [];
  for (let count = 0; count < 3; count++) slugs.push(text((await published(key, { slug: 'same' })).body, 'slug'));
  expect(slugs).toEqual(['same', 'same-2', 'same-3']);
});

it('schedules a post that is to be out later', async () => {
  const key = await keyOf('wordpress');
  const { body } = await published(key, { date_gmt: '2026-11-20T13:00:00' });
  expect(field(body, 'status')).toBe('future');
  expect(await shown()).toEqual([]);
  await advance(60 * MINUTE_MS);
  expect(pluck(await shown(), 'id')).toEqual(['1']);
});

it('lists, filters and pages what is out', async () => {
  const key = await keyOf('wordpress', 'alma');
  for (const [title, category] of [
    ['One', 2],
    ['Two', 3],
    ['Three', 2],
  ] as const) {
    await published(key, { title, categories: [category] });
    await advance(MINUTE_MS);
  }
  const titles = async (query: Record<string, string>) => {
    const { body } = await rest('GET', 'posts', { query: { ...query, _fields: 'title.rendered' } });
    return pluck(pluck(body, 'title'), 'rendered');
  };
  expect(await titles({})).toEqual(['Three', 'Two', 'One']);
  expect(await titles({ categories: '2', order: 'asc' })).toEqual(['One', 'Three']);
  expect(await titles({ search: 'two' })).toEqual(['Two']);
  expect(await titles({ per_page: '1', offset: '1' })).toEqual(['Two']);
  expect(await titles({ author: '1' })).toEqual([]);
  const beyond = await rest('GET', 'posts', { query: { page: '5' } });
  expect(beyond.body).toMatchObject({ code: 'rest_post_invalid_page_number', data: { status: 400 } });
});

it('shows a published post to everybody and its source to those who may edit', async () => {
  await published(await keyOf('wordpress', 'emil'));
  const visitor = await rest('GET', 'posts/1');
  expect([field(visitor.body, 'title'), field(visitor.body, 'content')]).toEqual([
    { rendered: 'Hello' },
    { rendered: '<p>World</p>\n', protected: false },
  ]);
  const source = await rest('GET', 'posts/1', { key: await keyOf('wordpress', 'alma'), query: { context: 'edit' } });
  expect(source.body).toMatchObject({ code: 'rest_forbidden_context', data: { status: 403 } });
  expect((await rest('GET', 'posts/99')).body).toMatchObject({ code: 'rest_post_invalid_id', data: { status: 404 } });
  await post(await keyOf('wordpress', 'emil'), { title: 'Draft' });
  expect((await rest('GET', 'posts/2')).body).toMatchObject({ code: 'rest_forbidden', data: { status: 401 } });
});

it('trashes a post, and deletes it for good with force', async () => {
  const key = await keyOf('wordpress', 'alma');
  await published(key, { slug: 'same' });
  expect((await rest('DELETE', 'posts/1', { key })).body).toMatchObject({ status: 'trash', slug: 'same__trashed' });
  expect((await rest('DELETE', 'posts/1', { key })).body).toMatchObject({
    code: 'rest_already_trashed',
    data: { status: 410 },
  });
  expect(text((await published(key, { slug: 'same' })).body, 'slug')).toBe('same');
  const gone = await rest('DELETE', 'posts/2', { key, query: { force: 'true' } });
  expect(gone.body).toMatchObject({ deleted: true, previous: { id: 2 } });
  expect(pluck((await contents('wordpress')).posts, 'id', 'status')).toEqual([['1', 'trash']]);
  expect(await shown()).toEqual([]);
});

it('does not let authors touch the posts of others', async () => {
  await published(await keyOf('wordpress', 'emil'));
  const key = await keyOf('wordpress', 'alma');
  const edit = await rest('POST', 'posts/1', { key, body: { title: 'Mine' } });
  const remove = await rest('DELETE', 'posts/1', { key });
  expect([field(edit.body, 'code'), field(remove.body, 'code')]).toEqual(['rest_cannot_edit', 'rest_cannot_delete']);
});

it('numbers posts and files in one row', async () => {
  const key = await keyOf('wordpress');
  await upload(key);
  expect(field((await published(key)).body, 'id')).toBe(2);
});
