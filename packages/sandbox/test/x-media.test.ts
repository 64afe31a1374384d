import { expect, it } from 'vitest';
import { answered, field, forbidden, invalidRequest, sample, startX } from './x-session.ts';

const { call, control, connect, upload, uploadChunks, post } = await startX();
const { token } = await connect('ada');
const ben = await connect('ben');

const oneShot = (fields: Record<string, string>, bytes: Uint8Array | null) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (bytes) form.set('media', new Blob([new Uint8Array(bytes)]), 'file');
  return call('POST', '/2/media/upload', { token, body: form });
};
const initialize = (body: unknown) => call('POST', '/2/media/upload/initialize', { token, body });
const finalize = (id: string) => call('POST', `/2/media/upload/${id}/finalize`, { token, body: {} });
const status = (id: string) => call('GET', `/2/media/upload?command=STATUS&media_id=${id}`, { token });
const begin = async (totalBytes: number) => {
  const { body } = await initialize({
    media_type: 'image/jpeg',
    total_bytes: totalBytes,
    media_category: 'tweet_image',
  });
  return String(field(field(body).data).id);
};
const stillGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const notFound = (id: string) => invalidRequest('BadRequest: Not found', { id: [id] });

it('accepts a picture in one call and describes it', async () => {
  const bytes = sample('harbour.jpg');
  const { status: code, body } = await oneShot({ media_category: 'tweet_image' }, bytes);
  const { id } = field(field(body).data);
  expect({ code, body }).toEqual({
    code: 200,
    body: {
      data: {
        id: expect.stringMatching(/^\d{19}$/),
        media_key: `3_${id}`,
        expires_after_secs: 86_400,
        size: bytes.byteLength,
        image: { w: 1080, h: 1350, image_type: 'image/jpeg' },
      },
    },
  });
});

it('accepts a still GIF in chunks', async () => {
  const { finalized } = await uploadChunks(token, stillGif, 'image/gif', 'tweet_image');
  expect(finalized).toMatchObject({ status: 200, body: { data: { image: { w: 1, h: 1, image_type: 'image/gif' } } } });
});

it('lets other people use a picture, named in one text', async () => {
  const owners = { media_category: 'tweet_image', additional_owners: '2244994945,1767412809955430400' };
  expect((await oneShot(owners, sample('harbour.jpg'))).status).toBe(200);
});

it('accepts the same picture as JSON with base64', async () => {
  const body = { media: sample('latte.png').toString('base64'), media_category: 'tweet_image' };
  const answer = await call('POST', '/2/media/upload', { token, body });
  expect(answer.status).toBe(200);
  expect(field(field(answer.body).data).image).toEqual({ w: 1080, h: 1080, image_type: 'image/png' });
});

it.each([
  [
    'a page that claims to be a picture',
    { media_category: 'tweet_image' },
    Buffer.from('<!doctype html>'),
    'media type unrecognized.',
  ],
  [
    'a picture cut in the middle',
    { media_category: 'tweet_image' },
    sample('harbour.jpg').subarray(0, 9_000),
    'media type unrecognized.',
  ],
  ['no category', {}, sample('harbour.jpg'), 'media_category: is missing but it is required'],
  [
    'a category for chunks',
    { media_category: 'tweet_video' },
    sample('clip.mp4'),
    'media_category: tweet_video has to be uploaded in chunks',
  ],
  [
    'an unknown category',
    { media_category: 'poster' },
    sample('harbour.jpg'),
    'media_category: poster is not a media category',
  ],
  ['no file', { media_category: 'tweet_image' }, null, 'media: is missing but it is required'],
  [
    'an unknown field',
    { media_category: 'tweet_image', title: 'x' },
    sample('harbour.jpg'),
    'title: is not a parameter of this endpoint',
  ],
  [
    'the type, which OpenAPI 2.167 no longer has',
    { media_category: 'tweet_image', media_type: 'image/jpeg' },
    sample('harbour.jpg'),
    'media_type: is not a parameter of this endpoint',
  ],
  [
    'the switch for sharing, which OpenAPI 2.167 no longer has',
    { media_category: 'tweet_image', shared: 'false' },
    sample('harbour.jpg'),
    'shared: is not a parameter of this endpoint',
  ],
  ['a still GIF', { media_category: 'tweet_image' }, stillGif, 'media type unrecognized.'],
])('refuses %s in one call', async (_name, fields, bytes, message) => {
  const { status: code, body } = await oneShot(fields, bytes);
  expect({ code, body }).toEqual({ code: 400, body: invalidRequest(message, expect.anything()) });
});

it('refuses a picture of more than 5 MiB with 413 and an empty body', async () => {
  const { status: code, body } = await oneShot({ media_category: 'tweet_image' }, Buffer.alloc(5 * 1024 * 1024 + 1));
  expect({ code, body }).toEqual({ code: 413, body: '' });
});

it('refuses uploads without media.write with a bare 403', async () => {
  const reader = await connect('ada', ['tweet.read', 'tweet.write', 'users.read']);
  const answer = await call('POST', '/2/media/upload/initialize', { token: reader.token, body: {} });
  expect(answer).toEqual(answered(403, forbidden('Forbidden')));
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
});

