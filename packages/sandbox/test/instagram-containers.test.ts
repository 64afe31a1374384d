import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { captionTooLong, tooManyMentions, unknownType, wrongCarousel, wrongOffset } from './instagram-errors.ts';
import { instagramMedia } from './instagram-media.ts';
import { serveFiles } from './meta-files.ts';
import {
  DAY_MS,
  type Encoding,
  type Fields,
  field,
  graphError,
  idOf,
  invalidParameter,
  list,
  type MetaSession,
  missingObject,
  startMeta,
} from './meta-session.ts';

let ig: MetaSession;
let files: Awaited<ReturnType<typeof serveFiles>>;
let token: string;
beforeAll(async () => {
  ig = await startMeta('instagram');
  files = await serveFiles(instagramMedia);
});
afterAll(() => Promise.all([ig.close(), files.close()]));
beforeEach(async () => {
  await ig.reset();
  token = await ig.tokenOf('ada');
});

const create = (fields: Fields) => ig.post(token, '/me/media', fields);
const image = (name: string, more: Fields = {}) => create({ image_url: files.url(name), ...more });
const reel = (name: string, more: Fields = {}) => create({ media_type: 'REELS', video_url: files.url(name), ...more });
const item = async (name = 'ok.jpg') => idOf(await image(name, { is_carousel_item: 'true' }));
const statusOf = async (id: string) => (await ig.get(token, `/${id}`, { fields: 'status_code,status' })).body;

