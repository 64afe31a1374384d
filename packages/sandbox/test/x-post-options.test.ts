import { expect, it } from 'vitest';
import { answered, field, forbidden, ids, invalidRequest, startX } from './x-session.ts';

const { call, connect, upload, post, published } = await startX();
const { token } = await connect('ada');
const COMMUNITY = '1493446837214187523';
const notPermitted = answered(403, forbidden('You are not permitted to perform this action.'));
const idOf = (answer: { body: unknown }) => String(field(field(answer.body).data).id);

it('posts to a community of the person, and says so', async () => {
  const made = await post(token, { text: 'Dawn', community_id: COMMUNITY, share_with_followers: true });
  expect(made.status).toBe(201);
  expect((await published())[0]).toMatchObject({ place: 'Harbour Photographs', notes: ['Also shared with followers'] });
  const shown = await call('GET', `/2/tweets/${idOf(made)}?tweet.fields=community_id`, { token });
  expect(field(field(shown.body).data).community_id).toBe(COMMUNITY);
});

it.each([
  ['that the person is no member of', '1506775893582684162'],
  ['that does not exist', '42'],
])('refuses a community %s', async (_, id) => {
  expect(await post(token, { text: 'Dusk', community_id: id })).toEqual(notPermitted);
});

it('labels a paid partnership, warns of media, and names the people in them whom X knows', async () => {
  const picture = await upload(token, 'harbour.jpg');
  const metadata = { sensitive_media_warning: { graphic_violence: true, adult_content: false, other: true } };
  expect(await call('POST', '/2/media/metadata', { token, body: { id: picture, metadata } })).toEqual(
    answered(200, { data: { id: picture, associated_metadata: metadata } }),
  );
  const media = { media_ids: [picture], tagged_user_ids: [ids.ben, '42'] };
  const made = await post(token, { text: 'A storm', paid_partnership: true, media });
  expect((await published())[0]).toMatchObject({
    sponsors: [],
    cover: 'Content warning: Violence, Sensitive',
    tagged: ['ben'],
  });
  const shown = await call('GET', `/2/tweets/${idOf(made)}?tweet.fields=possibly_sensitive,paid_partnership`, {
    token,
  });
  expect(field(shown.body).data).toMatchObject({ possibly_sensitive: true, paid_partnership: true });
});

it('posts to subscribers, shares that with followers, and takes words for the card of a video', async () => {
  const picture = await upload(token, 'harbour.jpg');
  const media = { media_ids: [picture], title: 'Harbour', description: 'Four seconds', embeddable: true };
  await post(token, { text: 'For you', for_super_followers_only: true, share_with_followers: true, media });
  await post(token, { text: 'For all', share_with_followers: true });
  const [all, some] = await published();
  expect(some).toMatchObject({ audience: 'Subscribers only', notes: ['Also shared with followers'] });
  expect(all).not.toHaveProperty('notes');
});

it('keeps an alternative text that a later description leaves out', async () => {
  const picture = await upload(token, 'harbour.jpg');
  const describe = (metadata: unknown) => call('POST', '/2/media/metadata', { token, body: { id: picture, metadata } });
  await describe({ alt_text: { text: 'Boats' } });
  await describe({ sensitive_media_warning: { other: true } });
  await post(token, { text: 'Both', media: { media_ids: [picture] } });
  expect((await published())[0]).toMatchObject({
    media: [{ altText: 'Boats' }],
    cover: 'Content warning: Sensitive',
  });
});

it.each([
  [
    'a warning that is no object',
    '/2/media/metadata',
    { id: '1', metadata: { sensitive_media_warning: 'other' } },
    '$.metadata.sensitive_media_warning',
    'other',
    'string found, object expected',
  ],
  [
    'a place without its id',
    '/2/tweets',
    { text: 'Here', geo: {} },
    '$.geo.place_id',
    '',
    'is missing but it is required',
  ],
  [
    'more than ten tagged people',
    '/2/tweets',
    { media: { media_ids: ['1'], tagged_user_ids: Array.from({ length: 11 }, () => '2') } },
    '$.media.tagged_user_ids',
    '',
    'there must be a maximum of 10 items in the array',
  ],
  [
    'tagged people without media',
    '/2/tweets',
    { text: 'Who?', media: { tagged_user_ids: ['2'] } },
    '$.media.media_ids',
    '',
    'is missing but it is required',
  ],
])('refuses %s', async (_, path, body, at, value, problem) => {
  expect(await call('POST', path, { token, body })).toEqual(
    answered(400, invalidRequest(`${at}: ${problem}`, { [at]: [value] })),
  );
});
