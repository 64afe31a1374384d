import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  CALLBACK,
  type Fields,
  field,
  idOf,
  type MetaSession,
  permissionMissing,
  startMeta,
  text,
} from './meta-session.ts';

/**
 * Habits of Meta's own sample app and Postman collection for Threads that most clients do not have
 * (fbsamples/threads_api, checked 2026-11): no version in the address, or one even for tokens;
 * empty parameters for blank fields; all parameters in the query.
 */
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

const call = (method: string, path: string, parameters: Fields) =>
  threads.send(`${threads.roles.graph}${path}?${new URLSearchParams({ ...parameters, access_token: token })}`, {
    method,
  });

it('posts without a version, with blank fields as empty parameters', async () => {
  const blank = {
    reply_control: '',
    reply_to_id: '',
    link_attachment: '',
    topic_tag: '',
    alt_text: '',
    quote_post_id: '',
  };
  const id = idOf(await call('POST', '/me/threads', { ...blank, media_type: 'TEXT', text: 'From the sample' }));
  expect((await call('GET', `/${id}`, { fields: 'status,error_message' })).body).toEqual({ id, status: 'FINISHED' });
  const post = idOf(await call('POST', '/me/threads_publish', { creation_id: id }));
  expect(await threads.posts()).toMatchObject([{ id: post, text: 'From the sample' }]);
});

it('still requires what is required: an empty text is missing', async () => {
  const { status, body } = await call('POST', '/me/threads', { media_type: 'TEXT', text: '' });
  expect([status, field(field(body, 'error'), 'message')]).toEqual([400, '(#100) The parameter text is required']);
});

it.each(['/oauth/access_token', '/v1.0/oauth/access_token'])(
  'exchanges a code with its parameters in the query, at %s',
  async (path) => {
    const code = await threads.authorizedCode();
    const query = new URLSearchParams({
      ...threads.app,
      code,
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
    });
    const exchanged = await threads.send(`${threads.roles.graph}${path}?${query}`, { method: 'POST' });
    expect(exchanged.status).toBe(200);
    const long = await threads.tokenEndpoint('v1.0/access_token', {
      grant_type: 'th_exchange_token',
      client_secret: threads.app.client_secret,
      access_token: text(exchanged.body, 'access_token'),
    });
    expect(text(long.body, 'access_token')).toMatch(/^THAA/);
  },
);

const threadFields =
  'id,media_product_type,media_type,media_url,gif_url,permalink,owner,username,text,timestamp,shortcode,thumbnail_url,children,is_quote_post,quoted_post,reposted_post,has_replies,alt_text,link_attachment_url,poll_attachment{option_a,expiration_timestamp},location_id,topic_tag,is_verified,profile_picture_url';
const replyFields =
  'id,text,timestamp,media_product_type,media_type,media_url,gif_url,permalink,shortcode,thumbnail_url,username,children,is_quote_post,quoted_post,reposted_post,alt_text,link_attachment_url,has_replies,is_reply,is_reply_owned_by_me,root_post,replied_to,hide_status,reply_audience,poll_attachment{option_a},location_id,topic_tag,is_verified,profile_picture_url';
const profileFields =
  'id,username,name,is_verified,threads_profile_picture_url,threads_biography,recently_searched_keywords,is_eligible_for_geo_gating';

it('knows every field of the collection on a post, a reply and a person', async () => {
  const link = 'https://example.com/menu';
  const made = await call('POST', '/me/threads', {
    media_type: 'TEXT',
    text: 'A link',
    link_attachment: link,
    topic_tag: 'coffee',
  });
  const post = idOf(await call('POST', '/me/threads_publish', { creation_id: idOf(made) }));
  const { body, status } = await call('GET', `/${post}`, { fields: threadFields });
  expect([status, body]).toMatchObject([
    200,
    { id: post, link_attachment_url: link, topic_tag: 'coffee', is_quote_post: false, is_verified: false },
  ]);

  const first = idOf(await call('POST', '/me/threads', { media_type: 'TEXT', text: 'One', reply_to_id: post }));
  const one = idOf(await call('POST', '/me/threads_publish', { creation_id: first }));
  const second = idOf(await call('POST', '/me/threads', { media_type: 'TEXT', text: 'Two', reply_to_id: one }));
  const two = idOf(await call('POST', '/me/threads_publish', { creation_id: second }));
  expect((await call('GET', `/${two}`, { fields: replyFields })).body).toMatchObject({
    id: two,
    is_reply_owned_by_me: true,
    root_post: { id: post },
    replied_to: { id: one },
  });
  expect((await call('GET', '/me', { fields: profileFields })).status).toBe(200);
});

const quotaFields =
  'quota_usage,config,reply_quota_usage,reply_config,delete_quota_usage,delete_config,location_search_quota_usage,location_search_config';

it('reports every quota of the collection, deletions counted', async () => {
  const made = idOf(await call('POST', '/me/threads', { media_type: 'TEXT', text: 'Soon gone' }));
  const post = idOf(await call('POST', '/me/threads_publish', { creation_id: made }));
  expect((await call('DELETE', `/${post}`, {})).status).toBe(200);
  const day = (quota_total: number) => ({ quota_total, quota_duration: 86_400 });
  expect((await call('GET', '/me/threads_publishing_limit', { fields: quotaFields })).body).toEqual({
    data: [
      {
        quota_usage: 1,
        config: day(250),
        reply_quota_usage: 0,
        reply_config: day(1_000),
        delete_quota_usage: 1,
        delete_config: day(100),
        location_search_quota_usage: 0,
        location_search_config: day(500),
      },
    ],
  });
});

it.each(['reply_quota_usage', 'delete_quota_usage', 'location_search_config'])(
  'keeps %s for tokens with its permission',
  async (name) => {
    token = await threads.tokenOf('ada', ['threads_basic', 'threads_content_publish']);
    expect((await call('GET', '/me/threads_publishing_limit', { fields: name })).body).toEqual(permissionMissing);
    expect((await call('GET', '/me/threads_publishing_limit', { fields: 'quota_usage,config' })).status).toBe(200);
  },
);