describe('creating a container', () => {
  it.each<Encoding>(['query', 'form', 'multipart', 'json'])('accepts its parameters as %s', async (encoding) => {
    const parameters = { image_url: files.url('ok.jpg'), caption: 'Grüße & more', access_token: token };
    const answer = await ig.graph('POST', '/me/media', parameters, encoding);
    expect([answer.status, answer.body]).toEqual([200, { id: expect.stringMatching(/^178\d{14}$/) }]);
  });

  it('accepts the token from the Authorization header', async () => {
    const answer = await ig.send(`${ig.roles.graph}/v26.0/me/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ image_url: files.url('ok.jpg'), is_ai_generated: true }),
    });
    expect(answer.status).toBe(200);
  });

  it('knows the account by its professional id, and nobody else by theirs', async () => {
    const [own, other] = [await ig.profileId('ada'), await ig.profileId('ben')];
    const parameters = { image_url: files.url('ok.jpg') };
    expect((await ig.post(token, `/${own}/media`, parameters)).status).toBe(200);
    expect((await ig.post(token, `/${other}/media`, parameters)).body).toEqual(missingObject('post', other));
    const rounded = String(Number(own));
    expect((await ig.post(token, `/${rounded}/media`, parameters)).body).toEqual(missingObject('post', rounded));
    const { id } = { ...Object((await ig.get(token, '/me', { fields: 'id' })).body) };
    expect((await ig.post(token, `/${id}/media`, parameters)).body).toEqual(missingObject('post', id));
  });

  it('is refused to a personal account', async () => {
    const personal = await ig.tokenOf('pat.personal');
    const answer = await ig.post(personal, '/me/media', { image_url: files.url('ok.jpg') });
    expect([answer.status, answer.body]).toEqual([
      400,
      graphError({ message: '(#10) The user is not an Instagram Business', code: 10 }),
    ]);
  });

  it.each<[string, () => Fields, unknown]>([
    ['no image', () => ({ caption: 'Hi' }), invalidParameter('The parameter image_url is required')],
    ['no video', () => ({ media_type: 'REELS' }), invalidParameter('The parameter video_url is required')],
    ['no children', () => ({ media_type: 'CAROUSEL' }), invalidParameter('The parameter children is required')],
    ['an unknown type', () => ({ media_type: 'PHOTO', image_url: files.url('ok.jpg') }), unknownType],
    ['a plain single video', () => ({ media_type: 'VIDEO', video_url: files.url('ok.mp4') }), unknownType],
    ['a caption of 2,201', () => ({ image_url: files.url('ok.jpg'), caption: 'x'.repeat(2201) }), captionTooLong],
    ['31 hashtags', () => ({ image_url: files.url('ok.jpg'), caption: '#tag '.repeat(31) }), captionTooLong],
    ['21 mentions', () => ({ image_url: files.url('ok.jpg'), caption: '@ada '.repeat(21) }), tooManyMentions],
    [
      'alt text of 1,001',
      () => ({ image_url: files.url('ok.jpg'), alt_text: 'x'.repeat(1001) }),
      invalidParameter('Param alt_text must be at most 1000 characters long'),
    ],
    [
      'alt text on a reel',
      () => ({ media_type: 'REELS', video_url: files.url('ok.mp4'), alt_text: 'x' }),
      invalidParameter('Param alt_text is only supported for images'),
    ],
    [
      'alt text on a video item',
      () => ({ media_type: 'VIDEO', is_carousel_item: 'true', video_url: files.url('ok.mp4'), alt_text: 'x' }),
      invalidParameter('Param alt_text is only supported for images'),
    ],
    [
      'alt text on a story',
      () => ({ media_type: 'STORIES', image_url: files.url('ok.jpg'), alt_text: 'x' }),
      invalidParameter('Param alt_text is only supported for images'),
    ],
    [
      'a caption on an item',
      () => ({ image_url: files.url('ok.jpg'), is_carousel_item: 'true', caption: 'Hi' }),
      invalidParameter('Param caption is not allowed on carousel items'),
    ],
    [
      'an AI label on an item',
      () => ({ image_url: files.url('ok.jpg'), is_carousel_item: 'true', is_ai_generated: 'true' }),
      invalidParameter('Param is_ai_generated is not allowed on carousel items'),
    ],
    [
      'an invalid boolean',
      () => ({ image_url: files.url('ok.jpg'), is_ai_generated: 'yes' }),
      invalidParameter('Param is_ai_generated must be a boolean'),
    ],
    [
      'a negative offset',
      () => ({ media_type: 'REELS', video_url: files.url('ok.mp4'), thumb_offset: '-1' }),
      wrongOffset('{video-length}'),
    ],
    [
      'an offset at the end of the video',
      () => ({ media_type: 'REELS', video_url: files.url('ok.mp4'), thumb_offset: '4000' }),
      wrongOffset('4000'),
    ],
  ])('is refused with %s', async (_what, fields, body) => {
    const answer = await create(fields());
    expect([answer.status, answer.body]).toEqual([400, body]);
  });

  it('accepts everything at its limit', async () => {
    const caption = `${'#tag '.repeat(30)}${'@ada '.repeat(20)}`.padEnd(2200, 'é');
    expect((await image('ok.jpg', { caption, alt_text: 'x'.repeat(1000) })).status).toBe(200);
    expect((await reel('ok.mp4', { thumb_offset: '3999' })).status).toBe(200);
  });

  it('stops after 400 in a moving day, items of carousels included', async () => {
    for (let made = 0; made < 400; made += 1) idOf(await image('ok.jpg', made % 2 ? {} : { is_carousel_item: 'true' }));
    const answer = await image('ok.jpg');
    expect([answer.status, field(field(answer.body, 'error'), 'code')]).toEqual([400, 9]);
    await ig.advance(DAY_MS);
    expect((await image('ok.jpg')).status).toBe(200);
  });
});

describe('a carousel', () => {
  const carousel = (children: readonly string[]) => create({ media_type: 'CAROUSEL', children: children.join(',') });

  it('accepts 2 to 10 items', async () => {
    const ids = await Promise.all(Array.from({ length: 11 }, () => item()));
    expect((await carousel(ids.slice(0, 1))).body).toEqual(wrongCarousel);
    expect((await carousel(ids)).body).toEqual(wrongCarousel);
    expect((await carousel(ids.slice(0, 10))).status).toBe(200);
    expect(
      (
        await ig.graph(
          'POST',
          '/me/media',
          { media_type: 'CAROUSEL', children: ids.slice(8).join(','), access_token: token },
          'json',
        )
      ).status,
    ).toBe(200);
  });

  it('accepts no foreign container, no single post, no reel, no failed and no unknown item', async () => {
    const good = await item();
    const bens = idOf(
      await ig.post(await ig.tokenOf('ben'), '/me/media', { image_url: files.url('ok.jpg'), is_carousel_item: 'true' }),
    );
    const single = idOf(await image('ok.jpg'));
    const reelItem = idOf(await reel('ok.mp4', { is_carousel_item: 'true' }));
    await ig.control('processing', { outcome: 'error', ms: 0 });
    const failed = await item();
    for (const bad of [bens, single, reelItem, failed, '17800000000000000']) {
      expect((await carousel([good, bad])).body).toEqual(wrongCarousel);
    }
  });

  it('waits for its items, and fails with them', async () => {
    await ig.control('processing', { kind: 'image', ms: 10_000, times: 2 });
    const parent = idOf(await carousel([await item(), await item()]));
    await ig.advance(10_299);
    expect(field(await statusOf(parent), 'status_code')).toBe('IN_PROGRESS');
    await ig.advance(1);
    expect(field(await statusOf(parent), 'status_code')).toBe('FINISHED');

    await ig.control('processing', { kind: 'image', looks: 1, times: 1 });
    const unseen = await item();
    const waiting = idOf(await carousel([unseen, await item()]));
    await ig.advance(60_000);
    expect(field(await statusOf(waiting), 'status_code')).toBe('IN_PROGRESS');
    await statusOf(unseen);
    await ig.advance(300);
    expect(field(await statusOf(waiting), 'status_code')).toBe('FINISHED');

    await ig.control('processing', { kind: 'image', ms: 10_000, outcome: 'error', times: 1 });
    const failing = idOf(await carousel([await item(), await item()]));
    await ig.advance(10_300);
    expect(field(await statusOf(failing), 'status')).toBe('Error: Media upload has failed with error code 2207082');
  });
});

it('remembers unknown parameters', async () => {
  idOf(await image('ok.jpg', { caption: 'Hi', hashtags: 'a,b' }));
  const noted = list(await ig.control('ignored-parameters', { username: 'ada' }), 'parameters');
  expect(noted).toEqual([{ at: '2026-11-20T12:00:00.000Z', username: 'ada', name: 'hashtags', value: 'a,b' }]);
});
