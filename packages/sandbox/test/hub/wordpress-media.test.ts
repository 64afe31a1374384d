import { beforeEach, expect, it } from 'vitest';
import { basic, field, type Key, sample, startHubs, text } from './hub-session.ts';

const { hubs, call, control, contents, keyOf, rest, reset, upload } = await startHubs();
beforeEach(reset);

const send = (key: Key, bytes: Buffer | string, headers: Record<string, string>) =>
  call(`${hubs.wordpress}/?rest_route=/wp/v2/media`, {
    method: 'POST',
    headers: { authorization: basic(key), ...headers },
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
  });
const jpeg = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a b.jpg"' };

it('takes a picture as the body, and serves it', async () => {
  const key = await keyOf('wordpress', 'alma');
  const { status, headers, body } = await send(key, sample('harbour.jpg'), jpeg);
  const source = `${hubs.wordpress}/wp-content/uploads/2026/11/a-b.jpg`;
  expect(status).toBe(201);
  expect(headers.get('location')).toBe(`${hubs.wordpress}/wp-json/wp/v2/media/1`);
  expect(body).toMatchObject({ id: 1, source_url: source, alt_text: '', mime_type: 'image/jpeg', media_type: 'image' });
  const file = await fetch(source);
  expect(file.headers.get('content-type')).toBe('image/jpeg');
  expect(Buffer.from(await file.arrayBuffer()).equals(sample('harbour.jpg'))).toBe(true);
});

it('takes a form with the alternative text in the same call', async () => {
  const key = await keyOf('wordpress', 'alma');
  const form = new FormData();
  form.append('alt_text', 'A “quay” with boats');
  form.append('file', new Blob([new Uint8Array(sample('latte.png'))], { type: 'image/png' }), 'latte.png');
  const { status, body } = await call(`${hubs.wordpress}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: { authorization: basic(key) },
    body: form,
  });
  expect({ status, alt: field(body, 'alt_text'), type: field(body, 'mime_type') }).toEqual({
    status: 201,
    alt: 'A “quay” with boats',
    type: 'image/png',
  });
});

it('sets the alternative text later, and deletes only with force', async () => {
  const key = await keyOf('wordpress', 'alma');
  const source = text(await upload(key), 'source_url');
  expect((await rest('POST', 'media/1', { key, body: { alt_text: 'Boats' } })).body).toMatchObject({
    alt_text: 'Boats',
  });
  expect((await rest('DELETE', 'media/1', { key })).body).toMatchObject({
    code: 'rest_trash_not_supported',
    data: { status: 501 },
  });
  expect((await rest('DELETE', 'media/1', { key, query: { force: 'true' } })).body).toMatchObject({ deleted: true });
  expect((await fetch(source)).status).toBe(404);
  expect(await contents('wordpress')).toEqual({ posts: [], media: [] });
});

it('gives a second file of one name a number', async () => {
  const key = await keyOf('wordpress', 'alma');
  await upload(key);
  expect(text(await upload(key), 'source_url')).toBe(`${hubs.wordpress}/wp-content/uploads/2026/11/harbour-1.jpg`);
  const { headers } = await rest('GET', 'media', { key, query: { per_page: '1' } });
  expect(headers.get('x-wp-total')).toBe('2');
});

it.each([
  ['a program', 'virus.exe', Buffer.from('MZ')],
  ['a page that calls itself a picture', 'page.jpg', Buffer.from('<html></html>')],
  ['an SVG', 'x.svg', Buffer.from('<svg/>')],
  ['a name without extension', 'picture', sample('harbour.jpg')],
])('refuses %s with status 500', async (_what, name, bytes) => {
  const key = await keyOf('wordpress');
  const headers = { 'content-type': 'image/jpeg', 'content-disposition': `attachment; filename="${name}"` };
  const { status, body } = await send(key, bytes, headers);
  expect({ status, body }).toEqual({
    status: 500,
    body: {
      code: 'rest_upload_sideload_error',
      message: 'Sorry, you are not allowed to upload this file type.',
      data: { status: 500 },
    },
  });
  expect(await contents('wordpress')).toEqual({ posts: [], media: [] });
});

it('gives a picture the extension of what it is', async () => {
  const { body } = await send(await keyOf('wordpress'), sample('latte.png'), jpeg);
  expect([field(body, 'mime_type'), text(body, 'source_url').split('/').at(-1)]).toEqual(['image/png', 'a-b.png']);
});

it.each([
  [{ 'content-type': 'image/jpeg' }, 'x', 'rest_upload_no_content_disposition'],
  [{ 'content-type': 'image/jpeg', 'content-disposition': 'attachment' }, 'x', 'rest_upload_invalid_disposition'],
  [{ ...jpeg, 'content-md5': 'abc' }, 'x', 'rest_upload_hash_mismatch'],
  [jpeg, '', 'rest_upload_no_data'],
])('refuses an upload with %j and body "%s": %s', async (headers, bytes, code) => {
  const { body } = await send(await keyOf('wordpress'), bytes, headers as Record<string, string>);
  expect(field(body, 'code')).toBe(code);
});

it('lets neither visitors nor contributors upload', async () => {
  const visitor = await send({ username: 'ann', apiKey: 'x' }, sample('harbour.jpg'), jpeg);
  const contributor = await send(await keyOf('wordpress', 'cora'), sample('harbour.jpg'), jpeg);
  expect([visitor, contributor].map(({ status, body }) => [status, field(body, 'code')])).toEqual([
    [401, 'rest_cannot_create'],
    [403, 'rest_cannot_create'],
  ]);
});

it('lets authors change their own files alone', async () => {
  await upload(await keyOf('wordpress', 'emil'));
  const author = await keyOf('wordpress', 'alma');
  const changed = await rest('POST', 'media/1', { key: author, body: { alt_text: 'x' } });
  const deleted = await rest('DELETE', 'media/1', { key: author, query: { force: 'true' } });
  expect([field(changed.body, 'code'), field(deleted.body, 'code')]).toEqual([
    'rest_cannot_edit',
    'rest_cannot_delete',
  ]);
  await control('rights', { role: 'wordpress', username: 'alma', right: 'editor' });
  expect((await rest('POST', 'media/1', { key: author, body: { alt_text: 'x' } })).status).toBe(200);
});
