import type { Check } from './book.ts';
import { CALLBACK, type SandboxDoor } from './sandbox-door.ts';

/** fbsamples/threads_api, the version these requests follow. */
export const SAMPLE_APP_COMMIT = '44df04d';

type Body = Readonly<Record<string, unknown>>;

const GRAPH = 'https://graph.threads.net';
const quotaFields =
  'quota_usage,config,reply_quota_usage,reply_config,delete_quota_usage,delete_config,location_search_quota_usage,location_search_config';
const postFields =
  'text,media_type,media_url,gif_url,permalink,timestamp,is_reply,username,reply_audience,alt_text,link_attachment_url,topic_tag,poll_attachment,is_quote_post,quoted_post,reposted_post,is_spoiler_media,text_entities,ghost_post_status';

/**
 * The requests of Meta's own sample app, written down from its source: it is no package. It names
 * no version by default, sends blank fields as empty parameters, puts everything into the query,
 * and makes a carousel in the moment its items have ids.
 */
export async function runThreadsSampleApp(door: SandboxDoor, check: Check): Promise<void> {
  let token = '';
  const ask = async (
    method: string,
    path: string,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<Body> => {
    const query = new URLSearchParams({ ...parameters, ...(token && { access_token: token }) });
    const answer = await fetch(`${GRAPH}/${path}?${query}`, { method });
    const body: Body = JSON.parse(await answer.text());
    if (!answer.ok) throw Object.assign(new Error('refused'), { status: answer.status, response: { data: body } });
    return body;
  };
  const create = async (more: Readonly<Record<string, string>>) => {
    const blank = { reply_control: '', reply_to_id: '', link_attachment: '', text: '' };
    return String((await ask('POST', 'me/threads', { ...blank, ...more })).id);
  };
  const publish = async (id: string) => String((await ask('POST', 'me/threads_publish', { creation_id: id })).id);
  const stateOf = async (id: string) => String((await ask('GET', id, { fields: 'status,error_message' })).status);

  await check('login, code exchange in a form', 'a token', async () => {
    const query = new URLSearchParams({
      client_id: 'sandbox-threads-app',
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: SCOPES,
      state: 'st',
    });
    const back = await door.allow(`https://www.threads.net/oauth/authorize?${query}`);
    const body = new URLSearchParams({ ...credentials, code: back.searchParams.get('code') ?? '' });
    const answer = await fetch(`${GRAPH}/oauth/access_token`, { method: 'POST', body });
    token = String((JSON.parse(await answer.text()) as Body).access_token ?? '');
    return token ? 'a token' : String(answer.status);
  });
  await check('access_token, th_exchange_token', '5183944 s', async () => {
    const long = await ask('GET', 'access_token', {
      grant_type: 'th_exchange_token',
      client_secret: credentials.client_secret,
    });
    token = String(long.access_token);
    return `${String(long.expires_in)} s`;
  });
  await check(
    'with GRAPH_API_VERSION: v1.0/oauth/access_token',
    '400: Matching code was not found or was already used',
    async () => {
      return String((await ask('POST', 'v1.0/oauth/access_token', { ...credentials, code: 'gone' })).access_token);
    },
  );
  await check('me', 'ada', async () => {
    const fields = 'username,name,threads_profile_picture_url,threads_biography,is_verified';
    return String((await ask('GET', 'me', { fields })).username);
  });
  await check('me/threads of a text, blank fields empty', 'FINISHED', async () =>
    stateOf(await create({ media_type: 'TEXT', text: 'Hi' })),
  );
  await check('me/threads with auto_publish_text', 'At once', async () => {
    await create({ media_type: 'TEXT', text: 'At once', auto_publish_text: 'true' });
    return (await door.newest('threads'))?.text ?? 'nothing';
  });
  await check('me/threads of nothing', '400: (#100) The parameter text is required', () =>
    create({ media_type: 'TEXT' }),
  );
  const image = (more: Readonly<Record<string, string>>) =>
    create({ media_type: 'IMAGE', image_url: door.sampleUrl('harbour.jpg'), alt_text: '', ...more });
  await check('threads_publish before it is FINISHED', '400: The requested resource does not exist', async () =>
    publish(await image({})),
  );
  await check('me/threads of a picture, threads_publish', 'image', async () => {
    const id = await image({ text: 'Look' });
    await door.advance(1_000);
    await publish(id);
    return (await door.newest('threads'))?.media[0]?.type ?? 'nothing';
  });
  let post = '';
  await check('a carousel made before its items are FINISHED', 'IN_PROGRESS, FINISHED, 2 items', async () => {
    const items = await Promise.all([image({ is_carousel_item: 'true' }), image({ is_carousel_item: 'true' })]);
    const id = await create({ media_type: 'CAROUSEL', children: items.join(',') });
    const first = await stateOf(id);
    await door.advance(1_000);
    const then = await stateOf(id);
    post = await publish(id);
    return `${first}, ${then}, ${(await door.newest('threads'))?.media.length} items`;
  });
  await check('{thread}, every field of the page', 'CAROUSEL_ALBUM', async () =>
    String((await ask('GET', post, { fields: postFields })).media_type),
  );
  await check('me/threads as a reply', 'Thanks', async () => {
    await publish(await create({ media_type: 'TEXT', text: 'Thanks', reply_to_id: post }));
    return (await door.newest('threads'))?.comments.at(-1)?.text ?? (await door.newest('threads'))?.text ?? 'nothing';
  });
  await check(
    'me/threads with a spoiler between its markers, as extractSpoilerInfo counts it',
    'Hidden: Ada',
    async () => {
      // Offset and length as texts, counted by `String.length`: text-parser.js.
      const text_entities = JSON.stringify([{ entity_type: 'SPOILER', offset: '3', length: '3' }]);
      await publish(await create({ media_type: 'TEXT', text: '👍 Ada did it', text_entities }));
      const hidden = (await door.newest('threads'))?.pieces?.filter(({ kind }) => kind === 'spoiler') ?? [];
      return `Hidden: ${hidden.map(({ text }) => text).join()}`;
    },
  );
  await check('me/threads with a text attachment, as in the Postman collection', 'In bold, italic: text', async () => {
    const text_with_styling_info = [{ offset: 10, length: 4, styling_info: ['bold', 'italic'] }];
    const plaintext = 'this is a text attachment';
    const text_attachment = JSON.stringify({
      plaintext,
      link_attachment_url: 'https://meta.com',
      text_with_styling_info,
    });
    await publish(await create({ media_type: 'TEXT', text: 'Long', text_attachment }));
    const styled = (await door.newest('threads'))?.attachedText?.pieces.find(({ styles }) => styles.length > 0);
    return `In ${styled?.styles.join(', ')}: ${styled?.text}`;
  });
  await check('me/threads as a quote, and is_quote_post of the page', 'true', async () => {
    const quote = await publish(await create({ media_type: 'TEXT', text: 'See this', quote_post_id: post }));
    return String((await ask('GET', quote, { fields: 'is_quote_post,quoted_post' })).is_quote_post);
  });
  await check('{thread}/repost', 'an id', async () =>
    /^\d+$/.test(String((await ask('POST', `${post}/repost`)).id)) ? 'an id' : 'none',
  );
  await check('me/threads_publishing_limit, every field', '6 of 250', async () => {
    const { data } = (await ask('GET', 'me/threads_publishing_limit', { fields: quotaFields })) as {
      readonly data: readonly { readonly quota_usage: number; readonly config: { readonly quota_total: number } }[];
    };
    return `${data[0]?.quota_usage} of ${data[0]?.config.quota_total}`;
  });
  await check('{thread}/insights', '6 metrics', async () => {
    const { data } = await ask('GET', `${post}/insights`, { metric: 'views,likes,replies,reposts,quotes,shares' });
    return `${Array.isArray(data) ? data.length : 0} metrics`;
  });
  await check('debug_token', 'true', async () => {
    const { data } = (await ask('GET', 'debug_token', { input_token: token })) as { readonly data: Body };
    return String(data.is_valid);
  });
  await check('delete', 'true', async () => String((await ask('DELETE', post)).success));
}

const credentials = {
  client_id: 'sandbox-threads-app',
  client_secret: 'sandbox-threads-secret',
  grant_type: 'authorization_code',
  redirect_uri: CALLBACK,
};
const SCOPES =
  'threads_basic,threads_content_publish,threads_manage_insights,threads_manage_replies,threads_read_replies,threads_keyword_search,threads_manage_mentions,threads_delete,threads_location_tagging,threads_profile_discovery';
