import type { Draft } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { aDraft } from './a-draft.ts';
import { aConfig, makeCall } from './make-call.ts';
import { jpeg, mp4, serve, webp } from './media-files.ts';
import { json, type Script, type Scripted, startScripted } from './scripted-linkedin.ts';

const INIT = 'POST /api/rest/videos?action=initializeUpload';
const FINALIZE = 'POST /api/rest/videos?action=finalizeUpload';
const STATE = 'GET /api/rest/videos/urn%3Ali%3Avideo%3AV';
const PART_0 = 'PUT /www/dms-uploads/part0';
const PART_1 = 'PUT /www/dms-uploads/part1';
const COVER = 'PUT /www/dms-uploads/cover';
const SIZE = 1_000;

const start = (extra: object = {}): Scripted => ({
  status: 200,
  body: {
    value: {
      uploadUrlsExpireAt: 1_767_312_000_000,
      video: 'urn:li:video:V',
      // LinkedIn lists the parts out of order; the second one exceeds the end of the file.
      uploadInstructions: [
        { uploadUrl: '{origin}/www/dms-uploads/part0', firstByte: 0, lastByte: 599 },
        { uploadUrl: '{origin}/www/dms-uploads/part1', firstByte: 600, lastByte: 1_199 },
      ],
      uploadToken: 'token-1',
      ...extra,
    },
  },
});
const state = (status: string, extra: object = {}): Scripted => ({
  status: 200,
  body: { id: 'urn:li:video:V', status, ...extra },
});
const forbidden: Scripted = {
  status: 403,
  body: { status: 403, message: 'Accessing this video resource is forbidden' },
};

const GOOD: Script = {
  'GET /media/a.mp4': serve(mp4(SIZE)),
  'GET /media/c.jpg': serve(jpeg(77)),
  [INIT]: start({ thumbnailUploadUrl: '{origin}/www/dms-uploads/cover' }),
  [PART_0]: { status: 200, headers: { etag: '"etag-0"' } },
  [PART_1]: { status: 200, headers: { etag: 'etag-1' } },
  [COVER]: { status: 201 },
  [FINALIZE]: { status: 200 },
  [STATE]: [state('PROCESSING'), state('PROCESSING'), state('AVAILABLE')],
};

async function prepare(
  script: Script,
  item: object = {},
  journal: Readonly<Record<string, string>> = {},
  language?: string,
) {
  await using server = await startScripted(script);
  await using call = makeCall({ journal });
  const media: Draft['media'] = [{ type: 'video', url: `${server.origin}/media/a.mp4`, ...item }];
  const withOrigin = media.map((each) => ({
    ...each,
    ...(each.coverUrl ? { coverUrl: server.origin + each.coverUrl } : {}),
  }));
  const result = await createLinkedin(aConfig(server.origin))
    .publish.prepare(
      call,
      aDraft({
        media: withOrigin,
        ...(language && { options: { captions: [{ url: `${server.origin}/media/a.srt`, language }] } }),
      }),
    )
    .catch((error: { facts: unknown }) => error.facts);
  const { sleptMs } = call.clock;
  return { result, lines: server.lines(), received: server.received, steps: call.steps, sleptMs };
}

describe('subtitles of a video', () => {
  const SRT = '1\n00:00:00,000 --> 00:00:02,500\nHello\n';
  const CAPTIONS = 'POST /www/dms-uploads/captions';
  const script: Script = {
    ...GOOD,
    'GET /media/a.srt': serve(Buffer.from(SRT)),
    [INIT]: start({ captionsUploadUrl: '{origin}/www/dms-uploads/captions' }),
    [CAPTIONS]: { status: 201 },
  };
  const prepared = (given: Script, language = 'en-US') => prepare(given, {}, {}, language);

  it.each([
    ['en-US', { language: 'EN', country: 'US', variant: 'AMERICAN' }],
    ['en-GB', { language: 'EN', country: 'GB' }],
    ['de', { language: 'DE', country: 'DE' }],
  ])('in %s are announced, and sent as a form between the parts and the end', async (language, locale) => {
    const { lines, received } = await prepared(script, language);
    const changes = lines.filter((line) => /^P.*(?:rest|dms)/.test(line));
    expect(changes).toEqual([INIT, PART_0, PART_1, CAPTIONS, FINALIZE]);
    const bodyOf = (line: string) => String(received.find((each) => each.line === line)?.bytes);
    expect(JSON.parse(bodyOf(INIT)).initializeUploadRequest).toMatchObject({ uploadCaptions: true });
    const [metadata = '', file = ''] = bodyOf(CAPTIONS).split(/\r\n------fanfare-boundary-0/);
    expect(JSON.parse(metadata.slice(metadata.indexOf('{')))).toEqual({
      format: 'SRT',
      formattedForEasyReader: true,
      largeText: true,
      source: 'USER_PROVIDED',
      locale,
      transcriptType: 'CLOSED_CAPTION',
    });
    expect(file).toContain(`name="file"; filename="captions.srt"\r\ncontent-type: text/plain\r\n\r\n${SRT}`);
  });

  it.each([
    ['that LinkedIn refuses', { ...script, [CAPTIONS]: { status: 400 } }, 'media_processing_failed', true],
    ['without an address', { ...script, [INIT]: start() }, 'media_processing_failed', true],
    ['that are WebVTT', { ...script, 'GET /media/a.srt': serve(Buffer.from('WEBVTT\n')) }, 'media_rejected', false],
  ])('%s end the target before the video is complete', async (_, given, code, begun) => {
    const { result, lines } = await prepared(given);
    expect(result).toMatchObject({ code });
    expect([lines.includes(INIT), lines.includes(FINALIZE)]).toEqual([begun, false]);
  });
});

