import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notReady, quotaSpent, spamSuspected, unknownCreation } from './instagram-errors.ts';
import {
  DAY_MS,
  type Fields,
  field,
  graphError,
  idOf,
  invalidParameter,
  type MetaSession,
  missingObject,
  NOON,
  startMeta,
} from './meta-session.ts';

let ig: MetaSession;
let token: string;
beforeAll(async () => {
  ig = await startMeta('instagram');
});
afterAll(() => ig.close());
beforeEach(async () => {
  await ig.reset();
  token = await ig.tokenOf('ada');
});

const create = async (fields: Fields) => idOf(await ig.post(token, '/me/media', fields));
const createImage = (more: Fields = {}) => create({ image_url: ig.sampleUrl('harbour.jpg'), ...more });
const publish = (creation_id: string) => ig.post(token, '/me/media_publish', { creation_id });
const statusOf = async (id: string) =>
  field((await ig.get(token, `/${id}`, { fields: 'status_code' })).body, 'status_code');

/** Creates, waits and publishes; returns the id of the post. */
async function publishNew(fields: Fields): Promise<string> {
  const container = await create(fields);
  await ig.advance(1000);
  return idOf(await publish(container));
}
const publishImage = (more: Fields = {}) => publishNew({ image_url: ig.sampleUrl('harbour.jpg'), ...more });

