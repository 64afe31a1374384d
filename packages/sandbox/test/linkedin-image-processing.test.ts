import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADA,
  at,
  EVERYTHING,
  HARBOUR,
  HOUR_MS,
  type Linkedin,
  sample,
  startLinkedin,
  urn,
} from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const look = (token: string, image: string) => li.rest(token, 'GET', `/rest/images/${urn(image)}`);

describe('processing', () => {
  const state = async (token: string, image: string) => at((await look(token, image)).body, 'status');

  it('takes two to five seconds, each picture its own time, the same in each run', async () => {
    const readyAfter = async () => {
      await li.reset();
      await li.control('processing', { kind: 'image' });
      const token = await li.connect('ada');
      const images: string[] = [];
      for (let made = 0; made < 4; made += 1) images.push(await li.image(token, HARBOUR));
      const waiting = new Map(images.map((image, index) => [image, index]));
      const times: number[] = [];
      for (let ms = 0; waiting.size > 0; ms += 100) {
        for (const [image, index] of waiting) {
          if ((await state(token, image)) === 'PROCESSING') continue;
          waiting.delete(image);
          times[index] = ms;
        }
        await li.advance(100);
      }
      return times;
    };
    const times = await readyAfter();
    expect(times).toEqual([2_000, 3_200, 4_300, 2_400]);
    expect(await readyAfter()).toEqual(times);
  });

  it('delays a post that names a picture too early', async () => {
    await li.control('processing', { kind: 'image' });
    const token = await li.connect('ada');
    const image = await li.image(token, ADA);
    const early = await li.post(token, { content: { media: { id: image } } });
    expect([early.status, early.body]).toEqual([
      400,
      { status: 400, code: 'MEDIA_ASSET_WAITING_UPLOAD', message: 'Media asset is waiting upload' },
    ]);
    await li.advance(5_000);
    expect((await li.post(token, { content: { media: { id: image } } })).status).toBe(201);
  });

  it('takes the time set by a control', async () => {
    const token = await li.connect('ada');
    await li.control('processing', { ms: 5_000, kind: 'image' });
    const image = await li.image(token, HARBOUR);
    await li.advance(4_999);
    expect(await state(token, image)).toBe('PROCESSING');
    await li.advance(1);
    expect(await state(token, image)).toBe('AVAILABLE');
  });

  it('takes the looks set by a control, and a post that names the image is a look', async () => {
    const token = await li.connect('ada');
    await li.control('processing', { looks: 2, username: 'harbour-coffee' });
    const image = await li.image(token, HARBOUR);
    expect(await state(token, image)).toBe('PROCESSING');
    const early = await li.post(token, { author: HARBOUR, content: { media: { id: image } } });
    expect([early.status, early.body]).toEqual([
      400,
      { status: 400, code: 'MEDIA_ASSET_WAITING_UPLOAD', message: 'Media asset is waiting upload' },
    ]);
    expect((await li.post(token, { author: HARBOUR, content: { media: { id: image } } })).status).toBe(201);
    // The rule applies to that page only, and can be removed.
    expect(await state(token, await li.image(token, ADA))).toBe('AVAILABLE');
    await li.control('processing', { username: 'harbour-coffee' });
    await li.control('processing', { kind: 'image', ms: 0 });
    expect(await state(token, await li.image(token, HARBOUR))).toBe('AVAILABLE');
  });

  it('can fail, or never end', async () => {
    const token = await li.connect('ada', EVERYTHING);
    await li.control('processing', { outcome: 'error' });
    const failed = await li.image(token, HARBOUR);
    expect(await state(token, failed)).toBe('PROCESSING_FAILED');
    const refused = await li.post(token, { author: HARBOUR, content: { media: { id: failed } } });
    expect([refused.status, refused.body]).toEqual([
      400,
      { status: 400, code: 'MEDIA_ASSET_PROCESSING_FAILED', message: 'Media asset failed processing' },
    ]);
    await li.control('processing', { outcome: 'stuck' });
    const stuck = await li.image(token, HARBOUR);
    await li.advance(240 * HOUR_MS);
    expect(await state(token, stuck)).toBe('PROCESSING');
  });

  it.each([
    ['an error page', Buffer.from('<!doctype html><title>Sign in</title>')],
    ['half a picture', sample('harbour.jpg').subarray(0, 2_048)],
    ['a clip', sample('clip.mp4')],
    ['a picture of too many pixels', png(5_120, 7_061)],
    ['an animation of too many frames', gif(251)],
  ])('fails for %s', async (_what, bytes) => {
    const token = await li.connect('ada');
    expect(await state(token, await li.image(token, HARBOUR, bytes))).toBe('PROCESSING_FAILED');
  });

  it.each([
    ['a JPEG', sample('roastery.jpg')],
    ['a PNG just small enough', png(1, 36_152_319)],
    ['a GIF of 250 frames', gif(250)],
  ])('accepts %s', async (_what, bytes) => {
    const token = await li.connect('ada');
    expect(await state(token, await li.image(token, HARBOUR, bytes))).toBe('AVAILABLE');
  });
});

/** The header and the end of a PNG of this size. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(8 + 25 + 12);
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.write('IEND', 8 + 25 + 4, 'latin1');
  return bytes;
}

/** A one-pixel GIF with so many frames. */
function gif(frames: number): Buffer {
  const head = Buffer.from('4749463839610100010000ff00'.padEnd(26, '0'), 'hex');
  const frame = Buffer.from('2c00000000010001000002024401 00'.replace(' ', ''), 'hex');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}
