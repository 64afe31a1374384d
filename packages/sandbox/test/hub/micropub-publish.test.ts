import { beforeEach, expect, it } from 'vitest';
import { bearer, field, list, pluck, sample, startHubs, text } from './hub-session.ts';

const { sandbox, hubs, call, sendJson, control, contents, keyOf, query, create, sendMedia, reset, shown } =
  await startHubs();
beforeEach(reset);

const site = hubs.micropub;
const locationOf = ({ headers }: { headers: Headers }) => headers.get('location') ?? '';

it('creates a post and says that it will be there soon', async () => {
  const key = await keyOf('micropub');
  const answer = await create(key, { content: ['Hello'], 'mp-slug': ['tgt_1'], 'mp-channel': ['events'] });
  const url = `${site}/notes/2026/11/20/tgt_1/`;
  expect({ status: answer.status, body: answer.body, location: locationOf(answer) }).toEqual({
    status: 202,
    body: { success: 'create_pending', success_description: `Post will be created at ${url}` },
    location: url,
  });
  expect(await shown()).toMatchObject([{ id: url, url, text: 'Hello', place: 'Tidepool Notes · Events' }]);
});

it('may answer 201 for posts and 202 for files', async () => {
  const key = await keyOf('micropub');
  await control('create-answer', { status: 201 });
  await control('media-answer', { status: 202 });
  const post = await create(key, { content: ['Hello'] });
  const media = await sendMedia(key);
  expect([post.status, field(post.body, 'success'), media.status]).toEqual([201, 'create', 202]);
  expect([locationOf(post), locationOf(media)].every((location) => location.startsWith(site))).toBe(true);
});

it('takes a carousel: files first, then a post that names them with alternative texts', async () => {
  const key = await keyOf('micropub');
  const urls = [];
  for (const name of ['harbour.jpg', 'latte.png']) {
    const answer = await sendMedia(key, sample(name));
    expect([answer.status, field(answer.body, 'success')]).toEqual([201, 'create']);
    urls.push(locationOf(answer));
  }
  const file = await fetch(urls[1] ?? '');
  expect([file.headers.get('content-type'), (await file.arrayBuffer()).byteLength]).toEqual([
    'image/png',
    sample('latte.png').byteLength,
  ]);
  const photo = [{ value: urls[0], alt: 'The "harbour"' }, urls[1]];
  const post = await create(key, { content: ['Open day\n\non <Sunday>\nat noon'], photo });
  expect(locationOf(post)).toMatch(`${site}/photos/2026/11/20/`);
  expect(await shown()).toMatchObject([
    {
      text: 'Open day\n\non <Sunday>\nat noon',
      media: [
        { url: urls[0], altText: 'The "harbour"' },
        { url: urls[1], altText: null },
      ],
    },
  ]);
  const page = await call(locationOf(post));
  for (const piece of [
    '<p>Open day</p><p>on &lt;Sunday&gt;<br />\nat noon</p>',
    `<img class="u-photo" src="${new URL(urls[0] ?? '').pathname}" alt="The &quot;harbour&quot;"`,
    `by <a class="p-author h-card" href="/hub/micropub/people/ann/">Ann Lindqvist</a>`,
  ])
    expect(page.text).toContain(piece);
  expect((await contents('micropub')).media).toHaveLength(2);
});

it('copies a photo of another address', async () => {
  const photo = [`${sandbox.url}/__sandbox/samples/beans.jpg`, 'http://127.0.0.1:1/gone.jpg'];
  await create(await keyOf('micropub'), { photo });
  const [post] = await shown();
  expect(pluck(field(post, 'media'), 'url')).toEqual([
    expect.stringContaining(`${sandbox.url}/__sandbox/blobs/`),
    'http://127.0.0.1:1/gone.jpg',
  ]);
});

it('puts posts for an unknown channel into the default one, without a word', async () => {
  const key = await keyOf('micropub');
  await create(key, { content: ['A'], 'mp-channel': ['nothing'] });
  await create(key, { content: ['B'] });
  expect(pluck(await shown(), 'place')).toEqual(['Tidepool Notes · Notes', 'Tidepool Notes · Notes']);
  await control('unknown-channel', { answer: 'refuse' });
  const refused = await create(key, { content: ['C'], 'mp-channel': ['nothing'] });
  expect({ status: refused.status, body: refused.body }).toEqual({
    status: 400,
    body: { error: 'invalid_request', error_description: 'Unknown channel' },
  });
});

