import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  notEligibleForPartnerships,
  tooManyMentions,
  trialReelQuota,
  trialReelsUnavailable,
  untaggable,
} from './instagram-errors.ts';
import { instagramMedia } from './instagram-media.ts';
import { serveFiles } from './meta-files.ts';
import { type Fields, idOf, invalidParameter, type MetaSession, startMeta } from './meta-session.ts';

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

describe('the options of a post', () => {
  const photo = () => ({ image_url: files.url('ok.jpg') });
  const photoItem = () => ({ ...photo(), is_carousel_item: 'true' });
  const videoItem = () => ({ media_type: 'VIDEO', video_url: files.url('ok.mp4'), is_carousel_item: 'true' });
  const aReel = () => ({ media_type: 'REELS', video_url: files.url('ok.mp4') });
  const story = () => ({ media_type: 'STORIES', image_url: files.url('ok.jpg') });
  const album = () => ({ media_type: 'CAROUSEL', children: '1,2' });
  const tags = (...list: readonly unknown[]) => ({ user_tags: JSON.stringify(list) });
  const trial = (value: unknown) => ({ trial_params: JSON.stringify(value) });
  const onItem = (name: string) => invalidParameter(`The param ${name} is not allowed for carousel child`);
  const ofReels = (name: string) => invalidParameter(`Param ${name} is only supported for reels`);
  const notOfStories = (name: string) => invalidParameter(`Param ${name} is not supported for stories`);

  it.each<[string, () => Fields, Fields, unknown]>([
    [
      'four collaborators',
      photo,
      { collaborators: '["ada","ben","cleo","dora"]' },
      invalidParameter('Param collaborators must have at most 3 elements'),
    ],
    ['a collaborator with @', aReel, { collaborators: '["@ben","cleo"]' }, untaggable('@ben')],
    ['collaborators of an item', photoItem, { collaborators: '["ben"]' }, onItem('collaborators')],
    ['collaborators of a story', story, { collaborators: 'ben' }, notOfStories('collaborators')],
    ['a place of an item', photoItem, { location_id: '7640348500' }, onItem('location_id')],
    ['a place of a story', story, { location_id: '7640348500' }, notOfStories('location_id')],
    [
      'a place without a number',
      photo,
      { location_id: 'guggenheim' },
      invalidParameter('Param location_id must be a valid ID string (e.g., "123")'),
    ],
    ['the name of a sound for a picture', photo, { audio_name: 'Bells' }, ofReels('audio_name')],
    ['a feed choice for a picture', photo, { share_to_feed: 'true' }, ofReels('share_to_feed')],
    ['a sound for a carousel', album, { audio_name: 'Bells' }, ofReels('audio_name')],
    ['a trial of a story', story, trial({ graduation_strategy: 'MANUAL' }), ofReels('trial_params')],
    [
      'a trial that is no JSON',
      aReel,
      { trial_params: '{graduation_strategy:MANUAL}' },
      invalidParameter('Param trial_params must be a JSON object'),
    ],
    [
      'a trial without a strategy',
      aReel,
      trial({}),
      invalidParameter('The parameter trial_params[graduation_strategy] is required'),
    ],
    [
      'an unknown strategy',
      aReel,
      trial({ graduation_strategy: 'manual' }),
      invalidParameter('Param trial_params[graduation_strategy] must be one of {MANUAL, SS_PERFORMANCE}'),
    ],
    [
      'tags that are no JSON',
      photo,
      { user_tags: "[{username:'ben'}]" },
      invalidParameter('Param user_tags must be an array.'),
    ],
    [
      'tags that are no list',
      photo,
      { user_tags: '{"username":"ben"}' },
      invalidParameter('Param user_tags must be an array.'),
    ],
    ['a tag that is a name', photo, tags('ben'), invalidParameter('Param user_tags[0] must be an object')],
    [
      'a tag of nobody',
      photo,
      tags({ x: 0.5, y: 0.5 }),
      invalidParameter("The parameter user_tags[0]['username'] is required"),
    ],
    ['a tag with @', photo, tags({ username: '@ben', x: 0.5, y: 0.5 }), untaggable('@ben')],
    [
      'a tag without a position in a feed picture',
      photoItem,
      tags({ username: 'ben', x: 0.5, y: 0.5 }, { username: 'cleo' }),
      invalidParameter("The parameter user_tags[1]['x'] is required"),
    ],
    [
      'half a position in a story',
      story,
      tags({ username: 'ben', x: 0.5 }),
      invalidParameter("The parameter user_tags[0]['y'] is required"),
    ],
    [
      'a position in pixels',
      photo,
      tags({ username: 'ben', x: 540, y: 0.5 }),
      invalidParameter("Param user_tags[0]['x'] must be a number less than or equal to 1"),
    ],
    [
      'a position before the edge',
      story,
      tags({ username: 'ben', x: 0.5, y: -0.1 }),
      invalidParameter("Param user_tags[0]['y'] must be a number greater than or equal to 0"),
    ],
    [
      'a position as text',
      photo,
      tags({ username: 'ben', x: '0.5', y: 0.5 }),
      invalidParameter("Param user_tags[0]['x'] must be a number"),
    ],
    [
      'a position in a reel',
      aReel,
      tags({ username: 'ben', x: 0.5, y: 0.5 }),
      invalidParameter("Param user_tags[0]['x'] is only supported for images and stories"),
    ],
    [
      'a position in a video item',
      videoItem,
      tags({ username: 'ben', x: 0.5, y: 0.5 }),
      invalidParameter("Param user_tags[0]['x'] is only supported for images and stories"),
    ],
    [
      'tags of a carousel',
      album,
      tags({ username: 'ben', x: 0.5, y: 0.5 }),
      invalidParameter('Param user_tags is not allowed on carousels'),
    ],
    ['21 tags', aReel, tags(...Array.from({ length: 21 }, () => ({ username: 'ben' }))), tooManyMentions],
  ])('are refused with %s', async (_what, base, more, body) => {
    const answer = await create({ ...base(), ...more });
    expect([answer.status, answer.body]).toEqual([400, body]);
  });

  it('are the same as form fields with JSON text and as a JSON body', async () => {
    const options = {
      collaborators: ['ben', 'cleo', 'ada'],
      user_tags: Array.from({ length: 20 }, () => ({ username: 'ben', x: 0, y: 1 })),
      location_id: 7640348500,
    };
    const asJson = await ig.send(`${ig.roles.graph}/v26.0/me/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...photo(), ...options }),
    });
    const texts = Object.entries(options).map(([name, value]) => [name, JSON.stringify(value)]);
    const asForm = await create({ ...photo(), ...Object.fromEntries(texts) });
    await ig.advance(1000);
    for (const container of [asJson, asForm])
      idOf(await ig.post(token, '/me/media_publish', { creation_id: idOf(container) }));
    const shown = { coauthors: ['ben', 'cleo', 'ada'], location: '7640348500', media: [{ tags: options.user_tags }] };
    expect(await ig.posts()).toMatchObject([shown, shown]);
  });

  it('have no place that is a Page without a location', async () => {
    await ig.control('page-location', { id: '7640348500', on: false });
    const { status, body } = await create({ ...photo(), location_id: '7640348500' });
    expect([status, body]).toEqual([400, invalidParameter('INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID')]);
    await ig.control('page-location', { id: '7640348500', on: true });
    expect((await create({ ...photo(), location_id: '7640348500' })).status).toBe(200);
  });

  it('of a trial reel meet the quota, or an account without trial reels', async () => {
    const aTrial = () => create({ ...aReel(), ...trial({ graduation_strategy: 'SS_PERFORMANCE' }) });
    expect((await aTrial()).status).toBe(200);
    await ig.control('trial-reels', { username: 'ada', answer: 'quota' });
    expect((await aTrial()).body).toEqual(trialReelQuota);
    await ig.control('trial-reels', { answer: 'unavailable' });
    expect((await aTrial()).body).toEqual(trialReelsUnavailable);
    expect((await create(aReel())).status).toBe(200);
  });

  it('name up to two other accounts as sponsors, where the label is allowed', async () => {
    const sponsored = async (ids: readonly string[]) =>
      (await image('ok.jpg', { branded_content_sponsor_ids: JSON.stringify(ids) })).body;
    const [own, bens] = [await ig.profileId('ada'), await ig.profileId('ben')];
    expect(await sponsored([bens, '17841462071549381'])).toEqual({ id: expect.stringMatching(/^178\d{14}$/) });
    expect(await sponsored([bens, '1', '2'])).toEqual(
      invalidParameter('Maximum number of sponsors exceeded. Limit is 2 per post.'),
    );
    expect(await sponsored([own])).toEqual(invalidParameter('Cannot tag yourself as sponsor.'));
    await ig.control('partnership-label', { username: 'ada', on: false });
    expect(await sponsored([bens])).toEqual(notEligibleForPartnerships);
    expect(await sponsored(['ben'])).toEqual(
      invalidParameter(
        'The specified sponsor cannot be tagged. The sponsor must be a professional account and not blocked.',
      ),
    );
  });
});