describe('preparing a video', () => {
  it('only waits when an earlier run has uploaded', async () => {
    const { result, lines } = await prepare(GOOD, {}, { 'media 0': 'urn:li:video:V' });
    expect(lines).toEqual([STATE, STATE, STATE]);
    expect(result).toMatchObject({ body: { content: { media: { id: 'urn:li:video:V' } } } });
  });

  it('sends an empty token where LinkedIn gives none', async () => {
    const { received } = await prepare({ ...GOOD, [INIT]: start({ uploadToken: undefined }) });
    expect(json(received.find(({ line }) => line === FINALIZE))).toMatchObject({
      finalizeUploadRequest: { uploadToken: '' },
    });
  });

  it('repeats only the part that failed temporarily', async () => {
    const { lines, received } = await prepare({
      ...GOOD,
      [PART_1]: ['drop', { status: 200, headers: { etag: 'etag-1' } }],
    });
    expect(lines.slice(0, 5)).toEqual([INIT, PART_0, PART_1, PART_1, FINALIZE]);
    expect(received.filter(({ line }) => line === PART_1).at(-1)?.bytes.length).toBe(400);
  });
});

describe('waiting for a video', () => {
  it('keeps looking through faults and short throttles', async () => {
    const { result, lines } = await prepare({
      ...GOOD,
      [STATE]: [
        ...Array<Scripted>(4).fill({ status: 503 }),
        { status: 429, body: { message: 'Resource level throttle limit …' } },
        state('WAITING_UPLOAD'),
        state('AVAILABLE'),
      ],
    });
    expect(lines.filter((line) => line === STATE).length).toBe(7);
    expect(result).toMatchObject({ body: { content: { media: { id: 'urn:li:video:V' } } } });
  });

  it('fails after four minutes, with nothing published', async () => {
    const { result, sleptMs } = await prepare({ ...GOOD, [STATE]: state('PROCESSING') });
    expect(result).toMatchObject({ code: 'media_processing_timeout', outcome: 'rejected', mediaIndex: 0 });
    const waitedMs = sleptMs.reduce((sum, ms) => sum + ms, 0);
    expect([waitedMs > 234_000, waitedMs <= 240_000, sleptMs.slice(0, 5)]).toEqual([
      true,
      true,
      [2_000, 3_000, 4_000, 5_000, 5_000],
    ]);
  });

  it('reports why LinkedIn could not process it', async () => {
    const failed = state('PROCESSING_FAILED', { processingFailureReason: 'Unsupported codec' });
    const { result } = await prepare({ ...GOOD, [STATE]: [state('PROCESSING'), failed] });
    expect(result).toMatchObject({
      code: 'media_processing_failed',
      outcome: 'rejected',
      networkCode: 'PROCESSING_FAILED',
      networkMessage: 'Unsupported codec',
      mediaIndex: 0,
    });
  });

  it('waits a while for a video it may not read, then lets the post decide', async () => {
    const { result, lines, sleptMs } = await prepare({ ...GOOD, [STATE]: forbidden });
    expect([lines.filter((line) => line === STATE).length, sleptMs]).toEqual([1, [15_000]]);
    expect(result).toMatchObject({ body: { content: { media: { id: 'urn:li:video:V' } } } });
  });

  it('stops at once when the credential ended', async () => {
    const { result, lines } = await prepare({ ...GOOD, [STATE]: { status: 401, body: { serviceErrorCode: 65601 } } });
    expect(result).toMatchObject({ code: 'credential_rejected', outcome: 'rejected', credential: 'revoked' });
    expect(lines.filter((line) => line === STATE).length).toBe(1);
  });
});

describe('videos that fail', () => {
  it.each([
    ['a file that is not an MP4', { 'GET /media/a.mp4': serve(jpeg()) }, {}, 'media_rejected', []],
    [
      'a cover that is neither JPEG nor PNG',
      { 'GET /media/c.jpg': serve(webp()) },
      { coverUrl: '/media/c.jpg' },
      'media_rejected',
      [],
    ],
    ['a part without an ETag', { [PART_0]: { status: 200 } }, {}, 'media_processing_failed', [INIT, PART_0]],
    [
      'no address for the cover',
      { [INIT]: start() },
      { coverUrl: '/media/c.jpg' },
      'media_processing_failed',
      [INIT, PART_0, PART_1],
    ],
    [
      'a cover LinkedIn refuses',
      { [COVER]: { status: 400 } },
      { coverUrl: '/media/c.jpg' },
      'media_processing_failed',
      [INIT, PART_0, PART_1, COVER],
    ],
    [
      'an end that LinkedIn refuses',
      { [FINALIZE]: { status: 400, body: { code: 'UPDATING_ASSET_FAILED' } } },
      {},
      'media_processing_failed',
      [INIT, PART_0, PART_1, FINALIZE],
    ],
    [
      'parts beyond the end of the file',
      {
        [INIT]: start({
          uploadInstructions: [{ uploadUrl: 'http://127.0.0.1/x', firstByte: SIZE, lastByte: SIZE + 1 }],
        }),
      },
      {},
      'network_unavailable',
      [INIT],
    ],
  ] as const)('%s fails the target before anything is public', async (_name, change, item, code, expected) => {
    const { result, lines, steps } = await prepare({ ...GOOD, ...change }, item);
    expect(result).toMatchObject({ code });
    expect(result).not.toMatchObject({ outcome: 'unknown' });
    expect([lines, steps]).toEqual([expected, []]);
  });
});
