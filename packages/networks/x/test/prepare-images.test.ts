import type { Draft } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import { createX } from '../src/index.ts';
import { aDraft, images } from './a-draft.ts';
import { factsOf } from './facts-of.ts';
import { configFor, makeCall } from './make-call.ts';
import { aFile, mediaOf } from './media-files.ts';
import { FINE, prepare, uploaded } from './prepare.ts';
import { jsonOf, type Reply, scriptedX } from './scripted-x.ts';

const MIB = 1024 * 1024;
const jpeg = (size = 1_000) => aFile('image/jpeg', Buffer.alloc(size, 7));
const mp4 = (size = 1_000) => aFile('video/mp4', Buffer.alloc(size, 7));

describe('without media', () => {
  test('the post is ready at once', async () => {
    const { server, prepared } = await prepare({ draft: { content: 'Release day' } });
    expect(await prepared).toEqual({ handle: null, body: { text: 'Release day' } });
    expect(server.requests).toEqual([]);
  });
});

describe('an account connected without a permission', () => {
  const prepareAs = async (scopes: readonly string[], draft: Partial<Draft>) => {
    const server = await scriptedX();
    const call = makeCall(server, { media: mediaOf({}) });
    const credential = { ...call.credential, scopes };
    const prepared = createX(configFor(server)).publish.prepare({ ...call, credential }, aDraft(draft));
    prepared.catch(() => {});
    return { server, prepared };
  };

  test('to upload is refused before anything is fetched or sent', async () => {
    const { server, prepared } = await prepareAs(['tweet.read', 'tweet.write', 'users.read'], { media: images(1) });
    expect(await factsOf(prepared)).toEqual({
      code: 'permission_missing',
      outcome: 'not_sent',
      message: 'The account was connected without media.write, which X wants for images and videos.',
      remedy: 'Connect the account again to grant media.write.',
    });
    expect(server.requests).toEqual([]);
  });

  test('to upload can still post a text', async () => {
    const { prepared } = await prepareAs(['tweet.read', 'tweet.write', 'users.read'], { content: 'Release day' });
    expect((await prepared).body).toEqual({ text: 'Release day' });
  });

  test('to write is refused', async () => {
    const { prepared } = await prepareAs(['tweet.read', 'users.read'], { content: 'Release day' });
    expect(await factsOf(prepared)).toMatchObject({ code: 'permission_missing', outcome: 'not_sent' });
  });
});

describe('images', () => {
  test('over 5 MB are refused before anything is sent', async () => {
    const files = { 'https://cdn.example/0.jpg': jpeg(), 'https://cdn.example/1.jpg': jpeg(5 * MIB + 1) };
    const { server, prepared } = await prepare({ draft: { media: images(2) }, files });
    expect(await factsOf(prepared)).toEqual({
      code: 'media_rejected',
      outcome: 'not_sent',
      message: 'mediaItems[1] is larger than the 5 MB X takes of its kind. Nothing was published.',
      mediaIndex: 1,
      remedy: 'Use a smaller file.',
    });
    expect(server.requests).toEqual([]);
  });

  test('that cannot be fetched name the first item at fault', async () => {
    const files = { 'https://cdn.example/0.jpg': jpeg() };
    const { server, prepared } = await prepare({ draft: { media: images(3) }, files });
    expect(await factsOf(prepared)).toMatchObject({ code: 'media_unreachable', mediaIndex: 1 });
    expect(server.requests).toEqual([]);
  });

  test('that X refuses name their item', async () => {
    const files = { 'https://cdn.example/0.jpg': jpeg(), 'https://cdn.example/1.jpg': jpeg() };
    const refusal: Reply = {
      status: 400,
      json: { errors: [{ message: 'media type unrecognized' }], title: 'Invalid Request' },
    };
    const { prepared } = await prepare({ draft: { media: images(2) }, files, replies: [uploaded('11'), refusal] });
    expect(await factsOf(prepared)).toMatchObject({ code: 'media_rejected', outcome: 'rejected', mediaIndex: 1 });
  });

  test('are uploaded again after a fault, three times at most', async () => {
    const files = { 'https://cdn.example/0.jpg': jpeg() };
    const draft = { media: images(1) };
    const passing = await prepare({ draft, files, replies: [{ status: 503 }, 'hang up', uploaded('11')] });
    expect(await passing.prepared).toMatchObject({ body: { media: { media_ids: ['11'] } } });
    expect(passing.call.clock.slept).toEqual([1_000, 3_000]);

    const failing = await prepare({ draft, files, replies: [{ status: 503 }, { status: 503 }, { status: 503 }] });
    expect(await factsOf(failing.prepared)).toMatchObject({
      code: 'network_unavailable',
      outcome: 'rejected',
      mediaIndex: 0,
    });
    expect(failing.server.requests.length).toBe(3);
  });

  test('without the permission ask for a new connect', async () => {
    const files = { 'https://cdn.example/0.jpg': jpeg() };
    const bare: Reply = {
      status: 403,
      json: { title: 'Forbidden', type: 'about:blank', status: 403, detail: 'Forbidden' },
    };
    const { prepared } = await prepare({ draft: { media: images(1) }, files, replies: [bare] });
    expect(await factsOf(prepared)).toEqual({
      code: 'permission_missing',
      outcome: 'rejected',
      message: 'X does not allow this account to upload media.',
      networkCode: '403',
      networkMessage: 'Forbidden',
      mediaIndex: 0,
      remedy: 'Connect the account again and grant every permission X lists.',
    });
  });

  test('without an id in the answer are not uploaded', async () => {
    const files = { 'https://cdn.example/0.jpg': jpeg() };
    const { prepared } = await prepare({ draft: { media: images(1) }, files, replies: [{ json: { errors: [{}] } }] });
    expect(await factsOf(prepared)).toMatchObject({ code: 'network_unavailable', outcome: 'rejected' });
  });

  test('of which an earlier run has sent one: only the other is uploaded', async () => {
    const files = { 'https://cdn.example/0.jpg': jpeg(), 'https://cdn.example/1.jpg': jpeg() };
    const steps = new Map([['media 0', '11']]);
    const { server, prepared } = await prepare({
      draft: { media: images(2) },
      files,
      steps,
      replies: [uploaded('12')],
    });
    expect(await prepared).toMatchObject({ body: { media: { media_ids: ['11', '12'] } } });
    expect(server.requests.length).toBe(1);
  });
});

