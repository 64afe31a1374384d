import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fields, field, idOf, type MetaSession, startMeta, text } from './meta-session.ts';
import { notFound } from './threads-errors.ts';

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

describe('a published post', () => {
  it('has a poll of a day, which its page shows', async () => {
    const options = { option_a: 'Yes', option_b: 'N'.repeat(25) };
    const id = await publishText('Shall we?', { poll_attachment: JSON.stringify(options) });
    const { body } = await threads.get(token, `/${id}`, { fields: 'poll_attachment{option_a},permalink' });
    expect(field(body, 'poll_attachment')).toEqual({
      ...options,
      option_a_votes_percentage: 0,
      option_b_votes_percentage: 0,
      total_votes: 0,
      expiration_timestamp: '2026-11-21T12:00:01+0000',
    });
    expect(await threads.posts()).toMatchObject([
      { id, poll: { options: ['Yes', 'N'.repeat(25)], endsAt: '2026-11-21T12:00:01.000Z' } },
    ]);
    const page = await threads.send(text(body, 'permalink'));
    expect(page.text).toContain(`<ul aria-label="Poll"><li>Yes</li><li>${'N'.repeat(25)}</li></ul>`);
    expect(page.text).toContain('Open until <time datetime="2026-11-21T12:00:01.000Z"');
  });

  it('says who can reply', async () => {
    const id = await publishText('Hi', { reply_control: 'followers_only' });
    expect((await threads.get(token, `/${id}`, { fields: 'reply_audience' })).body).toEqual({
      id,
      reply_audience: 'FOLLOWERS_ONLY',
    });
    expect(await threads.posts()).toMatchObject([{ id, notes: ['Followers can reply'] }]);
  });

  it('shows its topic, link, GIF, spoiler and end', async () => {
    const attached = { topic_tag: 'Design', link_attachment: 'https://a.example', enable_reply_approvals: 'true' };
    const text = await publishText('Hi', attached);
    const gif = await publishText('Hi', { gif_attachment: '{"gif_id":"abc","provider":"GIPHY"}' });
    const ghost = await publishText('Hi', { is_ghost_post: 'true' });
    const image = { media_type: 'IMAGE', image_url: threads.sampleUrl('latte.png'), is_spoiler_media: 'true' };
    const spoiler = await publishNew(image);
    const read = async (id: string) =>
      (
        await threads.get(token, `/${id}`, {
          fields: 'topic_tag,link_attachment_url,gif_url,is_spoiler_media,ghost_post_status',
        })
      ).body;
    expect(await Promise.all([text, gif, ghost, spoiler].map(read))).toEqual([
      { id: text, topic_tag: 'Design', link_attachment_url: 'https://a.example', is_spoiler_media: false },
      { id: gif, gif_url: 'https://media.giphy.com/media/abc/giphy.gif', is_spoiler_media: false },
      { id: ghost, ghost_post_status: 'ACTIVE', is_spoiler_media: false },
      { id: spoiler, is_spoiler_media: true },
    ]);
    expect(await threads.posts()).toMatchObject([
      { cover: 'Spoiler' },
      { format: 'ghost', expiresAt: expect.any(String) },
      { gif: { provider: 'GIPHY', id: 'abc' } },
      {
        topic: 'Design',
        card: { url: 'https://a.example', title: 'a.example', description: null, imageUrl: null },
        notes: ['The author approves replies'],
      },
    ]);
  });

  it.each([
    ['Bread and #coffee. #tea', 'coffee'],
    ['R#D is no tag, #R&D ends early', 'R'],
    ['#', undefined],
    [`#${'a'.repeat(51)} #b`, 'b'],
  ])('has the first tag of “%s” as its topic', async (text, topic) => {
    const id = await publishText(text);
    expect((await threads.get(token, `/${id}`, { fields: 'topic_tag,text' })).body).toEqual({
      id,
      text,
      ...(topic !== undefined && { topic_tag: topic }),
    });
  });

  it('has the first link of its text as its card, unless something else is there', async () => {
    const text = 'See https://a.example/b, https://c.example';
    await publishText(text);
    await publishText(text, { poll_attachment: '{"option_a":"1","option_b":"2"}' });
    expect((await threads.posts()).map((post) => field(post, 'card'))).toMatchObject([
      undefined,
      { url: 'https://a.example/b' },
    ]);
  });

  it('is archived after a day as a ghost: no longer on the profile, only among the ghost posts', async () => {
    const id = await publishText('Soon gone', { is_ghost_post: 'true' });
    const fields = 'ghost_post_status,ghost_post_expiration_timestamp,permalink';
    const read = async () => (await threads.get(token, `/${id}`, { fields })).body;
    const before = await read();
    expect(before).toMatchObject({ ghost_post_status: 'ACTIVE' });
    const page = async () => (await threads.send(String(field(before, 'permalink')))).status;
    expect(await page()).toBe(200);
    await threads.advance(86_400_000);
    expect(await read()).toEqual({ ...Object(before), ghost_post_status: 'ARCHIVED' });
    expect((await threads.get(token, '/me/threads')).body).toEqual({ data: [] });
    expect((await threads.get(token, '/me/ghost_posts')).body).toEqual({ data: [{ id }] });
    expect(await page()).toBe(404);
  });

  it('quotes a post of somebody else, or its own', async () => {
    const ben = await threads.tokenOf('ben');
    const container = idOf(await threads.post(ben, '/me/threads', { media_type: 'TEXT', text: 'Fresh bread' }));
    const first = idOf(await threads.post(ben, '/me/threads_publish', { creation_id: container }));
    const quote = await publishText('See this', { quote_post_id: first });
    const again = await publishText('And this', { quote_post_id: quote });
    const read = async (id: string) =>
      (await threads.get(token, `/${id}`, { fields: 'is_quote_post,quoted_post' })).body;
    expect(await Promise.all([quote, again].map(read))).toEqual([
      { id: quote, is_quote_post: true, quoted_post: { id: first } },
      { id: again, is_quote_post: true, quoted_post: { id: quote } },
    ]);
    expect((await threads.posts()).map((post) => field(post, 'quote'))).toMatchObject([
      { text: 'See this', author: { username: 'ada' } },
      { text: 'Fresh bread', author: { username: 'ben' } },
      undefined,
    ]);
    const unknown = await threads.post(token, '/me/threads', { media_type: 'TEXT', text: 'Hi', quote_post_id: '1810' });
    expect([unknown.status, unknown.body]).toEqual([400, notFound('1810')]);
  });
});
