import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notFetched, tooLarge, wrongFormat, wrongRatio, wrongStrictRatio, wrongVideo } from './instagram-errors.ts';
import { instagramMedia } from './instagram-media.ts';
import { serveFiles } from './meta-files.ts';
import { type Fields, field, idOf, type MetaSession, startMeta } from './meta-session.ts';

let ig: MetaSession;
let files: Awaited<ReturnType<typeof serveFiles>>;
let token: string;
beforeAll(async () => {
  ig = await startMeta('instagram');
  files = await serveFiles(instagramMedia);
});
afterAll(() => Promise.all([ig.close(), files.close()]));
beforeEach(async () => {
  await ig.reset();
  token = await ig.tokenOf('ada');
});

const create = (fields: Fields) => ig.post(token, '/me/media', fields);
const image = (name: string, more: Fields = {}) => create({ image_url: files.url(name), ...more });
const reel = (name: string, more: Fields = {}) => create({ media_type: 'REELS', video_url: files.url(name), ...more });
const statusOf = async (id: string) => (await ig.get(token, `/${id}`, { fields: 'status_code,status' })).body;

describe('the files of a container', () => {
  it.each(['page.jpg', 'html.jpg', 'moved.jpg', 'private.jpg', 'missing.jpg', 'ok.mp4'])(
    'cannot be fetched: %s',
    async (name) => {
      const answer = await image(name);
      expect([answer.status, answer.body]).toEqual([400, notFetched(files.url(name))]);
    },
  );

  it('must have an ASCII address', async () => {
    const url = files.url('ök.jpg');
    expect((await create({ image_url: url })).body).toEqual(notFetched(url));
    expect((await create({ image_url: encodeURI(url) })).status).toBe(200);
  });

  it.each(['ok.jpg', 'missing.mp4'])('fail the container later when no video can be fetched: %s', async (name) => {
    const id = idOf(await reel(name));
    await ig.advance(1000);
    const status = 'Error: Media upload has failed with error code 2207077';
    expect(await statusOf(id)).toEqual({ id, status_code: 'ERROR', status });
  });

  it.each([
    ['large.jpg', tooLarge],
    ['cut.jpg', wrongFormat],
    ['picture.webp', wrongFormat],
    ['stereo.mpo', wrongFormat],
    ['tall.jpg', wrongRatio],
    ['wide.jpg', wrongRatio],
  ])('are refused: %s', async (name, body) => {
    const answer = await image(name);
    expect([answer.status, answer.body]).toEqual([400, body]);
  });

  it.each(['ok.png', 'undeclared.jpg', 'eight.jpg', 'phone.jpg', 'widest.jpg'])('are accepted: %s', async (name) => {
    expect((await image(name)).status).toBe(200);
  });

  it('must be JPEG in strict mode', async () => {
    await ig.control('file-rules', { username: 'ada', strictJpeg: true });
    expect((await image('ok.png')).body).toEqual(wrongFormat);
    expect((await image('ok.jpg')).status).toBe(200);
  });

  it('may not be taller than 4:5 with a strict ratio', async () => {
    await ig.control('file-rules', { username: 'ada', strictRatio: true });
    expect((await image('phone.jpg')).body).toEqual(wrongStrictRatio);
    expect((await image('ok.jpg')).status).toBe(200);
  });

  it('may have any shape in a story', async () => {
    expect((await create({ media_type: 'STORIES', image_url: files.url('story.jpg') })).status).toBe(200);
    expect((await image('story.jpg')).body).toEqual(wrongRatio);
  });

  it('are refused as cover when they are no picture or too large', async () => {
    expect((await reel('ok.mp4', { cover_url: files.url('page.jpg') })).body).toEqual(
      notFetched(files.url('page.jpg')),
    );
    expect((await reel('ok.mp4', { cover_url: files.url('large.jpg') })).body).toEqual(tooLarge);
    expect((await reel('ok.mp4', { cover_url: files.url('story.jpg') })).status).toBe(200);
  });

  it('are refused as video when they are neither MP4 nor MOV', async () => {
    const answer = await reel('clip.webm');
    expect([answer.status, answer.body]).toEqual([400, wrongVideo]);
  });

  it.each(['short.mp4', 'long.mp4', 'broad.mp4', 'strip.mp4', 'vp9.mp4', 'surround.mp4', 'broken.mp4'])(
    'fail to process: %s',
    async (name) => {
      const id = idOf(await reel(name));
      expect(field(await statusOf(id), 'status_code')).toBe('IN_PROGRESS');
      await ig.advance(1000);
      expect(await statusOf(id)).toEqual({
        id,
        status_code: 'ERROR',
        status: 'Error: Media upload has failed with error code 2207085',
      });
    },
  );

  it('may be as long as 15 minutes in a reel, 60 seconds in a story', async () => {
    const ids = [
      idOf(await reel('quarter.mp4')),
      idOf(await create({ media_type: 'STORIES', video_url: files.url('minute.mp4') })),
      idOf(await create({ media_type: 'VIDEO', is_carousel_item: 'true', video_url: files.url('minute.mp4') })),
    ];
    await ig.advance(1000);
    const states = await Promise.all(ids.map(async (id) => field(await statusOf(id), 'status_code')));
    expect(states).toEqual(['FINISHED', 'ERROR', 'FINISHED']);
  });

  it('are not inspected when a control turns that off', async () => {
    await ig.control('file-rules', { inspectVideo: false });
    const id = idOf(await reel('broken.mp4'));
    await ig.advance(1000);
    expect(field(await statusOf(id), 'status_code')).toBe('FINISHED');
  });

  it('are missed by the crawler as often as set, by address', async () => {
    await ig.control('fetch-failure', { username: 'ada', address: 'ok\\.png$', times: 2 });
    expect((await image('ok.jpg')).status).toBe(200);
    expect((await image('ok.png')).body).toEqual(notFetched(files.url('ok.png')));
    expect((await image('ok.png')).status).toBe(400);
    expect((await image('ok.png')).status).toBe(200);
  });
});