it('accepts a picture in chunks, without processing', async () => {
  const { id, finalized } = await uploadChunks(token, sample('harbour.jpg'), 'image/jpeg', 'tweet_image');
  expect(finalized).toEqual(
    answered(200, {
      data: {
        id,
        media_key: `3_${id}`,
        expires_after_secs: 86_400,
        size: sample('harbour.jpg').byteLength,
        image: { w: 1080, h: 1350, image_type: 'image/jpeg' },
      },
    }),
  );
  expect(await status(id)).toMatchObject({ status: 400 });
});

it('moves a video from pending to succeeded by the clock', async () => {
  await control('/x/processing', { ms: 20_000 });
  const { id, finalized } = await uploadChunks(token, sample('clip.mp4'), 'video/mp4', 'tweet_video');
  const info = (answer: { body: unknown }) => field(field(answer.body).data).processing_info;
  expect(finalized.body).toEqual({
    data: {
      id,
      media_key: `13_${id}`,
      expires_after_secs: 86_400,
      size: sample('clip.mp4').byteLength,
      processing_info: { state: 'pending', check_after_secs: 10 },
    },
  });
  await control('/clock', { advanceMs: 12_000 });
  const halfway = field(info(await status(id)));
  expect(halfway).toEqual({ state: 'in_progress', progress_percent: 60, check_after_secs: 8 });
  expect(await post(token, { text: 'too early', media: { media_ids: [id] } })).toMatchObject({ status: 400 });
  await control('/clock', { advanceMs: 8_000 });
  expect(info(await status(id))).toEqual({ state: 'succeeded', progress_percent: 100 });
  expect((await post(token, { text: 'in time', media: { media_ids: [id] } })).status).toBe(201);
});

it('finishes after a number of looks, fails, or never ends when a control sets that', async () => {
  const states = async (looks: number) => {
    const { id } = await uploadChunks(token, sample('clip.mp4'), 'video/mp4', 'tweet_video');
    const seen: unknown[] = [];
    for (let look = 0; look < looks; look++) seen.push(field(field((await status(id)).body).data).processing_info);
    return seen.map((info) => field(info).state);
  };
  await control('/x/processing', { looks: 3 });
  expect(await states(3)).toEqual(['in_progress', 'in_progress', 'succeeded']);
  await control('/x/processing', { looks: 2, outcome: 'error' });
  expect(await states(2)).toEqual(['in_progress', 'failed']);
  await control('/x/processing', { outcome: 'never' });
  expect(await states(2)).toEqual(['in_progress', 'in_progress']);
  await control('/x/processing', { ms: 0 });
});

it('fails an invalid video in processing, not before', async () => {
  const { id, finalized } = await uploadChunks(
    token,
    sample('clip.mp4').subarray(0, 40_000),
    'video/mp4',
    'tweet_video',
  );
  expect(finalized.status).toBe(200);
  expect(await status(id)).toEqual(
    answered(200, {
      data: {
        id,
        media_key: `13_${id}`,
        expires_after_secs: 86_400,
        size: 40_000,
        processing_info: {
          state: 'failed',
          progress_percent: 100,
          error: { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' },
        },
      },
    }),
  );
});

it('does not know another person’s or expired media', async () => {
  const id = await begin(100);
  const theirs = await call('POST', `/2/media/upload/${id}/finalize`, { token: ben.token, body: {} });
  expect(theirs).toEqual(answered(400, notFound(id)));
  expect(await finalize('1')).toEqual(answered(400, notFound('1')));

  const picture = await upload(token, 'harbour.jpg');
  await control('/clock', { advanceMs: 86_400_000 });
  const { token: fresh } = await connect('ada');
  const metadata = { id: picture, metadata: { alt_text: { text: 'late' } } };
  expect(await call('POST', '/2/media/metadata', { token: fresh, body: metadata })).toEqual(
    answered(400, notFound(picture)),
  );
  expect(
    await call('POST', '/2/tweets', { token: fresh, body: { text: 'late', media: { media_ids: [picture] } } }),
  ).toEqual(answered(400, invalidRequest('Your media IDs are invalid.', { '$.media.media_ids': [picture] })));
});

it('describes a picture, with at most 1,000 characters', async () => {
  const { token: fresh } = await connect('ada');
  const id = await upload(fresh, 'harbour.jpg');
  const describe = (words: string, media = id) =>
    call('POST', '/2/media/metadata', { token: fresh, body: { id: media, metadata: { alt_text: { text: words } } } });
  expect(await describe('A red bridge at dusk')).toEqual(
    answered(200, { data: { id, associated_metadata: { alt_text: { text: 'A red bridge at dusk' } } } }),
  );
  expect((await describe('é'.repeat(1_000))).status).toBe(200);
  expect((await describe('é'.repeat(1_001))).status).toBe(400);
  expect(await describe('x', '12')).toEqual(answered(400, notFound('12')));
});
