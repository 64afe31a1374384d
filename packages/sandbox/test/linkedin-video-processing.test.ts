import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADA, at, field, HARBOUR, type Linkedin, list, sample, startLinkedin, urn } from './linkedin-session.ts';

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

describe('the thumbnail', () => {
  it('becomes the cover of the post', async () => {
    const token = await li.connect('ada', 'openid w_member_social');
    const upload = await li.video(token, ADA, clip, sample('cover.jpg'));
    await li.finalize(token, upload);
    await li.advance(1_000);
    const { body } = await look(token, upload.video);
    expect(at(body, 'thumbnail')).toMatch(/\/__sandbox\/blobs\//);
    expect((await li.post(token, { content: { media: { id: upload.video, title: 'Clip' } } })).status).toBe(201);
    const [post] = await li.posts();
    const [media] = list(post, 'media');
    expect(media).toMatchObject({ type: 'video', coverUrl: at(body, 'thumbnail'), thumbOffsetMs: null });
    const cover = await fetch(field(media, 'coverUrl'));
    expect(Buffer.from(await cover.arrayBuffer()).equals(sample('cover.jpg'))).toBe(true);
  });

  it('must be a JPEG or a PNG; after a refusal the address still accepts one', async () => {
    const { body } = await start(await li.connect('ada'), { fileSizeBytes: 10, uploadThumbnail: true });
    const url = field(body, 'value', 'thumbnailUploadUrl');
    const refused = await put(url, Buffer.from('GIF89a'));
    expect([refused.status, refused.body]).toEqual([415, { message: 'Unsupported thumbnail format', status: 415 }]);
    expect([(await put(url, sample('latte.png'))).status, (await put(url, sample('latte.png'))).status]).toEqual([
      201, 400,
    ]);
  });
});

describe('reading a video', () => {
  it('is open to the member who owns it, even with w_member_social alone', async () => {
    const token = await li.connect('ada', 'w_member_social');
    const upload = await li.video(token, ADA, clip);
    expect((await look(token, upload.video)).body).toEqual({ id: upload.video, owner: ADA, status: 'WAITING_UPLOAD' });
  });

  it('is closed to others, and 404 when there is none', async () => {
    const upload = await li.video(await li.connect('ada'), ADA, clip);
    const foreign = await look(await li.connect('ben'), upload.video);
    expect([foreign.status, foreign.body]).toEqual([403, forbidden]);
    const none = await look(await li.connect('ben'), 'urn:li:video:never');
    expect([none.status, none.body]).toEqual([
      404,
      { message: 'Could not find entity', status: 404, code: 'NOT_FOUND' },
    ]);
  });

  it('says why processing failed, by control or because LinkedIn cannot show the file', async () => {
    const token = await li.connect('ada');
    const state = async (bytes: Buffer) => {
      const upload = await li.video(token, HARBOUR, bytes);
      await li.finalize(token, upload);
      await li.advance(1_000);
      return (await look(token, upload.video)).body;
    };
    const failed = (processingFailureReason: string) =>
      expect.objectContaining({ status: 'PROCESSING_FAILED', processingFailureReason });
    expect(await state(Buffer.from('not a video'))).toEqual(failed('Unsupported codec'));
    expect(await state(withDuration(clip, 2_999))).toEqual(failed('Unsupported duration'));
    expect(await state(withDuration(clip, 30 * 60_000 + 1))).toEqual(failed('Unsupported duration'));
    expect(await state(withDuration(clip, 3_000))).toMatchObject({ status: 'AVAILABLE' });
    expect(await state(withDuration(clip, 30 * 60_000))).toMatchObject({ status: 'AVAILABLE' });
    expect(await state(ofSize(74_999))).toEqual(failed('Unsupported file size'));
    expect(await state(ofSize(75_000))).toMatchObject({ status: 'AVAILABLE' });
    await li.control('processing', { outcome: 'error', kind: 'video' });
    expect(await state(clip)).toEqual(failed('Unsupported codec'));
  });

  it('takes a second again once the control is removed', async () => {
    const token = await li.connect('ada');
    await li.control('processing', { outcome: 'stuck' });
    const upload = await li.video(token, HARBOUR, clip);
    await li.finalize(token, upload);
    await li.advance(1_000);
    expect(at((await look(token, upload.video)).body, 'status')).toBe('PROCESSING');
    await li.control('processing');
    expect(at((await look(token, upload.video)).body, 'status')).toBe('AVAILABLE');
    const next = await li.video(token, HARBOUR, clip);
    await li.finalize(token, next);
    await li.advance(999);
    expect(at((await look(token, next.video)).body, 'status')).toBe('PROCESSING');
  });

  it('finds it in process for as many looks as a control sets', async () => {
    const token = await li.connect('ada');
    await li.control('processing', { looks: 2 });
    const upload = await li.video(token, HARBOUR, clip);
    await li.finalize(token, upload);
    const states = [];
    for (let looks = 0; looks < 4; looks++) states.push(at((await look(token, upload.video)).body, 'status'));
    expect(states).toEqual(['PROCESSING', 'PROCESSING', 'AVAILABLE', 'AVAILABLE']);
  });
});

/** The clip with this length in its movie header (ISO/IEC 14496-12, mvhd). */
function withDuration(bytes: Buffer, durationMs: number): Buffer {
  const copy = Buffer.from(bytes);
  const header = copy.indexOf('mvhd', 0, 'latin1') + 4;
  copy.writeUInt32BE(1_000, header + 12);
  copy.writeUInt32BE(durationMs, header + 16);
  return copy;
}

/** The clip with an empty `mdat`, a few KB small. */
function withoutPictures(bytes: Buffer): Buffer {
  const boxes: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const isPictures = bytes.toString('latin1', at + 4, at + 8) === 'mdat';
    boxes.push(isPictures ? box('mdat', Buffer.alloc(0)) : bytes.subarray(at, at + bytes.readUInt32BE(at)));
  }
  return Buffer.concat(boxes);
}

/** The clip without pictures, padded to so many bytes. */
function ofSize(bytes: number): Buffer {
  const small = withoutPictures(clip);
  return Buffer.concat([small, box('free', Buffer.alloc(bytes - small.length - 8))]);
}

function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
