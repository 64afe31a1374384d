import { beforeEach, describe, expect, it } from 'vitest';
import { answered, field, forbidden, notFound, startX, unauthorized } from './x-session.ts';

const DAY_MS = 86_400_000;
const { call, control, connect, post, published, append } = await startX();
let token: string;
beforeEach(async () => {
  await control('/reset');
  token = (await connect('ada')).token;
});

const write = async (text: string) => String(field(field((await post(token, { text })).body).data).id);
const read = (id: string, who = token) =>
  call('GET', `/2/tweets?ids=${id}&tweet.fields=public_metrics`, { token: who });
async function numbers(id: string) {
  // The first token expires while the clock is advanced.
  const { accessToken } = field((await control('/x/issue-token', { username: 'ada' })).body);
  const { data } = field((await read(id, String(accessToken))).body);
  return field(field(Array.isArray(data) ? data[0] : null).public_metrics);
}

describe('metrics', () => {
  it('grow with the age of a post, and are set by a control from then on', async () => {
    const id = await write('Growing');
    expect((await numbers(id)).impression_count).toBe(0);
    await control('/clock', { advanceMs: DAY_MS });
    const first = await numbers(id);
    await control('/clock', { advanceMs: DAY_MS });
    const second = await numbers(id);
    expect(Number(second.impression_count)).toBeGreaterThan(Number(first.impression_count));
    expect(Number(second.like_count)).toBeGreaterThanOrEqual(Number(first.like_count));
    expect([Number(first.like_count) > 0, second.retweet_count, second.reply_count]).toEqual([true, 0, 0]);
    await control('/x/metrics', {
      platformPostId: id,
      views: 9,
      likes: 8,
      comments: 7,
      shares: 6,
      saves: 5,
      quotes: 4,
    });
    await control('/clock', { advanceMs: DAY_MS });
    expect(await numbers(id)).toEqual({
      impression_count: 9,
      like_count: 8,
      reply_count: 7,
      retweet_count: 6,
      bookmark_count: 5,
      quote_count: 4,
    });
  });

  it('count views of the public page on top of the set number', async () => {
    const id = await write('Look');
    await control('/x/metrics', { platformPostId: id, views: 10 });
    const [shown] = await published();
    await fetch(String(shown?.url));
    expect((await numbers(id)).impression_count).toBe(11);
  });

  it('of a deleted post are an error without data, with 200', async () => {
    const id = await write('Gone');
    await control('/x/delete-post', { platformPostId: id });
    expect(await read(id)).toEqual(answered(200, { errors: [notFound('tweet', 'ids', id)] }));
    expect((await control('/x/delete-post', { platformPostId: id })).status).toBe(400);
  });

  it('are refused to an app that is not enrolled, while it may post', async () => {
    const id = await write('Enrolled');
    await control('/x/client-forbidden', { reason: 'client-not-enrolled', endpoint: 'GET /2/tweets' });
    expect(await read(id)).toEqual(
      answered(403, {
        client_id: 'sandbox-x-app',
        detail:
          'When authenticating requests to the Twitter API v2 endpoints, you must use keys and tokens from a Twitter developer App that is attached to a Project. You can create a project via the developer portal.',
        registration_url: 'https://developer.twitter.com/en/docs/projects/overview',
        required_enrollment: 'Appropriate Level of API Access',
        title: 'Client Forbidden',
        reason: 'client-not-enrolled',
        type: 'https://api.twitter.com/2/problems/client-forbidden',
      }),
    );
    expect((await post(token, { text: 'Still posting' })).status).toBe(201);
    await control('/x/client-forbidden', { reason: 'official-client-forbidden' });
    const refused = await post(token, { text: 'No more' });
    expect([refused.status, field(refused.body).reason]).toEqual([403, 'official-client-forbidden']);
    await control('/x/client-forbidden', { reason: null });
    expect((await read(id)).status).toBe(200);
  });

  it('are refused without credits', async () => {
    const id = await write('Broke');
    await control('/x/credits', { usd: 0 });
    const { status, body } = await read(id);
    expect([status, field(body).title]).toEqual([402, 'CreditsDepleted']);
  });
});

describe('tokens', () => {
  it('end after so many more calls, the last of which still works', async () => {
    await control('/x/revoke-token', { username: 'ada', afterCalls: 2 });
    const statuses: number[] = [];
    for (let calls = 0; calls < 3; calls++) statuses.push((await call('GET', '/2/users/me', { token })).status);
    expect(statuses).toEqual([200, 200, 401]);
  });

  it('expire in the middle of an upload, and a refresh still works', async () => {
    const { token: mine, refreshToken } = await connect('ben');
    await control('/x/expire-tokens', { username: 'ben', afterCalls: 1 });
    const started = await call('POST', '/2/media/upload/initialize', {
      token: mine,
      body: { media_type: 'video/mp4', total_bytes: 10, media_category: 'tweet_video' },
    });
    const id = String(field(field(started.body).data).id);
    expect(await append(mine, id, 0, Buffer.alloc(10))).toEqual(answered(401, unauthorized));
    const { body } = await call('POST', '/2/oauth2/token', {
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
      headers: { authorization: `Basic ${Buffer.from('sandbox-x-app:sandbox-x-secret').toString('base64')}` },
    });
    expect((await append(String(field(body).access_token), id, 0, Buffer.alloc(10))).status).toBe(200);
  });

  it('may do less by control, like those of an account that was connected before a scope was requested', async () => {
    await control('/x/scopes', { username: 'ada', scopes: ['tweet.read', 'tweet.write', 'users.read'] });
    const upload = { media_type: 'video/mp4', total_bytes: 10, media_category: 'tweet_video' };
    expect(await call('POST', '/2/media/upload/initialize', { token, body: upload })).toEqual(
      answered(403, forbidden('Forbidden')),
    );
    expect((await post(token, { text: 'Text is fine' })).status).toBe(201);
    expect((await control('/x/scopes', { username: 'ada', scopes: [] })).status).toBe(400);
  });
});
