import { expect, it } from 'vitest';
import { answered, field, invalidRequest, sample, startX } from './x-session.ts';

const { call, control, connect, upload, uploadChunks, post, published } = await startX();
await control('/x/rate-limits', { on: false });
await control('/x/processing', { ms: 0 });
const ben = await connect('ben');

const badMedia = (mediaIds: readonly string[]) =>
  invalidRequest('Your media IDs are invalid.', { '$.media.media_ids': mediaIds });
const idOf = (answer: { body: unknown }) => String(field(field(answer.body).data).id);

it('publishes up to four pictures, without a text too', async () => {
  const fresh = await connect('ada');
  const mediaIds = [];
  for (const name of ['harbour.jpg', 'latte.png', 'beans.jpg', 'roastery.jpg'])
    mediaIds.push(await upload(fresh.token, name));
  const made = await post(fresh.token, { media: { media_ids: mediaIds }, made_with_ai: true });
  expect(made.status).toBe(201);
  expect(field(field(made.body).data).text).toMatch(/^https:\/\/t\.co\/\w{10}$/);
  const [shown] = await published();
  expect({ ai: shown?.aiGenerated, text: shown?.text }).toEqual({ ai: true, text: '' });
  const media = Array.isArray(shown?.media) ? shown.media : [];
  expect(media.map((each: unknown) => field(each).type)).toEqual(['image', 'image', 'image', 'image']);
});

it('publishes one video with a cover, and nothing beside it', async () => {
  const fresh = await connect('ada');
  const { id: video } = await uploadChunks(fresh.token, sample('clip.mp4'), 'video/mp4', 'tweet_video');
  const cover = await upload(fresh.token, 'cover.jpg');
  const mixed = await post(fresh.token, { text: 'mixed', media: { media_ids: [video, cover] } });
  expect(mixed).toEqual(
    answered(400, invalidRequest('A Tweet can have up to 4 photos, or 1 animated GIF, or 1 video.')),
  );
  expect(
    (await post(fresh.token, { text: 'video', media: { media_ids: [video], preview_media_id: cover } })).status,
  ).toBe(201);
  const [shown] = await published();
  expect(shown?.media).toEqual([
    { type: 'video', url: expect.any(String), coverUrl: expect.any(String), altText: null, thumbOffsetMs: null },
  ]);
});

it('refuses media that is unknown, another person’s, doubled, unfinished, or invalid for a post', async () => {
  const fresh = await connect('ada');
  const theirs = await upload(ben.token, 'harbour.jpg');
  const mine = await upload(fresh.token, 'harbour.jpg');
  const started = await call('POST', '/2/media/upload/initialize', {
    token: fresh.token,
    body: { media_type: 'image/jpeg', total_bytes: 10, media_category: 'tweet_image' },
  });
  for (const mediaIds of [['404'], [theirs], [mine, mine], [idOf(started)]]) {
    expect(await post(fresh.token, { text: 'media', media: { media_ids: mediaIds } })).toEqual(
      answered(400, badMedia(mediaIds)),
    );
  }
  const notes = await uploadChunks(
    fresh.token,
    Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHi\n'),
    'text/srt',
    'subtitles',
  );
  expect(await post(fresh.token, { text: 'media', media: { media_ids: [notes.id] } })).toMatchObject({
    body: badMedia([notes.id]),
  });
  expect((await published())[0]?.text).not.toBe('media');
});
