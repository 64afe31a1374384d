import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DAY_MS,
  type Fields,
  field,
  graphError,
  idOf,
  invalidParameter,
  type MetaSession,
  startMeta,
} from './meta-session.ts';
import { notFound, quotaSpent } from './threads-errors.ts';

let threads: MetaSession;
let token: string;
beforeAll(async () => {
  threads = await startMeta('threads');
});
afterAll(() => threads.close());
beforeEach(async () => {
  await threads.reset();
  token = await threads.tokenOf('ada');
});

const create = async (fields: Fields) => idOf(await threads.post(token, '/me/threads', fields));
const createText = (words: string, more: Fields = {}) => create({ media_type: 'TEXT', text: words, ...more });
const publish = (creation_id: string) => threads.post(token, '/me/threads_publish', { creation_id });
const statusOf = async (id: string) => field((await threads.get(token, `/${id}`, { fields: 'status' })).body, 'status');

async function publishNew(fields: Fields): Promise<string> {
  const container = await create(fields);
  await threads.advance(1000);
  return idOf(await publish(container));
}
const publishText = (words: string, more: Fields = {}) => publishNew({ media_type: 'TEXT', text: words, ...more });

describe('publishing', () => {
  it('is refused until the container is ready, and works then', async () => {
    const id = await create({ media_type: 'IMAGE', image_url: threads.sampleUrl('beans.jpg') });
    expect(await publish(id)).toMatchObject({ status: 400, body: notFound(id) });
    await threads.advance(300);
    expect((await publish(id)).status).toBe(200);
    expect(await threads.posts()).toHaveLength(1);
  });

  it('is refused for a while after FINISHED, texts included, when a control sets that', async () => {
    await threads.control('invisible-window', { username: 'ada', ms: 7000 });
    await threads.control('processing', { looks: 1 });
    const id = await createText('Hi');
    await threads.advance(10_000);
    expect((await publish(id)).body).toEqual(notFound(id));
    expect([await statusOf(id), await statusOf(id)]).toEqual(['IN_PROGRESS', 'FINISHED']);
    expect((await publish(id)).body).toEqual(notFound(id));
    await threads.advance(6999);
    expect((await publish(id)).body).toEqual(notFound(id));
    expect(await statusOf(id)).toBe('FINISHED');
    await threads.advance(1);
    expect((await publish(id)).status).toBe(200);
  });

  it('creates one post per container, however often it is requested', async () => {
    const id = await createText('Hi');
    const answers = await Promise.all([publish(id), publish(id), publish(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await publish(id)).body).toEqual(notFound(id));
    expect(await threads.posts()).toHaveLength(1);
    expect(await statusOf(id)).toBe('PUBLISHED');
  });

  it('is refused for failed, expired, unknown and foreign containers', async () => {
    const expired = await createText('Hi');
    await threads.advance(DAY_MS);
    const foreign = idOf(
      await threads.post(await threads.tokenOf('ben'), '/me/threads', { media_type: 'TEXT', text: 'Hi' }),
    );
    await threads.control('processing', { outcome: 'error', times: 1 });
    const failed = await createText('Hi');
    for (const id of [expired, foreign, failed, '17800000000000000']) {
      expect(await publish(id)).toMatchObject({ status: 400, body: notFound(id) });
    }
    expect(await threads.posts()).toEqual([]);
  });

  it('is refused for a carousel item and without a container', async () => {
    const id = await create({
      media_type: 'IMAGE',
      image_url: threads.sampleUrl('beans.jpg'),
      is_carousel_item: 'true',
    });
    await threads.advance(300);
    expect((await publish(id)).body).toEqual(invalidParameter('Carousel items cannot be published by themselves'));
    expect((await threads.post(token, '/me/threads_publish')).body).toEqual(
      invalidParameter('The parameter creation_id is required'),
    );
  });

  it('is refused to a restricted account', async () => {
    await threads.control('restrict', { username: 'ada', on: true });
    const id = await createText('Hi');
    expect(await publish(id)).toMatchObject({
      status: 400,
      body: graphError({
        message: 'The account is restricted.',
        code: 25,
        error_subcode: 4279013,
        is_transient: false,
        error_user_title: 'Account Restricted',
        error_user_msg: 'Your account is restricted from posting. Open the Threads app to find out more.',
      }),
    });
    await threads.control('restrict', { username: 'ada', on: false });
    expect((await publish(id)).status).toBe(200);
  });

  it('is refused when the day’s posts are spent, while replies have their own limit', async () => {
    await threads.control('quota', { username: 'ada', total: 2, replyTotal: 1 });
    const root = await publishText('One');
    await publishText('Two');
    const third = await createText('Three');
    expect(await publish(third)).toMatchObject({ status: 400, body: quotaSpent });
    await publishText('Reply', { reply_to_id: root });
    expect((await publish(await createText('Reply', { reply_to_id: root }))).body).toEqual(quotaSpent);
    const { body } = await threads.get(token, '/me/threads_publishing_limit', {
      fields: 'quota_usage,config,reply_quota_usage,reply_config',
    });
    expect(body).toEqual({
      data: [
        {
          quota_usage: 2,
          config: { quota_total: 2, quota_duration: 86400 },
          reply_quota_usage: 1,
          reply_config: { quota_total: 1, quota_duration: 86400 },
        },
      ],
    });
    await threads.advance(DAY_MS - 4000);
    expect((await publish(third)).body).toEqual(quotaSpent);
    await threads.advance(2000);
    expect((await publish(third)).status).toBe(200);
  });

  it('allows 250 posts and 1,000 replies a day by default', async () => {
    const { body } = await threads.get(token, '/me/threads_publishing_limit', { fields: 'config,reply_config' });
    expect(body).toEqual({
      data: [
        {
          config: { quota_total: 250, quota_duration: 86400 },
          reply_config: { quota_total: 1000, quota_duration: 86400 },
        },
      ],
    });
  });

  it('may be called spam although the post is live: exactly one post', async () => {
    await threads.control('publish-error-after-effect', { username: 'ada' });
    const id = await createText('Hi');
    const answer = await publish(id);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 4, error_subcode: 2207051 } } });
    expect(await statusOf(id)).toBe('PUBLISHED');
    expect((await publish(id)).body).toEqual(notFound(id));
    expect(await threads.posts()).toHaveLength(1);
  });

  it('may answer HTTP 500 after the post went live', async () => {
    await threads.control('api-error', { operation: 'publish', code: 1, status: 500, afterEffect: true });
    const id = await createText('Hi');
    const answer = await publish(id);
    expect([answer.status, answer.body]).toEqual([
      500,
      graphError({ message: 'An unknown error has occurred.', code: 1 }),
    ]);
    expect(await threads.posts()).toHaveLength(1);
  });
});
