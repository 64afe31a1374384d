import { expect, test } from 'vitest';
import { videos } from './a-draft.ts';
import { factsOf } from './facts-of.ts';
import { aFile } from './media-files.ts';
import { FINE, prepare, uploaded } from './prepare.ts';
import { jsonOf, type Reply } from './scripted-x.ts';

const SRT = '1\n00:00:00,000 --> 00:00:02,500\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nAgain\n';
const files = {
  'https://cdn.example/0.mp4': aFile('video/mp4', Buffer.alloc(10)),
  'https://cdn.example/en.srt': aFile('text/srt', Buffer.from(SRT)),
  'https://cdn.example/de.vtt': aFile('text/vtt', Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.500\nHallo\n')),
};
const english = { url: 'https://cdn.example/en.srt', language: 'en-GB', name: 'English (UK)' };
const german = { url: 'https://cdn.example/de.vtt', language: 'de' };
const withCaptions = (...captions: readonly (typeof english | typeof german)[]) => ({
  content: '',
  media: videos(1),
  options: { captions: [...captions] },
});
/** Begin, one part, end. */
const upload = (id: string): readonly Reply[] => [uploaded(id), FINE, uploaded(id)];
const SAVED: Reply = { json: { data: { id: '7', media_category: 'TweetVideo' } } };

test('subtitles are uploaded and given to the video before the post, in their order', async () => {
  const { server, media, call, prepared } = await prepare({
    draft: withCaptions(english, german),
    files,
    replies: [...upload('7'), ...upload('8'), SAVED, ...upload('9'), SAVED],
  });
  expect(await prepared).toEqual({ handle: null, body: { media: { media_ids: ['7'] } } });
  expect(server.lines().slice(3)).toEqual([
    'POST /2/media/upload/initialize',
    'POST /2/media/upload/8/append',
    'POST /2/media/upload/8/finalize',
    'POST /2/media/subtitles',
    'POST /2/media/upload/initialize',
    'POST /2/media/upload/9/append',
    'POST /2/media/upload/9/finalize',
    'POST /2/media/subtitles',
  ]);
  expect([3, 6, 7, 10].map((at) => jsonOf(server.requests[at]))).toEqual([
    { media_type: 'text/srt', total_bytes: SRT.length, media_category: 'subtitles' },
    {
      id: '7',
      media_category: 'TweetVideo',
      subtitles: { id: '8', language_code: 'EN', display_name: 'English (UK)' },
    },
    { media_type: 'text/vtt', total_bytes: 38, media_category: 'subtitles' },
    { id: '7', media_category: 'TweetVideo', subtitles: { id: '9', language_code: 'DE', display_name: 'Deutsch' } },
  ]);
  expect([...call.steps.keys()]).toEqual(['media 0', 'media 200', 'media 201']);
  expect(media.asked[1]).toEqual({
    url: 'https://cdn.example/en.srt',
    accept: ['text/srt', 'text/vtt'],
    maxBytes: 1024 * 1024,
    subject: 'captions[0]',
  });
});

test('subtitles that X refuses are left out, with a warning', async () => {
  const refusal = { status: 404, json: { title: 'Not Found', detail: 'No such media.', type: 'about:blank' } };
  const { call, prepared } = await prepare({
    draft: withCaptions(english),
    files,
    replies: [...upload('7'), ...upload('8'), refusal],
  });
  expect(await prepared).toMatchObject({ body: { media: { media_ids: ['7'] } } });
  expect(call.warnings).toEqual([{ code: 'captions_refused', message: 'X did not take captions[0]: No such media.' }]);
});

test('a file that is not there fails the target before anything is posted', async () => {
  const { 'https://cdn.example/en.srt': _, ...others } = files;
  const { prepared } = await prepare({ draft: withCaptions(english), files: others, replies: upload('7') });
  expect(await factsOf(prepared)).toMatchObject({ code: 'media_unreachable', outcome: 'not_sent' });
});

test('a token that X does not take any more is renewed first', async () => {
  const refusal = { status: 401, json: { title: 'Unauthorized', detail: 'Unauthorized', type: 'about:blank' } };
  const { prepared } = await prepare({
    draft: withCaptions(english),
    files,
    replies: [...upload('7'), ...upload('8'), refusal],
  });
  expect(await factsOf(prepared)).toMatchObject({ code: 'credential_rejected' });
});
