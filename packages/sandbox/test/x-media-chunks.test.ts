import { expect, it } from 'vitest';
import { answered, field, invalidRequest, sample, startMs, startX } from './x-session.ts';

const { call, control, connect, uploadChunks, append } = await startX();
const { token } = await connect('ada');

const initialize = (body: unknown) => call('POST', '/2/media/upload/initialize', { token, body });
const finalize = (id: string) => call('POST', `/2/media/upload/${id}/finalize`, { token, body: {} });
const begin = async (totalBytes: number) => {
  const { body } = await initialize({
    media_type: 'image/jpeg',
    total_bytes: totalBytes,
    media_category: 'tweet_image',
  });
  return String(field(field(body).data).id);
};

it('adds chunks by their index: in any order, the last one sent wins', async () => {
  const bytes = sample('harbour.jpg');
  const id = await begin(bytes.byteLength);
  await append(token, id, 1, bytes.subarray(40_000));
  await append(token, id, 0, Buffer.alloc(40_000));
  const appended = await append(token, id, 0, bytes.subarray(0, 40_000));
  expect(appended).toEqual(answered(200, { data: { expires_at: startMs / 1_000 + 86_400 } }));
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

const appended = async () => {
  const bytes = sample('harbour.jpg');
  const id = await begin(bytes.byteLength);
  await append(token, id, 0, bytes);
  return id;
};

it('finalizes without a body, unless a control requires one', async () => {
  const path = async () => `/2/media/upload/${await appended()}/finalize`;
  expect((await call('POST', await path(), { token })).status).toBe(200);
  await control('/x/finalize-body', { required: true });
  expect(await call('POST', await path(), { token })).toEqual(
    answered(400, invalidRequest('Request body must be a JSON object.')),
  );
  expect((await call('POST', await path(), { token, body: {} })).status).toBe(200);
  await control('/x/finalize-body', { required: false });
});

it('refuses to finalize with a body that is no JSON object', async () => {
  const id = await appended();
  const path = `/2/media/upload/${id}/finalize`;
  expect(await call('POST', path, { token, body: [] })).toEqual(
    answered(400, invalidRequest('Request body must be a JSON object.')),
  );
  expect(await call('POST', path, { token, body: '{', headers: { 'content-type': 'application/json' } })).toMatchObject(
    {
      status: 400,
      body: invalidRequest('Request body is not valid JSON.'),
    },
  );
  expect(await call('POST', path, { token, body: '{}', headers: { 'content-type': 'text/plain' } })).toEqual(
    answered(400, invalidRequest('Requests with bodies must have content-type of application/json.')),
  );
  expect((await finalize(id)).status).toBe(200);
});

it('refuses chunks that are too large, misnumbered, empty, or for a finished upload', async () => {
  const id = await begin(1_000);
  const large = await append(token, id, 0, Buffer.alloc(5_000_000));
  expect({ status: large.status, body: large.body }).toEqual({ status: 413, body: '' });
  for (const index of ['-1', '1000', 'first']) {
    expect(await append(token, id, index, Buffer.alloc(10))).toEqual(
      answered(400, invalidRequest('SegmentIndex must be between 0 and 999.')),
    );
  }
  expect((await append(token, id, 0, Buffer.alloc(0))).status).toBe(400);
  const { id: done } = await uploadChunks(token, sample('harbour.jpg'), 'image/jpeg', 'tweet_image');
  expect((await append(token, done, 0, Buffer.alloc(10))).status).toBe(400);
});

it.each([
  [
    'an unknown type',
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
