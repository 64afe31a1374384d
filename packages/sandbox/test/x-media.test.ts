import { expect, it } from 'vitest';
import { field, forbidden, invalidRequest, sample, startX } from './x-session.ts';

const { call, control, connect, upload, uploadChunks, append, post } = await startX();
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
const notFound = (id: string) => invalidRequest('BadRequest: Not found', { id: [id] });

it('takes a picture in one call and says what it is', async () => {
  const bytes = sample('harbour.jpg');
  const { status: code, body } = await oneShot({ media_category: 'tweet_image', media_type: 'image/jpeg' }, bytes);
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

it('takes the same picture as JSON with base64', async () => {
  const body = { media: sample('latte.png').toString('base64'), media_category: 'tweet_image' };
  const answer = await call('POST', '/2/media/upload', { token, body });
  expect(answer.status).toBe(200);
  expect(field(field(answer.body).data).image).toEqual({ w: 1080, h: 1080, image_type: 'image/png' });
});

it.each([
  [
    'a page that calls itself a picture',
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
  expect(answer).toMatchObject({ status: 403, body: forbidden('Forbidden') });
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
});

it('takes a picture in chunks, without processing', async () => {
  const { id, finalized } = await uploadChunks(token, sample('harbour.jpg'), 'image/jpeg', 'tweet_image');
  expect(finalized).toMatchObject({
    status: 200,
    body: { data: { id, media_key: `3_${id}`, image: { w: 1080, h: 1350, image_type: 'image/jpeg' } } },
  });
  expect(Object.keys(field(field(finalized.body).data))).not.toContain('processing_info');
  expect(await status(id)).toMatchObject({ status: 400 });
});

it('walks a video from pending to succeeded by the clock', async () => {
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
  expect(halfway).toEqual({ state: 'in_progress', progress_percent: expect.any(Number), check_after_secs: 8 });
  expect(Math.abs(Number(halfway.progress_percent) - 60)).toBeLessThan(3);
  expect(await post(token, { text: 'too early', media: { media_ids: [id] } })).toMatchObject({ status: 400 });
  await control('/clock', { advanceMs: 8_000 });
  expect(info(await status(id))).toEqual({ state: 'succeeded', progress_percent: 100 });
  expect((await post(token, { text: 'in time', media: { media_ids: [id] } })).status).toBe(201);
});

it('finishes after a number of looks, fails, or never ends when told to', async () => {
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

it('fails a file that is no video in processing, not before', async () => {
  const { id, finalized } = await uploadChunks(
    token,
    sample('clip.mp4').subarray(0, 40_000),
    'video/mp4',
    'tweet_video',
  );
  expect(finalized.status).toBe(200);
  expect(await status(id)).toMatchObject({
    status: 200,
    body: {
      data: {
        processing_info: {
          state: 'failed',
          error: { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' },
        },
      },
    },
  });
});

it('adds chunks by their index: any order, the last one sent counts', async () => {
  const bytes = sample('harbour.jpg');
  const id = await begin(bytes.byteLength);
  await append(token, id, 1, bytes.subarray(40_000));
  await append(token, id, 0, Buffer.alloc(40_000));
  const appended = await append(token, id, 0, bytes.subarray(0, 40_000));
  expect(appended).toMatchObject({ status: 200, body: { data: { expires_at: expect.any(Number) } } });
  expect((await finalize(id)).status).toBe(200);
});

it.each([
  ['a byte is missing', (bytes: Buffer) => [bytes.subarray(0, -1)]],
  ['a chunk is missing', (bytes: Buffer) => [bytes.subarray(0, 10), null, bytes.subarray(10)]],
  ['nothing was sent', () => []],
])('refuses to finalize when %s', async (_name, cut) => {
  const bytes = sample('harbour.jpg');
  const id = await begin(bytes.byteLength);
  for (const [index, part] of cut(bytes).entries()) if (part) await append(token, id, index, part);
  const { status: code, body } = await finalize(id);
  expect({ code, body }).toEqual({
    code: 400,
    body: invalidRequest('Segments do not add up to provided total file size.'),
  });
});

it('refuses to finalize without a JSON object', async () => {
  const bytes = sample('harbour.jpg');
  const id = await begin(bytes.byteLength);
  await append(token, id, 0, bytes);
  const path = `/2/media/upload/${id}/finalize`;
  expect(await call('POST', path, { token })).toMatchObject({
    status: 400,
    body: invalidRequest('Request body must be a JSON object.'),
  });
  expect(await call('POST', path, { token, body: '{', headers: { 'content-type': 'application/json' } })).toMatchObject(
    {
      status: 400,
      body: invalidRequest('Request body is not valid JSON.'),
    },
  );
  expect(await call('POST', path, { token, body: '{}', headers: { 'content-type': 'text/plain' } })).toMatchObject({
    status: 400,
    body: invalidRequest('Requests with bodies must have content-type of application/json.'),
  });
  expect((await finalize(id)).status).toBe(200);
});

it('refuses chunks that are too large, misnumbered, empty, or for an upload that is done', async () => {
  const id = await begin(1_000);
  const large = await append(token, id, 0, Buffer.alloc(5_000_000));
  expect({ status: large.status, body: large.body }).toEqual({ status: 413, body: '' });
  for (const index of ['-1', '1000', 'first']) {
    expect(await append(token, id, index, Buffer.alloc(10))).toMatchObject({
      status: 400,
      body: invalidRequest('SegmentIndex must be between 0 and 999.'),
    });
  }
  expect((await append(token, id, 0, Buffer.alloc(0))).status).toBe(400);
  const { id: done } = await uploadChunks(token, sample('harbour.jpg'), 'image/jpeg', 'tweet_image');
  expect((await append(token, done, 0, Buffer.alloc(10))).status).toBe(400);
});

it.each([
  [
    'a type it does not know',
    { media_type: 'image/heic', total_bytes: 10 },
    /^\$\.media_type: does not have a value in the enumeration/,
  ],
  ['no size', { media_type: 'image/png' }, /^\$\.total_bytes: is missing but it is required$/],
  [
    'an unknown field',
    { media_type: 'image/png', total_bytes: 10, name: 'x' },
    /^\$\.name: is not defined in the schema/,
  ],
  [
    'a picture that is too large',
    { media_type: 'image/png', total_bytes: 5_242_881 },
    /^File size exceeds 5242880 bytes\.$/,
  ],
  [
    'a GIF that is too large',
    { media_type: 'image/gif', total_bytes: 15_728_641 },
    /^File size exceeds 15728640 bytes\.$/,
  ],
  [
    'a video that is too large',
    { media_type: 'video/mp4', total_bytes: 536_870_913 },
    /^File size exceeds 536870912 bytes\.$/,
  ],
  [
    'a category of another kind',
    { media_type: 'video/mp4', total_bytes: 10, media_category: 'tweet_image' },
    /^\$\.media_category: tweet_image cannot hold video\/mp4$/,
  ],
])('refuses to start with %s', async (_name, body, message) => {
  const { status: code, body: answer } = await initialize(body);
  expect({ code, answer }).toEqual({
    code: 400,
    answer: invalidRequest(expect.stringMatching(message), expect.anything()),
  });
});

it('knows nothing of the media of somebody else, or of one that has expired', async () => {
  const id = await begin(100);
  const theirs = await call('POST', `/2/media/upload/${id}/finalize`, { token: ben.token, body: {} });
  expect(theirs).toMatchObject({ status: 400, body: notFound(id) });
  expect(await finalize('1')).toMatchObject({ status: 400, body: notFound('1') });

  const picture = await upload(token, 'harbour.jpg');
  await control('/clock', { advanceMs: 86_400_000 });
  const { token: fresh } = await connect('ada');
  const metadata = { id: picture, metadata: { alt_text: { text: 'late' } } };
  expect(await call('POST', '/2/media/metadata', { token: fresh, body: metadata })).toMatchObject({
    status: 400,
    body: notFound(picture),
  });
  expect(
    await call('POST', '/2/tweets', { token: fresh, body: { text: 'late', media: { media_ids: [picture] } } }),
  ).toMatchObject({
    status: 400,
    body: invalidRequest('Your media IDs are invalid.', { '$.media.media_ids': [picture] }),
  });
});

it('describes a picture, with at most 1,000 characters', async () => {
  const { token: fresh } = await connect('ada');
  const id = await upload(fresh, 'harbour.jpg');
  const describe = (words: string, media = id) =>
    call('POST', '/2/media/metadata', { token: fresh, body: { id: media, metadata: { alt_text: { text: words } } } });
  expect(await describe('A red bridge at dusk')).toMatchObject({
    status: 200,
    body: { data: { id, associated_metadata: { alt_text: { text: 'A red bridge at dusk' } } } },
  });
  expect((await describe('é'.repeat(1_000))).status).toBe(200);
  expect((await describe('é'.repeat(1_001))).status).toBe(400);
  expect(await describe('x', '12')).toMatchObject({ status: 400, body: notFound('12') });
});
