import { expect, it } from 'vitest';
import { answered, field, forbidden, ids, invalidRequest, notFound, startX } from './x-session.ts';

const { call, control, connect, upload, post, published } = await startX();
const { token } = await connect('ada');
const ben = await connect('ben');

const write = async (text: string, who = token) => String(field(field((await post(who, { text })).body).data).id);
const repost = (id: string, who = ben.token, person = ids.ben) =>
  call('POST', `/2/users/${person}/retweets`, { token: who, body: { tweet_id: id } });
const undo = (id: string) => call('DELETE', `/2/users/${ids.ben}/retweets/${id}`, { token: ben.token });
const read = (query: string) => call('GET', `/2/tweets?${query}`, { token });
const timeline = (query = '', person = ids.ben) =>
  call('GET', `/2/users/${person}/tweets?${query}`, { token: ben.token });
const metrics = (counts: Record<string, number> = {}) => ({
  retweet_count: 0,
  reply_count: 0,
  like_count: 0,
  quote_count: 0,
  bookmark_count: 0,
  impression_count: 0,
  ...counts,
});

it('reposts, once, and shows by whom', async () => {
  const id = await write('Repost me');
  expect(await repost(id)).toEqual(
    answered(200, { data: { retweeted: true, rest_id: expect.stringMatching(/^\d+$/) } }),
  );
  const [shown] = await published();
  expect({ id: shown?.id, repostedBy: shown?.repostedBy }).toEqual({ id, repostedBy: ['ben'] });
});

it('answers a second repost in each of the three ways the network does', async () => {
  const id = await write('Twice');
  await repost(id);
  expect(await repost(id)).toEqual(
    answered(400, invalidRequest('You cannot retweet a Tweet that you have already retweeted.')),
  );
  await control('/x/already-reposted', { answer: 'code-327' });
  expect(await repost(id)).toEqual(
    answered(403, { errors: [{ code: 327, message: 'You have already retweeted this Tweet.' }] }),
  );
  await control('/x/already-reposted', { answer: 'ok' });
  expect(await repost(id)).toEqual(answered(200, { data: { retweeted: true, rest_id: expect.any(String) } }));
  await control('/x/already-reposted', { answer: 'invalid-request' });
  expect((await undo(id)).body).toEqual({ data: { retweeted: false } });
  expect((await repost(id)).status).toBe(200);
});

it('refuses to repost for another person, or a missing or protected post', async () => {
  const id = await write('Mine');
  expect(await repost(id, ben.token, ids.ada)).toEqual(
    answered(
      403,
      forbidden(`The \`id\` query parameter value [${ids.ada}] must be the same as the authenticating user.`),
    ),
  );
  expect(await repost('404')).toEqual(answered(404, { ...notFound('tweet', 'tweet_id', '404'), status: 404 }));
  await control('/x/delete-post', { id });
  expect((await repost(id)).status).toBe(404);
  await control('/x/profiles', { username: 'shy', name: 'Shy', protected: true });
  const { body } = await control('/x/post', { username: 'shy', text: 'For friends' });
  expect(await repost(String(field(body).id))).toEqual(
    answered(403, forbidden('You are not permitted to perform this action.')),
  );
  expect((await call('POST', `/2/users/${ids.ben}/retweets`, { token: ben.token, body: { id: '1' } })).status).toBe(
    400,
  );
});

it('answers metrics next to missing posts, with 200', async () => {
  const id = await write('Measured');
  await repost(id);
  await control('/x/metrics', { id, likes: 41, quotes: 2, bookmarks: 5, impressions: 1902 });
  const { status, body } = await read(`ids=${id},1&tweet.fields=public_metrics,created_at`);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: [
        {
          id,
          text: 'Measured',
          edit_history_tweet_ids: [id],
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          public_metrics: metrics({
            retweet_count: 1,
            like_count: 41,
            quote_count: 2,
            bookmark_count: 5,
            impression_count: 1902,
          }),
        },
      ],
      errors: [notFound('tweet', 'ids', '1')],
    },
  });
  expect(await read('ids=1')).toEqual(answered(200, { errors: [notFound('tweet', 'ids', '1')] }));
});

