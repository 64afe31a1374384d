import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Fields,
  field,
  idOf,
  invalidParameter,
  list,
  type MetaSession,
  missingObject,
  startMeta,
  text,
} from './meta-session.ts';
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
const createText = (words: string, more: Fields = {}) => create({ media_type: 'TEXT', text: words, ...more });
const publish = (creation_id: string) => threads.post(token, '/me/threads_publish', { creation_id });
const statusOf = async (id: string) => field((await threads.get(token, `/${id}`, { fields: 'status' })).body, 'status');

async function publishNew(fields: Fields): Promise<string> {
  const container = await create(fields);
  await threads.advance(1000);
  return idOf(await publish(container));
}
const publishText = (words: string, more: Fields = {}) => publishNew({ media_type: 'TEXT', text: words, ...more });

describe('a published post', () => {
  it('is a text at a public address', async () => {
    const id = await publishText('Hello from the harbour');
    expect(id).toMatch(/^181\d{14}$/);
    const { body } = await threads.get(token, `/${id}`, {
      fields: 'id,permalink,shortcode,media_type,timestamp,text,username',
    });
    const shortcode = text(body, 'shortcode');
    expect(body).toEqual({
      id,
      permalink: `${threads.roles.www}/@ada/post/${shortcode}`,
      shortcode: expect.stringMatching(/^D[\w-]{10}$/),
      media_type: 'TEXT_POST',
      timestamp: '2026-11-20T12:00:01+0000',
      text: 'Hello from the harbour',
      username: 'ada',
    });
    const page = await threads.send(text(body, 'permalink'));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Hello from the harbour');
    expect((await threads.send(`${threads.roles.www}/@ben/post/${shortcode}`)).status).toBe(404);
    expect(await threads.posts()).toEqual([
      {
        network: 'threads',
        id,
        url: text(body, 'permalink'),
        author: { id: await threads.profileId('ada'), username: 'ada', name: 'Ada Park' },
        text: 'Hello from the harbour',
        media: [],
        aiGenerated: false,
        createdAt: '2026-11-20T12:00:01.000Z',
        comments: [],
        repostedBy: [],
      },
    ]);
  });

  it('is a picture or a video with alt text', async () => {
    const image = await publishNew({
      media_type: 'IMAGE',
      image_url: threads.sampleUrl('latte.png'),
      alt_text: 'A latte',
    });
    const video = await publishNew({
      media_type: 'VIDEO',
      video_url: threads.sampleUrl('clip.mp4'),
      text: 'Watch',
      alt_text: 'A clip',
    });
    const typeOf = async (id: string) =>
      field((await threads.get(token, `/${id}`, { fields: 'media_type' })).body, 'media_type');
    expect([await typeOf(image), await typeOf(video)]).toEqual(['IMAGE', 'VIDEO']);
    const url = expect.stringContaining('/__sandbox/blobs/');
    expect((await threads.posts()).map((post) => [field(post, 'text'), field(post, 'media')])).toEqual([
      ['Watch', [{ type: 'video', url, coverUrl: null, altText: 'A clip', thumbOffsetMs: null }]],
      ['', [{ type: 'image', url, coverUrl: null, altText: 'A latte', thumbOffsetMs: null }]],
    ]);
  });

  it('is a carousel of pictures and videos in their order, one post of the quota', async () => {
    const children = [
      await create({
        media_type: 'VIDEO',
        is_carousel_item: 'true',
        video_url: threads.sampleUrl('clip.mp4'),
        alt_text: 'One',
      }),
      await create({
        media_type: 'IMAGE',
        is_carousel_item: 'true',
        image_url: threads.sampleUrl('beans.jpg'),
        alt_text: 'Two',
      }),
    ];
    await threads.advance(1000);
    const id = await publishNew({ media_type: 'CAROUSEL', children: children.join(','), text: 'Both' });
    expect((await threads.get(token, `/${id}`, { fields: 'media_type,text' })).body).toEqual({
      id,
      media_type: 'CAROUSEL_ALBUM',
      text: 'Both',
    });
    expect(field((await threads.posts())[0], 'media')).toMatchObject([
      { type: 'video', altText: 'One' },
      { type: 'image', altText: 'Two' },
    ]);
    expect((await threads.get(token, '/me/threads_publishing_limit')).body).toEqual({ data: [{ quota_usage: 1 }] });
  });

  it('is live at once, under the returned id, with auto_publish_text', async () => {
    const id = await createText('Now', { auto_publish_text: 'true' });
    expect((await threads.get(token, `/${id}`, { fields: 'media_type,text' })).body).toEqual({
      id,
      media_type: 'TEXT_POST',
      text: 'Now',
    });
    expect(await threads.posts()).toHaveLength(1);
    expect((await publish(id)).body).toEqual(notFound(id));
  });

  it('has no status', async () => {
    const id = await publishText('Hi');
    expect(await threads.get(token, `/${id}`, { fields: 'id,status,error_message' })).toMatchObject({
      status: 400,
      body: invalidParameter('Tried accessing nonexisting field (status) on node type (ThreadsMedia)'),
    });
  });

  it('may lack its permalink, and may be hidden by a glitch', async () => {
    const id = await publishText('Hi');
    await threads.control('omit-permalink', { username: 'ada', on: true });
    expect((await threads.get(token, `/${id}`, { fields: 'permalink,media_type' })).body).toEqual({
      id,
      media_type: 'TEXT_POST',
    });
    await threads.control('read-glitch', { of: 'read_media' });
    expect((await threads.get(token, `/${id}`, { fields: 'permalink' })).body).toEqual(missingObject('get', id));
  });

  it('is listed without replies to its author, and hidden from others', async () => {
    const [first, second] = [await publishText('One'), await publishText('Two')];
    await publishText('Reply', { reply_to_id: first });
    expect((await threads.get(token, '/me/threads')).body).toEqual({ data: [{ id: second }, { id: first }] });
    expect((await threads.get(await threads.tokenOf('ben'), `/${first}`)).body).toEqual(missingObject('get', first));
  });

  it('is deleted by its author only', async () => {
    const id = await publishText('Hi');
    const remove = (who: string) => threads.graph('DELETE', `/${id}`, { access_token: who });
    expect((await remove(await threads.tokenOf('ben'))).body).toEqual(missingObject('delete', id));
    expect((await remove(token)).body).toEqual({ success: true, deleted_id: id });
    expect(await threads.posts()).toEqual([]);
    expect((await threads.get(token, `/${id}`)).body).toEqual(missingObject('get', id));
    expect((await threads.get(token, '/me/threads_publishing_limit')).body).toEqual({ data: [{ quota_usage: 1 }] });
  });
});

