import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DAY_MS,
  type Fields,
  field,
  graphError,
  idOf,
  invalidParameter,
  list,
  type MetaSession,
  missingObject,
  permissionMissing,
  startMeta,
  text,
} from './meta-session.ts';

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
const publish = (creation_id: string) => threads.post(token, '/me/threads_publish', { creation_id });

async function publishNew(fields: Fields): Promise<string> {
  const container = await create(fields);
  await threads.advance(1000);
  return idOf(await publish(container));
}
const publishText = (words: string, more: Fields = {}) => publishNew({ media_type: 'TEXT', text: words, ...more });

describe('insights', () => {
  const insights = (id: string, metric: string) => threads.get(token, `/${id}/insights`, { metric });

  it('are six numbers, and no saves', async () => {
    const id = await publishText('Hi');
    await threads.control('insights', { id, values: { views: 2000, likes: 17, quotes: 2, shares: 3 } });
    const { body } = await insights(id, 'views,likes,replies,reposts,quotes,shares');
    const entry = (name: string, title: string, value: number) => ({
      name,
      period: 'lifetime',
      values: [{ value }],
      title,
      description: `${title} of the post.`,
      id: `${id}/insights/${name}/lifetime`,
    });
    expect(body).toEqual({
      data: [
        entry('views', 'Views', 2000),
        entry('likes', 'Likes', 17),
        entry('replies', 'Replies', 0),
        entry('reposts', 'Reposts', 0),
        entry('quotes', 'Quotes', 2),
        entry('shares', 'Shares', 3),
      ],
    });
    expect((await insights(id, 'views,saved')).body).toEqual(
      invalidParameter('metric[1] must be one of the following values: views, likes, replies, reposts, quotes, shares'),
    );
    expect((await insights(id, '')).body).toEqual(invalidParameter('The parameter metric is required'));
  });

  it('grow with the age of a post, and are set by a control from then on', async () => {
    const id = await publishText('Hi');
    const numbers = async () => {
      const { body } = await insights(id, 'views,likes,replies,shares');
      return list(body, 'data').map((entry) => Number(field(list(entry, 'values')[0], 'value')));
    };
    const fresh = await numbers();
    await threads.advance(3 * DAY_MS);
    const [views = 0, likes = 0, replies] = await numbers();
    expect([views > (fresh[0] ?? 0), likes > 0, replies]).toEqual([true, true, 0]);
    await threads.control('metrics', { platformPostId: id, views: 50, likes: 5, comments: 4, shares: 3 });
    await threads.advance(3 * DAY_MS);
    expect(await numbers()).toEqual([50, 5, 4, 3]);
    await expect(threads.control('metrics', { platformPostId: id, saves: 1 })).rejects.toThrow('unknown field "saves"');
  });

  it('of a deleted post do not exist, and it cannot be answered', async () => {
    const id = await publishText('Hi');
    await threads.control('delete-post', { platformPostId: id });
    const { status, body } = await insights(id, 'views');
    expect([status, body]).toEqual([400, missingObject('get', id)]);
    const reply = await threads.post(token, '/me/threads', { media_type: 'TEXT', text: 'Late', reply_to_id: id });
    expect([reply.status, reply.body]).toEqual([400, permissionMissing]);
    expect(await threads.posts()).toEqual([]);
  });

  it('need their permission', async () => {
    const id = await publishText('Hi');
    const short = await threads.tokenOf('ada', ['threads_basic', 'threads_content_publish']);
    const { status, body } = await threads.get(short, `/${id}/insights`, { metric: 'views' });
    expect([status, body]).toEqual([400, permissionMissing]);
  });

  it('are empty when a control sets that, and missing for others', async () => {
    const id = await publishText('Hi');
    await threads.control('empty-insights', { on: true });
    expect((await insights(id, 'views')).body).toEqual({ data: [] });
    const ben = await threads.tokenOf('ben');
    expect((await threads.get(ben, `/${id}/insights`, { metric: 'views' })).body).toEqual(missingObject('get', id));
  });
});

it('reports the call allowance in its headers and stops when it is spent', async () => {
  await threads.control('usage', { username: 'ada', percent: 100, code: 17, regainMinutes: 5 });
  const answer = await threads.get(token, '/me');
  expect([answer.status, answer.body]).toEqual([400, graphError({ message: 'User request limit reached', code: 17 })]);
  expect(JSON.parse(answer.headers.get('x-app-usage') ?? '')).toEqual({
    call_count: 100,
    total_cputime: 100,
    total_time: 100,
  });
  expect(JSON.parse(answer.headers.get('x-business-use-case-usage') ?? '')).toEqual({
    [await threads.profileId('ada')]: [
      { type: 'threads', call_count: 100, total_cputime: 100, total_time: 100, estimated_time_to_regain_access: 5 },
    ],
  });
});

it('calls an app back with a request signed by its own secret', async () => {
  const sent = await threads.control('deauthorize', { username: 'ada', callbackUrl: 'http://127.0.0.1:1/' });
  const [, encoded = ''] = text(sent, 'signedRequest').split('.');
  expect(JSON.parse(Buffer.from(encoded, 'base64url').toString())).toMatchObject({
    user_id: await threads.profileId('ada'),
  });
  expect(field(field((await threads.get(token, '/me')).body, 'error'), 'error_subcode')).toBe(458);
});
