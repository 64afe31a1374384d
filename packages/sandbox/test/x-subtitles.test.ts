import { expect, it } from 'vitest';
import { answered, field, invalidRequest, sample, startX } from './x-session.ts';

const { call, control, connect, upload, uploadChunks, post, published } = await startX();
await control('/x/processing', { ms: 0 });
const { token } = await connect('ada');

const srt = async (bytes = sample('clip.srt')) => (await uploadChunks(token, bytes, 'text/srt', 'subtitles')).id;
const clip = async () => (await uploadChunks(token, sample('clip.mp4'), 'video/mp4', 'tweet_video')).id;
const add = (body: unknown) => call('POST', '/2/media/subtitles', { token, body });
const track = (id: string, more: object = {}) => ({ id, language_code: 'EN', display_name: 'English', ...more });

it('adds subtitles to a video, which its post shows', async () => {
  const video = await clip();
  const subtitles = track(await srt());
  expect(await add({ id: video, media_category: 'TweetVideo', subtitles })).toEqual(
    answered(200, { data: { id: video, media_category: 'TweetVideo', associated_subtitles: subtitles } }),
  );
  await add({
    id: video,
    media_category: 'TweetVideo',
    subtitles: track(await srt(), { language_code: 'DE', display_name: 'Deutsch' }),
  });
  expect((await post(token, { text: 'To read', media: { media_ids: [video] } })).status).toBe(201);
  expect(field((await published())[0]?.media)[0]).toMatchObject({
    type: 'video',
    captions: [
      { language: 'EN', name: 'English' },
      { language: 'DE', name: 'Deutsch' },
    ],
  });
});

it('needs no processing of the file, in one call or in chunks', async () => {
  const { finalized } = await uploadChunks(token, sample('clip.srt'), 'text/srt', 'subtitles');
  expect(field(field(finalized.body).data)).not.toHaveProperty('processing_info');
  expect(await upload(token, 'clip.srt', 'subtitles')).toMatch(/^\d+$/);
});

it('refuses what is no track of a video', async () => {
  const [video, picture, file] = [await clip(), await upload(token, 'harbour.jpg'), await srt()];
  const refused = (message: string, at: string, value: string) =>
    answered(400, invalidRequest(message, { [at]: [value] }));
  const whole = { id: video, media_category: 'TweetVideo', subtitles: track(file) };
  expect(await add({ ...whole, id: '1' })).toEqual(refused('BadRequest: Not found', 'id', '1'));
  expect(await add({ ...whole, id: picture })).toEqual(
    refused(`$.id: ${picture} is not a TweetVideo`, '$.id', picture),
  );
  expect(await add({ ...whole, media_category: 'tweet_video' })).toEqual(
    refused(
      '$.media_category: does not have a value in the enumeration [AmplifyVideo, TweetVideo]',
      '$.media_category',
      'tweet_video',
    ),
  );
  expect(await add({ ...whole, subtitles: track(picture) })).toEqual(
    refused(`$.subtitles.id: ${picture} is not a file of subtitles`, '$.subtitles.id', picture),
  );
  expect(await add({ ...whole, subtitles: track(file, { language_code: 'en' }) })).toEqual(
    refused(
      '$.subtitles.language_code: does not match the regex pattern ^[A-Z]{2}$',
      '$.subtitles.language_code',
      'en',
    ),
  );
  const wrongType = await call('POST', '/2/media/upload/initialize', {
    token,
    body: { media_type: 'image/png', total_bytes: 9, media_category: 'subtitles' },
  });
  expect(wrongType).toEqual(
    refused('$.media_category: subtitles cannot hold image/png', '$.media_category', 'subtitles'),
  );
});

it('answers the post of a video with unreadable subtitles with 503', async () => {
  const video = await clip();
  await add({ id: video, media_category: 'TweetVideo', subtitles: track(await srt(Buffer.from('No times'))) });
  expect(await post(token, { text: 'Unreadable', media: { media_ids: [video] } })).toMatchObject({
    status: 503,
    body: { title: 'Service Unavailable' },
  });
});