describe('publishing', () => {
  it('is refused until the container is ready, and works then', async () => {
    const id = await createImage();
    const early = await publish(id);
    expect([early.status, early.body]).toEqual([400, notReady]);
    await ig.advance(300);
    expect((await publish(id)).status).toBe(200);
    expect(await ig.posts()).toHaveLength(1);
  });

  it('counts looks, not time, when the container does', async () => {
    await ig.control('processing', { looks: 1 });
    const id = await createImage();
    await ig.advance(60_000);
    expect((await publish(id)).body).toEqual(notReady);
    expect(await statusOf(id)).toBe('IN_PROGRESS');
    expect((await publish(id)).status).toBe(200);
  });

  it('creates one post per container, however often it is requested', async () => {
    const id = await createImage();
    await ig.advance(300);
    const answers = await Promise.all([publish(id), publish(id), publish(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const again = await publish(id);
    expect([again.status, again.body]).toEqual([400, unknownCreation(id)]);
    expect(await ig.posts()).toHaveLength(1);
    expect(await statusOf(id)).toBe('PUBLISHED');
  });

  it('is refused for a failed container', async () => {
    await ig.control('processing', { outcome: 'error', ms: 0 });
    expect((await publish(await createImage())).body).toEqual(notReady);
  });

  it('is refused for an expired container', async () => {
    const id = await createImage();
    await ig.advance(DAY_MS);
    expect((await publish(id)).body).toEqual(unknownCreation(id));
  });

  it("is refused for unknown and for other people's containers", async () => {
    expect((await publish('17800000000000000')).body).toEqual(unknownCreation('17800000000000000'));
    const id = await createImage();
    await ig.advance(300);
    const stranger = await ig.post(await ig.tokenOf('ben'), '/me/media_publish', { creation_id: id });
    expect([stranger.status, stranger.body]).toEqual([
      400,
      graphError({
        message: 'The requested resource does not exist',
        code: 24,
        error_subcode: 2207006,
        is_transient: false,
        error_user_title: 'Media not found',
        error_user_msg: `The media with id ${id} cannot be found.`,
      }),
    ]);
  });

  it('is refused for a carousel item, without a container, and as another account', async () => {
    const id = await createImage({ is_carousel_item: 'true' });
    await ig.advance(300);
    expect((await publish(id)).body).toEqual(invalidParameter('Carousel items cannot be published by themselves'));
    expect((await ig.post(token, '/me/media_publish')).body).toEqual(
      invalidParameter('The parameter creation_id is required'),
    );
    const other = await ig.profileId('ben');
    const answer = await ig.post(token, `/${other}/media_publish`, { creation_id: await createImage() });
    expect(answer.body).toEqual(missingObject('post', other));
  });

  it('is refused to a restricted account until it is active again', async () => {
    await ig.control('restrict', { username: 'ada', on: true });
    const id = await createImage();
    await ig.advance(300);
    expect((await publish(id)).body).toEqual(
      graphError({
        message: 'The account is restricted.',
        code: 25,
        error_subcode: 2207050,
        is_transient: false,
        error_user_title: 'Restricted account',
        error_user_msg: 'The Instagram account is restricted.',
      }),
    );
    await ig.control('restrict', { username: 'ada', on: false });
    expect((await publish(id)).status).toBe(200);
  });

  it('is refused when the moving day is spent, and works again after it', async () => {
    await ig.control('quota', { username: 'ada', total: 25, used: 24 });
    await publishImage();
    const id = await createImage();
    await ig.advance(1000);
    const answer = await publish(id);
    expect([answer.status, answer.body]).toEqual([400, quotaSpent]);
    await ig.control('quota', { username: 'ada', total: 26 });
    expect((await publish(id)).status).toBe(200);
  });

  it('reports the quota: usage alone, with its limits on request, since a time on request', async () => {
    await publishImage();
    await ig.advance(3_600_000);
    await publishImage();
    const limit = async (fields: Fields) => (await ig.get(token, '/me/content_publishing_limit', fields)).body;
    expect(await limit({})).toEqual({ data: [{ quota_usage: 2 }] });
    expect(await limit({ fields: 'quota_usage,config' })).toEqual({
      data: [{ quota_usage: 2, config: { quota_total: 50, quota_duration: 86400 } }],
    });
    const now = Math.floor((NOON + 3_602_000) / 1000);
    expect(await limit({ since: String(now - 60) })).toEqual({ data: [{ quota_usage: 1 }] });
    expect(await limit({ since: String(now - 86_401) })).toEqual(
      invalidParameter('Param since must be a UNIX timestamp within the last 24 hours'),
    );
    await ig.advance(DAY_MS - 3_600_000);
    expect(await limit({})).toEqual({ data: [{ quota_usage: 1 }] });
  });

  it('may be called spam although the post is live: exactly one post', async () => {
    await ig.control('publish-error-after-effect', { username: 'ada' });
    const id = await createImage();
    expect((await publish(id)).body).toEqual(notReady);
    await ig.advance(300);
    const answer = await publish(id);
    expect([answer.status, answer.body]).toEqual([400, spamSuspected]);
    expect(await statusOf(id)).toBe('PUBLISHED');
    expect(await ig.posts()).toHaveLength(1);
    expect((await publish(id)).body).toEqual(unknownCreation(id));
    expect(await ig.posts()).toHaveLength(1);
    expect(idOf(await publish(await createImage().then(async (next) => ig.advance(300).then(() => next))))).toMatch(
      /^179/,
    );
  });

  it('may lose its answer after the post went live', async () => {
    const id = await createImage();
    await ig.advance(300);
    await ig.fault({ method: 'POST', path: '/media_publish$', action: 'drop_after' });
    await expect(publish(id)).rejects.toThrow();
    expect(await statusOf(id)).toBe('PUBLISHED');
    expect(await ig.posts()).toHaveLength(1);
  });

  it('may answer any configured error without publishing', async () => {
    const error = { code: 2, message: 'Service temporarily unavailable', status: 503, isTransient: true };
    await ig.control('api-error', { operation: 'publish', username: 'ada', times: 2, ...error });
    const id = await createImage();
    await ig.advance(300);
    const answers = [await publish(id), await publish(id), await publish(id)];
    const expected = graphError({ message: 'Service temporarily unavailable', code: 2, is_transient: true });
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(answers[0]?.body).toEqual(expected);
    expect(await ig.posts()).toHaveLength(1);
  });
});
