import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DAY_MS,
  type Fields,
  field,
  idOf,
  type MetaSession,
  missingObject,
  NOON,
  startMeta,
  text,
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

describe('a published post', () => {
  it('is a picture with caption, alt text and AI label, at a public address', async () => {
    const id = await publishImage({ caption: 'Harbour at six', alt_text: 'Boats', is_ai_generated: 'true' });
    expect(id).toMatch(/^179\d{14}$/);
    const fields =
      'id,permalink,shortcode,media_type,media_product_type,timestamp,like_count,comments_count,is_ai_generated,caption,username';
    const { body } = await ig.get(token, `/${id}`, { fields });
    const shortcode = text(body, 'shortcode');
    expect(body).toEqual({
      id,
      permalink: `${ig.roles.www}/p/${shortcode}/`,
      shortcode: expect.stringMatching(/^D[\w-]{10}$/),
      media_type: 'IMAGE',
      media_product_type: 'FEED',
      timestamp: '2026-11-20T12:00:01+0000',
      like_count: 0,
      comments_count: 0,
      is_ai_generated: true,
      caption: 'Harbour at six',
      username: 'ada',
    });

    const [post] = await ig.posts();
    const blob = expect.stringMatching(/\/__sandbox\/blobs\/[0-9a-f]{32}$/);
    expect(post).toMatchObject({
      network: 'instagram',
      id,
      url: `${ig.roles.www}/p/${shortcode}/`,
      author: { id: await ig.profileId('ada'), username: 'ada', name: 'Ada Park' },
      text: 'Harbour at six',
      media: [{ type: 'image', url: blob, coverUrl: null, altText: 'Boats', thumbOffsetMs: null }],
      aiGenerated: true,
      createdAt: new Date(NOON + 1000).toISOString(),
      comments: [],
      repostedBy: [],
    });
    const page = await ig.send(`${ig.roles.www}/p/${shortcode}/`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Harbour at six');
    expect((await ig.send(`${ig.roles.www}/reel/${shortcode}/`)).status).toBe(404);
  });

  it('is a reel with its cover, or a frame of the video when there is none', async () => {
    const video = {
      media_type: 'REELS',
      video_url: ig.sampleUrl('clip.mp4'),
      caption: 'Morning',
      thumb_offset: '1500',
    };
    const covered = await publishNew({ ...video, cover_url: ig.sampleUrl('cover.jpg'), share_to_feed: 'true' });
    const plain = await publishNew(video);
    const { body } = await ig.get(token, `/${covered}`, {
      fields: 'permalink,shortcode,media_type,media_product_type',
    });
    expect(body).toEqual({
      id: covered,
      permalink: `${ig.roles.www}/reel/${text(body, 'shortcode')}/`,
      shortcode: text(body, 'shortcode'),
      media_type: 'VIDEO',
      media_product_type: 'REELS',
    });
    expect((await ig.send(text(body, 'permalink'))).status).toBe(200);
    const blob = expect.stringContaining('/__sandbox/blobs/');
    expect((await ig.posts()).map((post) => [field(post, 'id'), field(post, 'media')])).toEqual([
      [plain, [{ type: 'video', url: blob, coverUrl: null, altText: null, thumbOffsetMs: 1500 }]],
      [covered, [{ type: 'video', url: blob, coverUrl: blob, altText: null, thumbOffsetMs: null }]],
    ]);
  });

  it('is a carousel of pictures and videos in order, one post of the quota', async () => {
    const children = [
      await createImage({ is_carousel_item: 'true', alt_text: 'Boats' }),
      await create({ media_type: 'VIDEO', is_carousel_item: 'true', video_url: ig.sampleUrl('clip.mp4') }),
      await create({ image_url: ig.sampleUrl('latte.png'), is_carousel_item: 'true' }),
    ];
    await ig.advance(1000);
    const id = await publishNew({
      media_type: 'CAROUSEL',
      children: children.join(','),
      caption: 'All',
      is_ai_generated: 'true',
    });
    const fields =
      'media_type,media_product_type,is_ai_generated,is_comment_enabled,is_shared_to_feed,children{media_type}';
    const child = { id: expect.stringMatching(/^179\d{14}$/) };
    expect((await ig.get(token, `/${id}`, { fields })).body).toEqual({
      id,
      media_type: 'CAROUSEL_ALBUM',
      media_product_type: 'FEED',
      is_ai_generated: true,
      is_comment_enabled: true,
      children: { data: [child, child, child] },
    });
    const [post] = await ig.posts();
    const items = field(post, 'media');
    expect(items).toMatchObject([
      { type: 'image', altText: 'Boats' },
      { type: 'video', altText: null },
      { type: 'image', altText: null },
    ]);
    expect(field(post, 'aiGenerated')).toBe(true);
    expect(await statusOf(children[1] ?? '')).toBe('PUBLISHED');
    const usage = await ig.get(token, '/me/content_publishing_limit');
    expect(usage.body).toEqual({ data: [{ quota_usage: 1 }] });
  });

  it.each([
    ['in feed and Reels tab by default', {}, true],
    ['in the Reels tab only', { share_to_feed: 'false' }, false],
  ])('is a reel %s', async (_where, more, isShared) => {
    const id = await publishNew({ media_type: 'REELS', video_url: ig.sampleUrl('clip.mp4'), ...more });
    expect((await ig.get(token, `/${id}`, { fields: 'is_shared_to_feed' })).body).toEqual({
      id,
      is_shared_to_feed: isShared,
    });
  });

  it('is a story without its caption, at its own address, for a day in a list of its own', async () => {
    const id = await publishNew({
      media_type: 'STORIES',
      video_url: ig.sampleUrl('clip.mp4'),
      caption: 'Dropped',
      user_tags: '[{"username":"ben"},{"username":"cleo","x":0.5,"y":1}]',
    });
    const { body } = await ig.get(token, `/${id}`, { fields: 'permalink,media_type,media_product_type,caption' });
    const permalink = `${ig.roles.www}/stories/ada/${id}/`;
    expect(body).toEqual({ id, permalink, media_type: 'VIDEO', media_product_type: 'STORY' });
    expect((await ig.send(permalink)).status).toBe(200);
    expect((await ig.post(token, `/${id}/comments`, { message: 'Hi' })).body).toEqual(missingObject('post', id));

    const [post] = await ig.posts();
    expect(['text', 'format', 'expiresAt', 'media'].map((name) => field(post, name))).toEqual([
      '',
      'story',
      '2026-11-21T12:00:01.000Z',
      [
        {
          type: 'video',
          url: expect.stringContaining('/__sandbox/blobs/'),
          coverUrl: null,
          altText: null,
          thumbOffsetMs: null,
          tags: [
            { username: 'ben', x: null, y: null },
            { username: 'cleo', x: 0.5, y: 1 },
          ],
        },
      ],
    ]);
    expect((await ig.get(token, '/me/media')).body).toEqual({ data: [] });
    expect((await ig.get(token, '/me/stories', { fields: 'media_product_type' })).body).toEqual({
      data: [{ id, media_product_type: 'STORY' }],
    });
    const own = await ig.profileId('ada');
    expect((await ig.get(await ig.tokenOf('ben'), `/${own}/stories`)).body).toEqual(missingObject('get', own));
    await ig.advance(DAY_MS);
    expect((await ig.get(token, '/me/stories')).body).toEqual({ data: [] });
    expect((await ig.send(permalink)).status).toBe(404);
  });

  it('shows with whom it was made, who is tagged, where, and what it is', async () => {
    const trial = await publishNew({
      media_type: 'REELS',
      video_url: ig.sampleUrl('clip.mp4'),
      trial_params: '{"graduation_strategy":"MANUAL"}',
      audio_name: 'Harbour bells',
      user_tags: '[{"username":"ben"}]',
      is_paid_partnership: 'true',
    });
    const tag = (username: string) => JSON.stringify([{ username, x: 0.1, y: 0.9 }]);
    const children = [
      await createImage({ is_carousel_item: 'true', user_tags: tag('ben') }),
      await createImage({ is_carousel_item: 'true', user_tags: tag('cleo') }),
    ];
    const album = await publishNew({
      media_type: 'CAROUSEL',
      children: children.join(','),
      collaborators: '["cleo","dora.lind"]',
      location_id: '7640348500',
      branded_content_sponsor_ids: '[17841401958236877]',
    });
    const names = ['id', 'format', 'sponsors', 'coauthors', 'notes', 'location', 'audio'];
    expect((await ig.posts()).map((post) => names.map((name) => field(post, name)))).toEqual([
      [album, undefined, ['@ben'], ['cleo'], ['Invited to collaborate: @dora.lind'], '7640348500', undefined],
      [trial, 'trial_reel', [], undefined, undefined, undefined, 'Harbour bells'],
    ]);
    const { body } = await ig.get(token, `/${album}`, { fields: 'permalink' });
    const page = await ig.send(text(body, 'permalink'));
    for (const part of ['<span class="with">and @cleo</span>', 'Paid partnership with @ben', '>@cleo</span>'])
      expect(page.text).toContain(part);
  });

  it('is listed newest first, to its author only', async () => {
    const ids = [await publishImage(), await publishImage()];
    expect((await ig.get(token, '/me/media')).body).toEqual({ data: [{ id: ids[1] }, { id: ids[0] }] });
    const ben = await ig.tokenOf('ben');
    expect((await ig.get(ben, '/me/media')).body).toEqual({ data: [] });
    expect((await ig.get(ben, `/${ids[0]}`)).body).toEqual(missingObject('get', ids[0] ?? ''));
  });

  it('may lack its permalink, or its like count', async () => {
    const id = await publishImage();
    await ig.control('omit-permalink', { username: 'ada', on: true });
    await ig.control('shapes', { likeCount: 'absent' });
    const fields = 'permalink,shortcode,media_type,like_count,comments_count';
    expect(await ig.get(token, `/${id}`, { fields })).toMatchObject({ status: 200 });
    expect((await ig.get(token, `/${id}`, { fields })).body).toEqual({ id, media_type: 'IMAGE', comments_count: 0 });
  });

  it('may be hidden by a glitch', async () => {
    const id = await publishImage();
    await ig.control('read-glitch', { of: 'read_media' });
    expect((await ig.get(token, `/${id}`, { fields: 'permalink' })).body).toEqual(missingObject('get', id));
    expect((await ig.get(token, `/${id}`, { fields: 'permalink' })).status).toBe(200);
  });

  it('cannot be deleted', async () => {
    const id = await publishImage();
    expect((await ig.graph('DELETE', `/${id}`, { access_token: token })).body).toEqual(missingObject('delete', id));
    expect(await ig.posts()).toHaveLength(1);
  });
});
