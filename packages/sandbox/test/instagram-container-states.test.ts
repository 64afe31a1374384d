import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instagramMedia } from './instagram-media.ts';
import { serveFiles } from './meta-files.ts';
import {
  DAY_MS,
  type Fields,
  field,
  idOf,
  invalidParameter,
  type MetaSession,
  missingObject,
  startMeta,
} from './meta-session.ts';

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

describe('the state of a container', () => {
  const IN_PROGRESS = { status_code: 'IN_PROGRESS', status: 'In progress: Media is still being processed.' };
  const FINISHED = {
    status_code: 'FINISHED',
    status: 'Finished: Media has been uploaded and it is ready to be published.',
  };

  it('is ready after 300 ms for pictures, a second for videos', async () => {
    const [picture, video] = [idOf(await image('ok.jpg')), idOf(await reel('ok.mp4'))];
    await ig.advance(299);
    expect(await statusOf(picture)).toEqual({ id: picture, ...IN_PROGRESS });
    await ig.advance(1);
    expect(await statusOf(picture)).toEqual({ id: picture, ...FINISHED });
    await ig.advance(699);
    expect(await statusOf(video)).toEqual({ id: video, ...IN_PROGRESS });
    await ig.advance(1);
    expect(await statusOf(video)).toEqual({ id: video, ...FINISHED });
  });

  it('takes the set number of looks', async () => {
    await ig.control('processing', { username: 'ada', looks: 2 });
    const id = idOf(await image('ok.jpg'));
    const seen = [await statusOf(id), await statusOf(id), await statusOf(id)].map((body) => field(body, 'status_code'));
    expect(seen).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED']);
  });

  it('takes the set time, for one kind and so many containers', async () => {
    await ig.control('processing', { ms: 240_000, kind: 'video', times: 1 });
    const ids = [idOf(await image('ok.jpg')), idOf(await reel('ok.mp4')), idOf(await reel('ok.mp4'))];
    await ig.advance(239_999);
    expect(await Promise.all(ids.map(async (id) => field(await statusOf(id), 'status_code')))).toEqual([
      'FINISHED',
      'IN_PROGRESS',
      'FINISHED',
    ]);
    await ig.control('processing', {});
    expect(await statusOf(ids[1] ?? '')).toEqual({ id: ids[1], ...IN_PROGRESS });
    await ig.advance(1);
    expect(await statusOf(ids[1] ?? '')).toEqual({ id: ids[1], ...FINISHED });
  });

  it('is ERROR with the set code', async () => {
    await ig.control('processing', { outcome: 'error', error: '2207077', ms: 0 });
    const id = idOf(await image('ok.jpg'));
    expect(await statusOf(id)).toEqual({
      id,
      status_code: 'ERROR',
      status: 'Error: Media upload has failed with error code 2207077',
    });
  });

  it('is EXPIRED after 24 hours without a publish, and PUBLISHED forever after one', async () => {
    const [left, used] = [idOf(await image('ok.jpg')), idOf(await image('ok.jpg'))];
    await ig.advance(DAY_MS - 1);
    expect(await statusOf(left)).toEqual({ id: left, ...FINISHED });
    idOf(await ig.post(token, '/me/media_publish', { creation_id: used }));
    await ig.advance(1);
    expect(await statusOf(left)).toEqual({
      id: left,
      status_code: 'EXPIRED',
      status: 'Expired: The container was not published within 24 hours and has expired.',
    });
    expect(await statusOf(used)).toEqual({
      id: used,
      status_code: 'PUBLISHED',
      status: 'Published: Media has been published.',
    });
  });

  it('omits status_code when a control sets that', async () => {
    await ig.control('shapes', { statusCode: 'absent' });
    await ig.control('processing', { outcome: 'error', ms: 0 });
    const id = idOf(await image('ok.jpg'));
    expect(await statusOf(id)).toEqual({ id, status: 'Error: Media upload has failed with error code 2207082' });
  });

  it('answers only its id by default, and refuses an unknown field', async () => {
    const id = idOf(await image('ok.jpg'));
    expect((await ig.get(token, `/${id}`)).body).toEqual({ id });
    const answer = await ig.get(token, `/${id}`, { fields: 'permalink' });
    expect([answer.status, answer.body]).toEqual([
      400,
      invalidParameter('Tried accessing nonexisting field (permalink) on node type (ShadowIGMediaBuilder)'),
    ]);
  });

  it('is hidden from others', async () => {
    const id = idOf(await image('ok.jpg'));
    const answer = await ig.get(await ig.tokenOf('ben'), `/${id}`, { fields: 'status_code' });
    expect([answer.status, answer.body]).toEqual([400, missingObject('get', id)]);
  });

  it('is hidden by a glitch as often as set', async () => {
    await ig.control('read-glitch', { username: 'ada', times: 2 });
    const id = idOf(await image('ok.jpg'));
    const answers = [await statusOf(id), await statusOf(id), await statusOf(id)];
    expect(answers).toEqual([missingObject('get', id), missingObject('get', id), { id, ...IN_PROGRESS }]);
  });
});