describe('replies', () => {
  it('are containers that get published, appear below the post, and have an address', async () => {
    const root = await publishText('Root');
    const container = await createText('First', { reply_to_id: root, auto_publish_text: 'true' });
    expect(await statusOf(container)).toBe('FINISHED');
    const reply = idOf(await publish(container));
    const nested = await publishText('Second', { reply_to_id: reply });
    expect(await threads.posts()).toMatchObject([
      {
        id: root,
        comments: [
          { id: reply, author: 'ada', text: 'First' },
          { id: nested, author: 'ada', text: 'Second' },
        ],
      },
    ]);
    const { body } = await threads.get(token, `/${reply}`, { fields: 'permalink,is_reply,replied_to,media_type' });
    expect(body).toEqual({
      id: reply,
      permalink: expect.stringMatching(/\/threads\/www\/@ada\/post\/D[\w-]{10}$/),
      is_reply: true,
      replied_to: { id: root },
      media_type: 'TEXT_POST',
    });
    expect((await threads.send(text(body, 'permalink'))).status).toBe(200);
    expect((await threads.get(token, `/${root}/replies`)).body).toEqual({ data: [{ id: reply }] });
    const [counted] = list((await threads.get(token, `/${root}/insights`, { metric: 'replies' })).body, 'data');
    expect(field(counted, 'values')).toEqual([{ value: 2 }]);
  });
});

describe('reposts', () => {
  it('mark the reposted post, and have no numbers of their own', async () => {
    const id = await publishText('Hi');
    const repost = idOf(await threads.post(await threads.tokenOf('ben'), `/${id}/repost`));
    expect(repost).not.toBe(id);
    expect(await threads.posts()).toMatchObject([{ id, repostedBy: ['ben'] }]);
    const ben = await threads.tokenOf('ben');
    expect((await threads.get(ben, `/${repost}`, { fields: 'media_type' })).body).toEqual({
      id: repost,
      media_type: 'REPOST_FACADE',
    });
    expect((await threads.get(ben, `/${repost}/insights`, { metric: 'views' })).body).toEqual({ data: [] });
    expect((await threads.post(ben, '/18100000000000000/repost')).body).toEqual(
      missingObject('post', '18100000000000000'),
    );
  });
});
