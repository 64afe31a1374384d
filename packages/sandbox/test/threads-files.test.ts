import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveFiles } from './meta-files.ts';
import { type Fields, idOf, type MetaSession, startMeta } from './meta-session.ts';
import { notFetched } from './threads-errors.ts';
import { threadsMedia } from './threads-media.ts';

let threads: MetaSession;
let files: Awaited<ReturnType<typeof serveFiles>>;
let token: string;
beforeAll(async () => {
  threads = await startMeta('threads');
  files = await serveFiles(threadsMedia);
});
afterAll(() => Promise.all([threads.close(), files.close()]));
beforeEach(async () => {
  await threads.reset();
  token = await threads.tokenOf('ada');
});

const create = (fields: Fields) => threads.post(token, '/me/threads', fields);
const image = (name: string, more: Fields = {}) => create({ media_type: 'IMAGE', image_url: files.url(name), ...more });
const video = (name: string, more: Fields = {}) => create({ media_type: 'VIDEO', video_url: files.url(name), ...more });
const statusOf = async (id: string) => (await threads.get(token, `/${id}`, { fields: 'id,status,error_message' })).body;

describe('files', () => {
  it.each(['page.jpg', 'missing.jpg', 'ok.mp4'])(
    'that cannot be fetched as a picture fail the call: %s',
    async (name) => {
      const answer = await image(name);
      expect([answer.status, answer.body]).toEqual([400, notFetched(files.url(name))]);
    },
  );

  it.each([
    ['large.jpg', 36000, 2207004],
    ['picture.gif', 36001, 2207005],
    ['thin.png', 36003, 2207009],
  ])('of the wrong kind fail the call: %s', async (name, code, error_subcode) => {
    const answer = await image(name);
    expect(answer).toMatchObject({ status: 400, body: { error: { code, error_subcode } } });
  });

  it.each(['ok.jpg', 'ok.png', 'strip.png'])('are accepted: %s', async (name) => {
    expect((await image(name, { alt_text: 'x'.repeat(1000) })).status).toBe(200);
  });

  it.each([
    ['private.mp4', 'FAILED_DOWNLOADING_VIDEO'],
    ['missing.mp4', 'FAILED_DOWNLOADING_VIDEO'],
    ['ok.jpg', 'FAILED_DOWNLOADING_VIDEO'],
    ['clip.webm', 'FAILED_PROCESSING_VIDEO'],
    ['broken.mp4', 'FAILED_PROCESSING_VIDEO'],
    ['broad.mp4', 'FAILED_PROCESSING_VIDEO'],
    ['long.mp4', 'INVALID_DURATION'],
    ['strip.mp4', 'INVALID_ASPEC_RATIO'],
  ])('fail the container of a video later on: %s', async (name, error_message) => {
    const id = idOf(await video(name));
    expect(await statusOf(id)).toEqual({ id, status: 'IN_PROGRESS' });
    await threads.advance(1000);
    expect(await statusOf(id)).toEqual({ id, status: 'ERROR', error_message });
  });

  it('of 300 seconds are a valid video, and so are broken ones when not inspected', async () => {
    const five = idOf(await video('five.mp4'));
    await threads.control('file-rules', { inspectVideo: false });
    const broken = idOf(await video('broken.mp4'));
    await threads.advance(1000);
    expect([await statusOf(five), await statusOf(broken)]).toEqual([
      { id: five, status: 'FINISHED' },
      { id: broken, status: 'FINISHED' },
    ]);
  });
});
