import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  BEN,
  field,
  HARBOUR,
  HOUR_MS,
  type Linkedin,
  list,
  NOON,
  sample,
  startLinkedin,
  urn,
} from './linkedin-session.ts';

const PART = 4_194_304;
let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const clip = sample('clip.mp4');
const start = (token: string, request: Record<string, unknown>) =>
  li.rest(token, 'POST', '/rest/videos?action=initializeUpload', {
    initializeUploadRequest: { owner: HARBOUR, ...request },
  });
const look = (token: string, video: string) => li.rest(token, 'GET', `/rest/videos/${urn(video)}`);
const put = (url: string, body: Buffer) => li.call(url, { method: 'PUT', body });
const forbidden = {
  message: 'Accessing this video resource is forbidden. Please check your permissions for this resource',
  status: 403,
};

describe('starting a video', () => {
  it('answers one address for each 4 MiB, the last one shorter', async () => {
    const { status, body } = await start(await li.connect('ada'), {
      fileSizeBytes: 2 * PART + 1,
      uploadCaptions: false,
    });
    expect([status, body]).toEqual([
      200,
      {
        value: {
          uploadUrlsExpireAt: NOON + 30 * 24 * HOUR_MS,
          video: expect.stringMatching(/^urn:li:video:D4E05AQ[\w-]+$/),
          uploadInstructions: [
            { uploadUrl: expect.stringContaining('/uploaded-video/part0?'), firstByte: 0, lastByte: PART - 1 },
            { uploadUrl: expect.stringContaining('/uploaded-video/part1?'), firstByte: PART, lastByte: 2 * PART - 1 },
            { uploadUrl: expect.stringContaining('/uploaded-video/part2?'), firstByte: 2 * PART, lastByte: 2 * PART },
          ],
          uploadToken: '',
        },
      },
    ]);
  });

  it('answers exactly one address for exactly 4 MiB', async () => {
    const { body } = await start(await li.connect('ada'), { fileSizeBytes: PART });
    expect(list(body, 'value', 'uploadInstructions')).toHaveLength(1);
  });

  it('answers addresses for a thumbnail and captions only on request', async () => {
    const token = await li.connect('ada');
    const asked = await start(token, { fileSizeBytes: 10, uploadThumbnail: true, uploadCaptions: true });
    expect(asked.body).toMatchObject({
      value: {
        thumbnailUploadUrl: expect.stringContaining(`${li.www}/dms-uploads/`),
        captionsUploadUrl: expect.stringContaining(`${li.www}/dms-uploads/`),
      },
    });
    const { body } = await start(token, { fileSizeBytes: 10, uploadThumbnail: false });
    expect([at(body, 'value', 'thumbnailUploadUrl'), at(body, 'value', 'captionsUploadUrl')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([0, -1, 500 * 1024 * 1024 + 1])('refuses a size of %d', async (fileSizeBytes) => {
    const { status, body } = await start(await li.connect('ada'), { fileSizeBytes });
    expect([status, body]).toEqual([
      400,
      { status: 400, code: 'INVALID_VALUE_FOR_FIELD', message: `fileSizeBytes can't be set to ${fileSizeBytes}` },
    ]);
  });

  it('accepts a size of 500 MiB', async () => {
    const { body } = await start(await li.connect('ada'), { fileSizeBytes: 500 * 1024 * 1024 });
    expect(list(body, 'value', 'uploadInstructions')).toHaveLength(125);
  });

  it('cannot read a body that is not JSON', async () => {
    const { status, body } = await li.broken(await li.connect('ada'), '/rest/videos?action=initializeUpload');
    expect([status, body]).toEqual([400, { message: 'Cannot parse request entity', status: 400 }]);
  });

  it('names missing and unknown fields', async () => {
    const { status, body } = await start(await li.connect('ada'), { uploadCaption: false });
    expect([status, body]).toEqual([
      422,
      {
        message:
          'ERROR :: /initializeUploadRequest/fileSizeBytes :: field is required but not found and has no default value\n' +
          'ERROR :: /initializeUploadRequest/uploadCaption :: unrecognized field found but not allowed\n',
        status: 422,
      },
    ]);
  });

  it('is for oneself and pages one may post on, with the scope for it', async () => {
    const foreign = await start(await li.connect('ada'), { owner: BEN, fileSizeBytes: 10 });
    expect([foreign.status, at(foreign.body, 'code')]).toEqual([403, 'ACCESS_DENIED']);
    const narrow = await start(await li.connect('ada', 'w_member_social'), { fileSizeBytes: 10 });
    expect([narrow.status, narrow.body]).toEqual([
      400,
      { message: 'Organization permissions must be used when using organization as owner', status: 400 },
    ]);
  });

  it.each([
    ['', "Parameter 'action' is required"],
    ['?action=explode', 'Invalid query parameters passed to request'],
  ])('refuses the unknown action "%s"', async (query, message) => {
    const { status, body } = await li.rest(await li.connect('ada'), 'POST', `/rest/videos${query}`, {});
    expect([status, body]).toEqual([400, { status: 400, code: 'ILLEGAL_ARGUMENT', message }]);
  });
});

describe('uploading the parts', () => {
  it('needs no token, answers an etag, accepts each part once', async () => {
    const { body } = await start(await li.connect('ada'), { fileSizeBytes: clip.length });
    const [instruction] = list(body, 'value', 'uploadInstructions');
    const url = field(instruction, 'uploadUrl');
    const { status, headers, text } = await put(url, clip);
    expect([status, headers.get('etag'), text]).toEqual([
      200,
      expect.stringMatching(/^\/ambry-video\/signedId\/[\w-]+\.bin$/),
      '',
    ]);
    const again = await put(url, clip);
    expect([again.status, again.body]).toEqual([
      400,
      { status: 400, code: 'EXPIRED_UPLOAD_URL', message: 'The Video upload URL is expired' },
    ]);
  });

  it('ends after 30 days', async () => {
    const { body } = await start(await li.connect('ada'), { fileSizeBytes: clip.length });
    await li.advance(30 * 24 * HOUR_MS);
    const { status } = await put(field(list(body, 'value', 'uploadInstructions')[0], 'uploadUrl'), clip);
    expect(status).toBe(400);
  });

  it('can quote the etag', async () => {
    await li.control('etags', { quoted: true });
    const token = await li.connect('ada');
    const upload = await li.video(token, HARBOUR, clip);
    expect(upload.uploadedPartIds).toEqual([expect.stringMatching(/^"\/ambry.*"$/)]);
    expect((await li.finalize(token, upload)).status).toBe(400);
    const bare = upload.uploadedPartIds.map((etag) => etag.replaceAll('"', ''));
    expect((await li.finalize(token, { ...upload, uploadedPartIds: bare })).status).toBe(200);
  });
});

describe('finalizing', () => {
  const refusedIds = (ids: readonly string[]) => ({
    status: 400,
    code: 'INVALID_VALUE_FOR_FIELD',
    message: `uploadedPartIds can't be set to ${JSON.stringify(ids)}`,
  });
  const waiting = { status: 400, code: 'MEDIA_ASSET_WAITING_UPLOAD', message: 'Media asset is waiting upload' };
  const twoParts = Buffer.concat([clip, box('free', Buffer.from('\x01\x02\x03'.repeat(PART / 3), 'latin1'))]);

  it('answers an empty 200 and starts to process', async () => {
    const token = await li.connect('ada');
    const upload = await li.video(token, HARBOUR, clip);
    const { status, text } = await li.finalize(token, upload);
    expect([status, text]).toEqual([200, '']);
    expect((await look(token, upload.video)).body).toEqual({ id: upload.video, owner: HARBOUR, status: 'PROCESSING' });
    await li.advance(1_000);
    expect((await look(token, upload.video)).body).toEqual({
      id: upload.video,
      owner: HARBOUR,
      status: 'AVAILABLE',
      downloadUrl: expect.stringContaining('/__sandbox/blobs/'),
    });
  });

  it('puts the parts together in order', async () => {
    const token = await li.connect('ada');
    const upload = await li.video(token, HARBOUR, twoParts);
    expect(upload.uploadedPartIds).toHaveLength(2);
    expect((await li.finalize(token, upload)).status).toBe(200);
    await li.advance(1_000);
    const { body } = await look(token, upload.video);
    const whole = await fetch(field(body, 'downloadUrl'));
    expect(Buffer.from(await whole.arrayBuffer()).equals(twoParts)).toBe(true);
  });

  it('requires every etag, in order', async () => {
    const token = await li.connect('ada');
    const upload = await li.video(token, HARBOUR, twoParts);
    const [first = '', second = ''] = upload.uploadedPartIds;
    for (const wrong of [[second, first], [first], [first, second, second], [first, 'made-up'], []]) {
      const { status, body } = await li.finalize(token, { ...upload, uploadedPartIds: wrong });
      expect([status, body]).toEqual([400, refusedIds(wrong)]);
    }
    expect((await li.finalize(token, upload)).status).toBe(200);
  });

  it('detects that a part got a wrong etag', async () => {
    await li.control('etags', { wrong: 1 });
    const token = await li.connect('ada');
    const upload = await li.video(token, HARBOUR, clip);
    const { status, body } = await li.finalize(token, upload);
    expect([status, body]).toEqual([400, refusedIds(upload.uploadedPartIds)]);
    const retried = await li.video(token, HARBOUR, clip);
    expect((await li.finalize(token, retried)).status).toBe(200);
  });

  it('requires every part', async () => {
    const token = await li.connect('ada');
    const { body } = await start(token, { fileSizeBytes: 2 * PART });
    await put(field(list(body, 'value', 'uploadInstructions')[0], 'uploadUrl'), Buffer.alloc(PART));
    const upload = { video: field(body, 'value', 'video'), uploadToken: '', uploadedPartIds: ['a', 'b'] };
    const refused = await li.finalize(token, upload);
    expect([refused.status, refused.body]).toEqual([400, waiting]);
  });

  it('requires the announced number of bytes', async () => {
    const token = await li.connect('ada');
    const { body } = await start(token, { fileSizeBytes: clip.length });
    const sent = await put(field(list(body, 'value', 'uploadInstructions')[0], 'uploadUrl'), clip.subarray(1));
    const upload = {
      video: field(body, 'value', 'video'),
      uploadToken: '',
      uploadedPartIds: [sent.headers.get('etag')],
    };
    const { status, body: refusal } = await li.finalize(token, upload);
    expect([status, refusal]).toEqual([
      400,
      {
        status: 400,
        code: 'ILLEGAL_ARGUMENT',
        message: `uploaded ${clip.length - 1} bytes but fileSizeBytes is ${clip.length}`,
      },
    ]);
  });

  it('is done once, by a permitted member, for an existing video', async () => {
    const token = await li.connect('ada');
    const upload = await li.video(token, HARBOUR, clip);
    const ben = await li.finalize(await li.connect('ben'), upload);
    expect([ben.status, ben.body]).toEqual([403, forbidden]);
    await li.finalize(token, upload);
    const invalid = { status: 400, code: 'INVALID_VIDEO_ID', message: 'This Video ID is invalid' };
    expect((await li.finalize(token, upload)).body).toEqual(invalid);
    expect((await li.finalize(token, { ...upload, video: 'urn:li:video:never' })).body).toEqual(invalid);
  });

  it('requires its upload token and all its fields', async () => {
    const token = await li.connect('ada');
    const upload = await li.video(token, HARBOUR, clip);
    expect((await li.finalize(token, { ...upload, uploadToken: 'x' })).body).toEqual({
      status: 400,
      code: 'INVALID_VALUE_FOR_FIELD',
      message: "uploadToken can't be set to x",
    });
    const bare = await li.finalize(token, { video: upload.video });
    expect([bare.status, bare.body]).toEqual([
      422,
      {
        message:
          'ERROR :: /finalizeUploadRequest/uploadToken :: field is required but not found and has no default value\n' +
          'ERROR :: /finalizeUploadRequest/uploadedPartIds :: field is required but not found and has no default value\n',
        status: 422,
      },
    ]);
  });
});

function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
