import { clip, jpeg, png, type ServedFile } from './meta-files.ts';

/** Files a customer may offer to Threads, good and bad. */
export const threadsMedia: Readonly<Record<string, ServedFile>> = {
  'ok.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1350) },
  'ok.png': { type: 'image/png', bytes: png(1080, 1080) },
  'strip.png': { type: 'image/png', bytes: png(1000, 100) },
  'thin.png': { type: 'image/png', bytes: png(1001, 100) },
  'large.jpg': { type: 'image/jpeg', bytes: jpeg(1080, 1080, 8 * 1024 * 1024) },
  'picture.gif': { type: 'image/gif', bytes: Buffer.from('GIF89a\x01\0\x01\0\0\0\0\x3b', 'latin1') },
  'page.jpg': { type: 'image/jpeg', bytes: Buffer.from('<!doctype html>') },
  'private.mp4': { type: 'video/mp4', bytes: clip({}), status: 403 },
  'ok.mp4': { type: 'video/mp4', bytes: clip({}) },
  'five.mp4': { type: 'video/mp4', bytes: clip({ durationMs: 300_000 }) },
  'long.mp4': { type: 'video/mp4', bytes: clip({ durationMs: 301_000 }) },
  'strip.mp4': { type: 'video/mp4', bytes: clip({ width: 1100, height: 100 }) },
  'broad.mp4': { type: 'video/mp4', bytes: clip({ width: 2000 }) },
  'broken.mp4': { type: 'video/mp4', bytes: Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1') },
  'clip.webm': { type: 'video/webm', bytes: Buffer.from('1a45dfa3000000000000000000000000', 'hex') },
};