it('takes an empty post', async () => {
  const answer = await create(await keyOf('micropub'), {});
  expect(answer.status).toBe(202);
  expect(await shown()).toMatchObject([{ url: locationOf(answer), text: '', media: [] }]);
});

it('gives a second post of one slug a number', async () => {
  const key = await keyOf('micropub');
  const post = () => create(key, { content: ['A'], 'mp-slug': ['same'] });
  const [first, second] = await Promise.all([post(), post()]);
  expect([locationOf(first), locationOf(second)].sort()).toEqual([
    `${site}/notes/2026/11/20/same-2/`,
    `${site}/notes/2026/11/20/same/`,
  ]);
});

it('takes forms too, with files and with a token in the form', async () => {
  const { apiKey } = await keyOf('micropub');
  const urlencoded = new URLSearchParams({
    h: 'entry',
    content: 'By form',
    'mp-channel': 'news',
    access_token: apiKey,
    'photo[]': `${sandbox.url}/__sandbox/samples/beans.jpg`,
    'mp-photo-alt[]': 'Beans',
  });
  expect((await call(`${site}/micropub`, { method: 'POST', body: urlencoded })).status).toBe(202);
  const form = new FormData();
  form.append('h', 'entry');
  form.append('content', 'With a file');
  form.append('photo', new Blob([new Uint8Array(sample('latte.png'))], { type: 'image/png' }), 'x.png');
  expect(
    (await call(`${site}/micropub`, { method: 'POST', headers: bearer({ username: '', apiKey }), body: form })).status,
  ).toBe(202);
  expect(pluck(await shown(), 'text', 'place')).toEqual([
    ['With a file', 'Tidepool Notes · Notes'],
    ['By form', 'Tidepool Notes · News'],
  ]);
  expect((await shown()).map((post) => pluck(field(post, 'media'), 'altText'))).toEqual([[null], ['Beans']]);
});

it('shows drafts to nobody', async () => {
  const answer = await create(await keyOf('micropub'), { content: ['Later'], 'post-status': ['draft'] });
  expect((await call(locationOf(answer))).status).toBe(404);
  expect(await shown()).toEqual([]);
  expect((await contents('micropub')).posts).toMatchObject([{ id: locationOf(answer), status: 'draft' }]);
});

it('updates, deletes and restores a post', async () => {
  const key = await keyOf('micropub');
  const url = locationOf(await create(key, { content: ['A'], category: ['x', 'y'], 'post-status': ['draft'] }));
  const act = (body: object) => sendJson(`${site}/micropub`, { url, ...body }, bearer(key));
  const replace = { content: ['B'], 'post-status': ['published'], 'mp-channel': ['photos'] };
  const updated = await act({ action: 'update', replace, add: { category: ['z'] }, delete: { category: ['x'] } });
  expect({ status: updated.status, body: updated.body }).toEqual({
    status: 200,
    body: { success: 'update', success_description: `Post updated at ${url}` },
  });
  const source = await query(key, { q: 'source', url });
  expect(field(source.body, 'properties')).toMatchObject({
    content: ['B'],
    category: ['y', 'z'],
    'mp-channel': ['photos'],
    'post-status': ['published'],
  });
  expect(await shown()).toMatchObject([{ text: 'B', place: 'Tidepool Notes · Photos' }]);

  expect((await act({ action: 'delete' })).body).toEqual({
    success: 'delete',
    success_description: `Post deleted from ${url}`,
  });
  expect([(await call(url)).status, (await shown()).length]).toEqual([410, 0]);
  expect(field((await act({ action: 'undelete' })).body, 'success')).toBe('delete_undelete');
  expect((await call(url)).status).toBe(200);
  const wrong = [
    await act({ action: 'update' }),
    await act({ action: 'update', replace: { content: 'B' } }),
    await act({ action: 'burn' }),
    await sendJson(`${site}/micropub`, { action: 'delete' }, bearer(key)),
    await act({ action: 'delete', url: `${site}/nothing/` }),
  ];
  expect(wrong.map(({ status, body }) => [status, field(body, 'error')])).toEqual([
    ...Array.from({ length: 4 }, () => [400, 'invalid_request']),
    [404, 'not_found'],
  ]);
});

