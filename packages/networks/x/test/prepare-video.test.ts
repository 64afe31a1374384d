import type { MediaFile } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import { videos } from './a-draft.ts';
import { factsOf } from './facts-of.ts';
import { aFile } from './media-files.ts';
import { FINE, prepare, state, uploaded } from './prepare.ts';
import { jsonOf, type Reply } from './scripted-x.ts';

const MIB = 1024 * 1024;
const mp4 = (size = 1_000) => aFile('video/mp4', Buffer.alloc(size, 7));

describe('a video', () => {
  const draft: Partial<Draft> = { content: '', media: videos(1), aiGenerated: true };
  const files = { 'https://cdn.example/0.mp4': mp4(2 * MIB + 5) };
  const pending = { state: 'pending', check_after_secs: 2 };

  test('never has more than one part in memory', async () => {
    const parts: number[] = [];
    const whole = mp4(2 * MIB);
    const watched: MediaFile = {
      ...whole,
      withPart: async (start, end, use) => {
        parts.push(end - start);
        const result = await whole.withPart(start, end, use);
        parts.push(-(end - start));
        return result;
      },
    };
    const replies = [uploaded('7'), FINE, FINE, uploaded('7')];
    await (await prepare({ draft, files: { 'https://cdn.example/0.mp4': watched }, replies })).prepared;
    expect(parts).toEqual([MIB, -MIB, MIB, -MIB]);
  });

  test('without processing_info is ready, and X gets no status call', async () => {
    const { server, prepared } = await prepare({
      draft,
      files,
      replies: [uploaded('7'), FINE, FINE, FINE, uploaded('7')],
    });
    await prepared;
    expect(server.requests.length).toBe(5);
  });

  test('that X cannot process fails with the words of X', async () => {
    const error = { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' };
    const replies = [uploaded('7'), FINE, FINE, FINE, uploaded('7', pending), state({ state: 'failed', error })];
    const { prepared } = await prepare({ draft, files, replies });
    expect(await factsOf(prepared)).toEqual({
      code: 'media_processing_failed',
      outcome: 'rejected',
      message: 'X could not process the file. Nothing was published.',
      networkCode: 'InvalidMedia',
      networkMessage: 'Unsupported video format',
      mediaIndex: 0,
      remedy:
        'Convert the video to MP4 with H.264 and AAC, 0.5 to 140 seconds, at most 1280 x 1024, and send the target again.',
    });
  });

  test('fails after four minutes', async () => {
    const stuck = Array.from({ length: 60 }, () => state({ state: 'in_progress', check_after_secs: 10 }));
    const replies = [uploaded('7'), FINE, FINE, FINE, uploaded('7', pending), ...stuck];
    const { call, prepared } = await prepare({ draft, files, replies });
    expect(await factsOf(prepared)).toMatchObject({
      code: 'media_processing_timeout',
      outcome: 'rejected',
      mediaIndex: 0,
    });
    const waitedMs = call.clock.slept.reduce((sum, ms) => sum + ms, 0);
    expect(waitedMs).toBeGreaterThan(225_000);
    expect(waitedMs).toBeLessThanOrEqual(240_000);
  });

  test('stays awaited while looks fail temporarily', async () => {
    const faults: Reply[] = Array.from({ length: 4 }, () => ({ status: 503 }));
    const throttle: Reply = { status: 429, headers: { 'retry-after': '20' } };
    const replies = [
      uploaded('7'),
      FINE,
      FINE,
      FINE,
      uploaded('7', pending),
      ...faults,
      throttle,
      state({ state: 'succeeded' }),
    ];
    expect(await (await prepare({ draft, files, replies })).prepared).toMatchObject({
      body: { media: { media_ids: ['7'] } },
    });
  });

  test('whose upload X lost has failed', async () => {
    const lost: Reply = {
      status: 400,
      json: { errors: [{ message: 'BadRequest: Not found' }], title: 'Invalid Request' },
    };
    const { prepared } = await prepare({ draft, steps: new Map([['media 0', '7']]), replies: [lost] });
    expect(await factsOf(prepared)).toMatchObject({
      code: 'media_processing_failed',
      outcome: 'rejected',
      mediaIndex: 0,
    });
  });

  test('that an earlier run has sent is only waited for, at X’s interval', async () => {
    const { server, call, media, prepared } = await prepare({
      draft,
      steps: new Map([['media 0', '7']]),
      replies: [
        state(pending),
        state({ state: 'in_progress', progress_percent: 42, check_after_secs: 10 }),
        state({ state: 'in_progress' }),
        state({ state: 'succeeded', progress_percent: 100 }),
      ],
    });
    await prepared;
    expect(server.lines()).toEqual(Array.from({ length: 4 }, () => 'GET /2/media/upload?command=STATUS&media_id=7'));
    expect([call.clock.slept, media.asked]).toEqual([[2_000, 10_000, 5_000], []]);
  });

  test('that an earlier run has sent and that is ready is not waited for', async () => {
    const { prepared } = await prepare({
      draft,
      steps: new Map([['media 0', '7']]),
      replies: [{ json: { data: { id: '7' } } }],
    });
    expect(await prepared).toMatchObject({ body: { media: { media_ids: ['7'] } } });
  });

  test('MOV is declared as MOV', async () => {
    const mov = { 'https://cdn.example/0.mp4': aFile('video/quicktime', Buffer.alloc(10)) };
    const { server, prepared } = await prepare({ draft, files: mov, replies: [uploaded('7'), FINE, uploaded('7')] });
    await prepared;
    expect(jsonOf(server.requests[0])).toMatchObject({ media_type: 'video/quicktime' });
  });
});
