import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { at, HARBOUR, type Linkedin, list, sample, startLinkedin } from './linkedin-session.ts';

let li: Linkedin;
let token: string;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(async () => {
  await li.reset();
  token = await li.connect('ada');
});
afterAll(() => li.sandbox.close());

const clip = sample('clip.mp4');
const METADATA = {
  format: 'SRT',
  source: 'USER_PROVIDED',
  transcriptType: 'CLOSED_CAPTION',
  locale: { language: 'EN', country: 'US', variant: 'AMERICAN' },
};

async function begin() {
  const { body } = await li.rest(token, 'POST', '/rest/videos?action=initializeUpload', {
    initializeUploadRequest: { owner: HARBOUR, fileSizeBytes: clip.length, uploadCaptions: true },
  });
  const value = at(body, 'value');
  const [part] = list(at(value, 'uploadInstructions'));
  const { headers } = await li.call(String(at(part, 'uploadUrl')), { method: 'PUT', body: clip });
  const video = String(at(value, 'video'));
  const finalize = () =>
    li.rest(token, 'POST', '/rest/videos?action=finalizeUpload', {
      finalizeUploadRequest: { video, uploadToken: '', uploadedPartIds: [headers.get('etag')] },
    });
  return { video, url: String(at(value, 'captionsUploadUrl')), finalize };
}

function send(url: string, metadata: object = METADATA, file = String(sample('clip.srt')), init: RequestInit = {}) {
  const body = new FormData();
  body.append('metadata', JSON.stringify(metadata));
  body.append('file', new Blob([file]), 'captions.srt');
  return li.call(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body, ...init });
}

it('shows the language of the subtitles of a video, which waits for them', async () => {
  const { video, url, finalize } = await begin();
  const early = await finalize();
  expect([early.status, at(early.body, 'code')]).toEqual([400, 'MEDIA_ASSET_WAITING_UPLOAD']);
  expect((await send(url)).status).toBe(201);
  expect((await finalize()).status).toBe(200);
  await li.advance(10_000);
  expect((await li.post(token, { author: HARBOUR, content: { media: { id: video } } })).status).toBe(201);
  const [post] = await li.posts();
  expect(list(at(post, 'media')).map((media) => at(media, 'captions'))).toEqual([
    [{ language: 'en-US', name: 'en-US' }],
  ]);
});

it.each([
  ['of another format', { ...METADATA, format: 'VTT' }, undefined, 400],
  ['of no language', { ...METADATA, locale: { language: 'english', country: 'US' } }, undefined, 400],
  ['that are not SRT', METADATA, 'WEBVTT', 400],
])('refuses subtitles %s', async (_, metadata, file, status) => {
  const { url } = await begin();
  expect((await send(url, metadata, file)).status).toBe(status);
});

it('refuses subtitles without a token, and by PUT', async () => {
  const { url } = await begin();
  expect((await send(url, METADATA, undefined, { headers: {} })).status).toBe(401);
  const put = { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body: sample('clip.srt') };
  expect((await li.call(url, put)).status).toBe(403);
});