it('lists sources newest first, page by page', async () => {
  const key = await keyOf('micropub');
  for (const content of ['one', 'two', 'three']) await create(key, { content: [content], 'mp-slug': [content] });
  const page = async (params: Record<string, string>) => {
    const { body } = await query(key, { q: 'source', limit: '2', ...params });
    const slugs = list(body, 'items').map((item) => field(field(item, 'properties'), 'mp-slug'));
    return { slugs: slugs.flat(), paging: field(body, 'paging') };
  };
  const first = await page({});
  expect(first).toEqual({ slugs: ['three', 'two'], paging: { after: expect.any(String) } });
  expect(await page({ after: text(first.paging, 'after') })).toEqual({ slugs: ['one'], paging: {} });
});

it('answers a source, or only the properties that a call names', async () => {
  const key = await keyOf('micropub');
  const url = locationOf(await create(key, { content: [{ html: '<p>A</p>' }], 'mp-slug': ['a'] }));
  const whole = await query(key, { q: 'source', url });
  expect(whole.body).toEqual({
    type: ['h-entry'],
    properties: {
      uid: [expect.any(String)],
      url: [url],
      published: ['2026-11-20T12:00:00.000Z'],
      content: [{ html: '<p>A</p>' }],
      'mp-slug': ['a'],
      'mp-channel': ['notes'],
      'post-status': ['published'],
    },
  });
  const some = await call(
    `${site}/micropub?q=source&url=${encodeURIComponent(url)}&properties[]=content&properties[]=x`,
    {
      headers: bearer(key),
    },
  );
  expect(some.body).toEqual({ properties: { content: [{ html: '<p>A</p>' }] } });
  const unknown = await query(key, { q: 'source', url: `${site}/nothing/` });
  expect({ status: unknown.status, body: unknown.body }).toEqual({
    status: 400,
    body: { error: 'invalid_request', error_description: 'No post was found at this URL' },
  });
});

it.each([
  ['text', Buffer.from('hello'), 'text/plain'],
  ['a page that calls itself a picture', Buffer.from('<html>'), 'image/jpeg'],
])('fails with 500 for %s', async (_what, bytes, type) => {
  const answer = await sendMedia(await keyOf('micropub'), bytes, type);
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 500,
    body: { error: 'indiekit', error_description: 'Cannot read the type of this file' },
  });
  expect(await contents('micropub')).toEqual({ posts: [], media: [] });
});

it('refuses an upload without a file, and deletes a file', async () => {
  const key = await keyOf('micropub');
  const none = await sendJson(`${site}/media`, {}, bearer(key));
  expect({ status: none.status, body: none.body }).toEqual({
    status: 400,
    body: { error: 'invalid_request', error_description: 'No file included in request' },
  });
  const url = locationOf(await sendMedia(key));
  const deleted = await sendJson(`${site}/media`, { action: 'delete', url }, bearer(key));
  expect([deleted.status, (await fetch(url)).status]).toEqual([200, 404]);
  expect((await contents('micropub')).media).toEqual([]);
});

it('gives addresses in the body, or nowhere', async () => {
  const key = await keyOf('micropub');
  await control('addresses', { where: 'body' });
  for (const answer of [await create(key, { content: ['Hello'] }), await sendMedia(key)])
    expect([locationOf(answer), text(answer.body, 'url').startsWith(site)]).toEqual(['', true]);
  await control('addresses', { where: 'nowhere' });
  const answer = await create(key, { content: ['Hello'] });
  expect([answer.status, locationOf(answer), field(answer.body, 'url')]).toEqual([202, '', undefined]);
});

it('may make drafts of posts that do not say what they are', async () => {
  const key = await keyOf('micropub');
  await control('usual-status', { status: 'draft' });
  await create(key, { content: ['Hello'] });
  await create(key, { content: ['Hello again'], 'post-status': ['published'] });
  expect(await shown()).toMatchObject([{ text: 'Hello again' }]);
});