it('uses the newer field names when the request or a control does', async () => {
  const id = await write('Renamed');
  const renamed = { data: [{ id, text: 'Renamed', edit_history_post_ids: [id], public_metrics: { repost_count: 0 } }] };
  expect((await read(`ids=${id}&post.fields=public_metrics`)).body).toMatchObject(renamed);
  expect((await read(`ids=${id}&tweet.fields=public_metrics`)).body).toMatchObject({
    data: [{ public_metrics: metrics() }],
  });
  await control('/x/field-names', { generation: 'post' });
  expect((await read(`ids=${id}&tweet.fields=public_metrics`)).body).toMatchObject(renamed);
  await control('/x/field-names', { generation: 'as-asked' });
});

it.each([
  ['one post', (id: string) => `/2/tweets/${id}?`],
  ['a list of posts', (id: string) => `/2/tweets?ids=${id}&`],
  ['the posts of a person', () => `/2/users/${ids.ada}/tweets?`],
])('refuses tweet.fields when a control sets that: %s', async (what, path) => {
  const id = await write(`Asked in the newer words: ${what}`);
  await control('/x/tweet-fields', { on: false });
  const ask = (parameter: string) => call('GET', `${path(id)}${parameter}=public_metrics`, { token });
  expect(await ask('tweet.fields')).toEqual(
    answered(
      400,
      invalidRequest(expect.stringMatching(/^The query parameter \[tweet\.fields\] is not one of \[post\.fields,/), {
        'tweet.fields': ['public_metrics'],
      }),
    ),
  );
  const { status, body } = await ask('post.fields');
  const { data } = field(body);
  const newest = Array.isArray(data) ? data[0] : data;
  expect({ status, newest }).toMatchObject({ status: 200, newest: { id, public_metrics: { repost_count: 0 } } });
  await control('/x/tweet-fields', { on: true });
  expect((await ask('tweet.fields')).status).toBe(200);
});

it('names the version of its API description', async () => {
  expect((await read('ids=1')).headers.get('api-version')).toBe('2.167');
});

it('keeps inside metrics for the author, within thirty days', async () => {
  const id = await write('Inside');
  await control('/x/metrics', { id, impressions: 7, linkClicks: 3 });
  const own = await read(`ids=${id}&tweet.fields=non_public_metrics`);
  const inside = { impression_count: 7, url_link_clicks: 3, user_profile_clicks: 0, engagements: 3 };
  expect(field(own.body)).toMatchObject({ data: [{ non_public_metrics: inside }] });
  const others = await call('GET', `/2/tweets?ids=${id}&tweet.fields=non_public_metrics`, { token: ben.token });
  expect(others).toEqual(
    answered(200, {
      data: [{ id, text: 'Inside', edit_history_tweet_ids: [id] }],
      errors: [
        {
          resource_id: id,
          resource_type: 'tweet',
          parameter: 'non_public_metrics',
          value: id,
          field: 'non_public_metrics',
          section: 'data',
          title: 'Field Authorization Error',
          detail: `Sorry, you are not authorized to access 'non_public_metrics' on the Tweet with id : [${id}].`,
          type: 'https://api.twitter.com/2/problems/not-authorized-for-field',
        },
      ],
    }),
  );
});

it.each([
  ['no ids', 'ids=', /can not be empty/],
  ['101 ids', `ids=${Array.from({ length: 101 }, (_, index) => index + 1)}`, /is not between 1 and 100/],
  ['an invalid id', 'ids=x', /The `ids` query parameter value \[x\] is not valid/],
  ['an unknown field', 'ids=1&tweet.fields=mood', /The `tweet.fields` query parameter value \[mood\] is not one of/],
  ['an unknown parameter', 'ids=1&mood=good', /The query parameter \[mood\] is not one of/],
])('refuses to look up %s', async (_name, query, message) => {
  expect(await read(query)).toEqual(answered(400, invalidRequest(expect.stringMatching(message), expect.anything())));
});

it('looks up one post', async () => {
  const id = await write('Alone');
  expect((await call('GET', `/2/tweets/${id}`, { token })).body).toEqual({
    data: { id, text: 'Alone', edit_history_tweet_ids: [id] },
  });
  expect(await call('GET', '/2/tweets/1', { token })).toEqual(
    answered(200, { errors: [notFound('tweet', 'id', '1')] }),
  );
});

it('reads a timeline with links and media, so that a post can be found again', async () => {
  await control('/x/profiles', { username: 'dora', name: 'Dora' });
  const dora = await connect('dora');
  const { body: me } = await call('GET', '/2/users/me', { token: dora.token });
  const person = String(field(field(me).data).id);
  const mediaId = await upload(dora.token, 'harbour.jpg');
  const made = await post(dora.token, { text: 'See example.com', media: { media_ids: [mediaId] } });
  const { id, text } = field(field(made.body).data);
  const [link, picture] = String(text).match(/https:\/\/t\.co\/\w{10}/g) ?? [];
  const query =
    'tweet.fields=created_at,entities,attachments&expansions=attachments.media_keys&media.fields=url,width,height';
  const { body } = await call('GET', `/2/users/${person}/tweets?${query}`, { token: dora.token });
  expect(body).toEqual({
    data: [
      {
        id,
        text: `See ${link} ${picture}`,
        edit_history_tweet_ids: [id],
        created_at: expect.any(String),
        attachments: { media_keys: [`3_${mediaId}`] },
        entities: {
          urls: [
            { start: 4, end: 27, url: link, expanded_url: 'http://example.com', display_url: 'example.com' },
            {
              start: 28,
              end: 51,
              url: picture,
              expanded_url: `https://x.com/dora/status/${id}/photo/1`,
              display_url: expect.stringMatching(/^pic\.x\.com\/\w{10}$/),
              media_key: `3_${mediaId}`,
            },
          ],
        },
      },
    ],
    includes: {
      media: [{ media_key: `3_${mediaId}`, type: 'photo', url: expect.any(String), width: 1080, height: 1350 }],
    },
    meta: { result_count: 1, newest_id: id, oldest_id: id },
  });
});

it('pages through a timeline, newest first, by size, id, time and kind', async () => {
  await control('/x/rate-limits', { on: false });
  const original = await write('To be reposted');
  const written: string[] = [];
  for (let index = 0; index < 7; index++) written.unshift(await write(`Number ${index}`, ben.token));
  const middle = new Date(
    Date.parse(String(field((await control('/state', undefined, 'GET')).body).now)) + 30_000,
  ).toISOString();
  await control('/clock', { advanceMs: 60_000 });
  const { body: reposted } = await repost(original);
  const repostId = String(field(field(reposted).data).rest_id);
  const all = [repostId, ...written];
  const idsOf = (body: unknown) => {
    const { data } = field(body);
    return Array.isArray(data) ? data.map((each: unknown) => field(each).id) : [];
  };

  const first = await timeline('max_results=5');
  expect(idsOf(first.body)).toEqual(all.slice(0, 5));
  const { next_token: next } = field(field(first.body).meta);
  const second = await timeline(`max_results=5&pagination_token=${next}`);
  expect(idsOf(second.body).slice(0, 3)).toEqual(all.slice(5, 8));
  expect(idsOf((await timeline(`max_results=5&since_id=${written[1]}`)).body)).toEqual(all.slice(0, 2));
  expect(idsOf((await timeline(`until_id=${written[0]}&since_id=${written[3]}`)).body)).toEqual(written.slice(1, 3));
  expect(idsOf((await timeline(`start_time=${middle}`)).body)).toEqual([repostId]);
  expect(idsOf((await timeline(`end_time=${middle}&max_results=5`)).body)).toEqual(written.slice(0, 5));
  expect(idsOf((await timeline('exclude=retweets&max_results=5')).body)).toEqual(written.slice(0, 5));
  expect((await timeline('max_results=4')).status).toBe(400);
  expect(await timeline('', '1')).toEqual(answered(200, { errors: [notFound('user', 'id', '1')] }));
  await control('/x/rate-limits', { on: true });
});