describe('alternative text', () => {
  const media: Draft['media'] = [
    { type: 'image', url: 'https://cdn.example/0.jpg', altText: 'A red bridge' },
    { type: 'image', url: 'https://cdn.example/1.jpg', altText: ' ' },
  ];
  const files = {
    'https://cdn.example/0.jpg': jpeg(),
    'https://cdn.example/1.jpg': jpeg(),
    'https://cdn.example/0.mp4': mp4(),
  };

  test('that X refuses does not stop the post, and is reported once: a second run does not send it again', async () => {
    const refusal: Reply = { status: 400, json: { title: 'Invalid Request', detail: 'Too odd.', status: 400 } };
    const { prepared, call } = await prepare({
      draft: { media },
      files,
      replies: [uploaded('11'), refusal, uploaded('12')],
    });
    expect(await prepared).toMatchObject({ body: { media: { media_ids: ['11', '12'] } } });
    expect(call.warnings).toEqual([
      {
        code: 'alt_text_refused',
        message: 'X did not take the alternative text of mediaItems[0]: Too odd.',
      },
    ]);
    const again = await prepare({ draft: { media }, files, steps: call.steps });
    expect(await again.prepared).toMatchObject({ body: { media: { media_ids: ['11', '12'] } } });
    expect(again.server.requests).toEqual([]);
    expect(again.call.warnings).toEqual([]);
  });

  test('is sent again with a renewed token when X refuses the token, not the text', async () => {
    const { prepared, call } = await prepare({
      draft: { media },
      files,
      replies: [uploaded('11'), { status: 401, json: { title: 'Unauthorized', status: 401 } }],
    });
    expect(await factsOf(prepared)).toMatchObject({ code: 'credential_rejected' });
    expect(call.warnings).toEqual([]);
    expect([...call.steps.keys()]).toEqual(['media 0']);
  });

  test('on a video is not sent', async () => {
    const draft: Partial<Draft> = { media: [{ type: 'video', url: 'https://cdn.example/0.mp4', altText: 'A bridge' }] };
    const { server, prepared } = await prepare({ draft, files, replies: [uploaded('7'), FINE, uploaded('7')] });
    await prepared;
    expect(server.lines()).not.toContain('POST /2/media/metadata');
  });
});

describe('a warning of sensitive media', () => {
  const media: Draft['media'] = [{ type: 'image', url: 'https://cdn.example/0.jpg', altText: 'A fight' }];
  const draft: Partial<Draft> = { media, options: { x: { sensitiveMedia: ['graphic_violence', 'other'] } } };
  const files = { 'https://cdn.example/0.jpg': jpeg(), 'https://cdn.example/0.mp4': mp4() };
  const warning = { sensitive_media_warning: { graphic_violence: true, other: true } };
  const refusal: Reply = { status: 400, json: { title: 'Invalid Request', detail: 'Too odd.', status: 400 } };

  test('goes with the alternative text in one call', async () => {
    const { server, prepared } = await prepare({ draft, files, replies: [uploaded('11'), FINE] });
    await prepared;
    expect(jsonOf(server.requests[1])).toEqual({ id: '11', metadata: { alt_text: { text: 'A fight' }, ...warning } });
  });

  test('stays when X refuses the alternative text', async () => {
    const { server, call, prepared } = await prepare({ draft, files, replies: [uploaded('11'), refusal, FINE] });
    expect(await prepared).toMatchObject({ body: { media: { media_ids: ['11'] } } });
    expect(jsonOf(server.requests[2])).toEqual({ id: '11', metadata: warning });
    expect(call.warnings.map(({ code }) => code)).toEqual(['alt_text_refused']);
  });

  test('that X refuses fails the target', async () => {
    const { call, prepared } = await prepare({ draft, files, replies: [uploaded('11'), refusal, refusal] });
    expect(await factsOf(prepared)).toMatchObject({
      code: 'media_rejected',
      outcome: 'rejected',
      message: 'X did not take the warning of sensitive media for mediaItems[0]. Nothing was published.',
      networkMessage: 'Too odd.',
      mediaIndex: 0,
    });
    expect([...call.steps.keys()]).toEqual(['media 0']);
  });

  test('is given to a video, without its alternative text', async () => {
    const video = { type: 'video', url: 'https://cdn.example/0.mp4', altText: 'A fight' } as const;
    const replies = [uploaded('7'), FINE, uploaded('7'), FINE];
    const { server, prepared } = await prepare({ draft: { ...draft, media: [video] }, files, replies });
    await prepared;
    expect(jsonOf(server.requests[3])).toEqual({ id: '7', metadata: warning });
  });
});
