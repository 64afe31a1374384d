import { clip, jpeg, png, type ServedFile } from './meta-files.ts';
import { MINUTE_MS } from './meta-session.ts';

/** Files a customer may offer to Instagram, good and bad. */
export const instagramMedia: Readonly<Record<string, ServedFile>> = {
  'ok.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1350) },
  'ök.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1080) },
  'ok.png': { type: 'image/png', bytes: png(1080, 1080) },
  'undeclared.jpg': { type: 'application/octet-stream', bytes: jpeg(1080, 1080) },
  'html.jpg': { type: 'text/html', bytes: jpeg(1080, 1080) },
  'page.jpg': { type: 'image/jpeg', bytes: Buffer.from('<!doctype html>') },
  'moved.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1080), status: 302 },
  'private.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1080), status: 403 },
  'eight.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1080, 8 * 1024 * 1024 - 17) },
  'large.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1080, 8 * 1024 * 1024) },
  'cut.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1080).subarray(0, 12) },
  'picture.webp': { type: 'image/webp', bytes: Buffer.from('RIFF0000WEBPVP8 0000000000000000000000') },
  'stereo.mpo': { type: 'image/mpo', bytes: jpeg(1080, 1080) },
  'phone.jpg': { type: 'image/jpeg', bytes: jpeg(3024, 4032) },
  'tall.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1460) },
  'wide.jpg': { type: 'image/jpeg', bytes: jpeg(1200, 600) },
  'widest.jpg': { type: 'image/jpeg', bytes: jpeg(1910, 1000) },
  'story.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1920) },
  'ok.mp4': { type: 'video/mp4', bytes: clip({}) },
  'short.mp4': { type: 'video/mp4', bytes: clip({ durationMs: 2_900 }) },
  'quarter.mp4': { type: 'video/mp4', bytes: clip({ durationMs: 15 * MINUTE_MS }) },
  'long.mp4': { type: 'video/mp4', bytes: clip({ durationMs: 15 * MINUTE_MS + 1000 }) },
  'minute.mp4': { type: 'video/mp4', bytes: clip({ durationMs: 61_000 }) },
  'broad.mp4': { type: 'video/mp4', bytes: clip({ width: 2000 }) },
  'strip.mp4': { type: 'video/mp4', bytes: clip({ width: 1100, height: 100 }) },
  'vp9.mp4': { type: 'video/mp4', bytes: clip({ codec: 'vp09' }) },
  'broken.mp4': { type: 'video/mp4', bytes: Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1') },
  'clip.webm': { type: 'video/webm', bytes: Buffer.from('1a45dfa3000000000000000000000000', 'hex') },
};
