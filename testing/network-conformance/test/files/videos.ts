import { box, type Clip, clip, html, jpeg, webm, zipBomb } from '@fanfare/media-file/testing/files';
import type { CorpusFile } from './corpus.ts';

const MIB = 1024 * 1024;
const MINUTE = 60_000;
const NETWORKS = ['instagram', 'threads', 'x', 'linkedin'] as const;
const everywhere = (rule: string): readonly string[] => NETWORKS.map((network) => `${network}.${rule}`);
const onMeta = (rule: string): readonly string[] => [`instagram.${rule}`, `threads.${rule}`];

const file = (name: string, bytes: () => Buffer, ...breaks: readonly string[]): CorpusFile => ({
  ...{ name, as: 'video', bytes, breaks },
});
/** A clip of 720 x 1280 that every network takes, with a change. */
const video = (name: string, change: Clip, ...breaks: readonly string[]): CorpusFile =>
  file(name, () => clip({ width: 720, height: 1_280, ...change }), ...breaks);

/** Videos, and what is none, as videos of a post. */
export const VIDEOS: readonly CorpusFile[] = [
  // Types
  video('MP4 as ffmpeg writes it', {}),
  video('M4V', { brand: 'M4V ' }),
  video('MOV', { brand: 'qt  ' }, 'linkedin.video.type'),
  video('QuickTime without ftyp', { brand: null }, 'linkedin.video.type'),
  video('3GP', { brand: '3gp4' }, ...everywhere('video.type')),
  file('WebM', webm, ...everywhere('file.type')),
  file('JPEG as a video', () => jpeg({ width: 1_080, height: 1_080 }), ...everywhere('file.type')),
  file('page with the name of an MP4', html, ...everywhere('file.type')),
  file('archive with the name of an MP4', zipBomb, ...everywhere('file.type')),
  file('no bytes at all', () => Buffer.alloc(0), ...everywhere('file.type'), ...everywhere('file.whole')),

  // Codecs
  video('HEVC', { codec: 'hvc1' }, 'x.video.codecs'),
  video('VP9', { codec: 'vp09' }, ...onMeta('video.codecs'), 'x.video.codecs'),
  video('a codec nobody knows', { codec: 'zzzz' }, ...onMeta('video.codecs'), 'x.video.codecs'),
  video('without sound', { audio: null }),
  video('with Opus', { audio: 'Opus' }, ...onMeta('video.codecs'), 'x.video.codecs'),
  video('sound of 48 kHz', { audioHz: 48_000 }),
  video('sound of 48,001 Hz', { audioHz: 48_001 }, 'instagram.video.max_audio_rate'),

  // Layout
  video('index at the end', { isIndexFirst: false }, ...onMeta('video.index_first')),
  video('something between index and content', { between: box('free', Buffer.alloc(5_000)) }),
  video('without an edit list', { edits: [] }),
  video('of a phone, whose track of metadata has edits', {
    metadataEdits: [
      { ms: 1_000, from: 0 },
      { ms: 1_000, from: 2_000 },
    ],
  }),
  video('begins with a pause', {
    edits: [
      { ms: 300, from: -1 },
      { ms: 4_000, from: 0 },
    ],
  }),
  video('trimmed at its start without encoding', { edits: [{ ms: 2_000, from: 2_000 }] }, 'instagram.video.edit_list'),
  video('trimmed at its end without encoding', { edits: [{ ms: 3_000, from: 0 }] }, 'instagram.video.edit_list'),
  video(
    'two parts of one recording',
    {
      edits: [
        { ms: 2_000, from: 0 },
        { ms: 2_000, from: 0 },
      ],
    },
    'instagram.video.edit_list',
  ),
  file(
    'MP4 without its last byte',
    () => clip({ width: 720, height: 1_280 }).subarray(0, -1),
    ...everywhere('file.whole'),
  ),
  file(
    'MP4 without half of its content',
    () => clip({ width: 720, height: 1_280, bytes: 300_000 }).subarray(0, 150_000),
    ...everywhere('file.whole'),
  ),
  file(
    'MP4 without its index',
    () => clip({ isIndexFirst: false }).subarray(0, 90_000),
    ...everywhere('file.type'),
    ...everywhere('file.whole'),
  ),
  file(
    'MP4 with half of its index',
    () => clip().subarray(0, 600),
    ...everywhere('file.type'),
    ...everywhere('file.whole'),
  ),
  file('MP4 with an archive behind it', () => Buffer.concat([clip({ width: 720, height: 1_280 }), zipBomb()])),

  // Duration
  video('0.5 s', { durationMs: 500 }, 'instagram.video.min_duration', 'linkedin.video.duration'),
  video(
    '0.4 s',
    { durationMs: 400 },
    'instagram.video.min_duration',
    'x.video.min_duration',
    'linkedin.video.duration',
  ),
  video('2.9 s', { durationMs: 2_900 }, 'instagram.video.min_duration', 'linkedin.video.duration'),
  video('3 s', { durationMs: 3_000 }),
  video('5 minutes', { durationMs: 5 * MINUTE }),
  video('5 minutes and 1 s', { durationMs: 5 * MINUTE + 1_000 }, 'threads.video.max_duration'),
  video('15 minutes', { durationMs: 15 * MINUTE }, 'threads.video.max_duration'),
  video(
    '15 minutes and 1 s',
    { durationMs: 15 * MINUTE + 1_000 },
    'instagram.video.max_duration',
    'threads.video.max_duration',
  ),
  video('30 minutes', { durationMs: 30 * MINUTE }, 'instagram.video.max_duration', 'threads.video.max_duration'),
  video(
    '30 minutes and 1 s',
    { durationMs: 30 * MINUTE + 1_000 },
    ...['instagram.video.max_duration', 'threads.video.max_duration', 'linkedin.video.duration'],
  ),

  // Frame rate
  video('23.976 frames', { framesPerSecond: 23.976 }),
  video('15 frames', { framesPerSecond: 15 }, ...onMeta('video.frame_rate')),
  video('59.94 frames', { framesPerSecond: 59.94 }),
  video('60 frames', { framesPerSecond: 60 }),
  video('120 frames', { framesPerSecond: 120 }, ...onMeta('video.frame_rate'), 'x.video.frame_rate'),

  // Size and shape
  video('1920 x 1200', { width: 1_920, height: 1_200 }),
  video('1920 x 1202', { width: 1_920, height: 1_202 }, 'x.video.short_side'),
  video('1920 x 1080', { width: 1_920, height: 1_080 }),
  video('1922 x 1080', { width: 1_922, height: 1_080 }, ...onMeta('video.max_width'), 'x.video.long_side'),
  video('1080 x 1920 by its rotation', { width: 1_920, height: 1_080, rotation: 90 }),
  video('1080 x 2400 by its rotation', { width: 2_400, height: 1_080, rotation: 270 }, 'x.video.long_side'),
  video('upside down', { rotation: 180 }),
  video('32 x 32', { width: 32, height: 32 }),
  video('30 x 30', { width: 30, height: 30 }, 'x.video.short_side'),
  video('3:1', { width: 960, height: 320 }),
  video('wider than 3:1', { width: 962, height: 320 }, 'x.video.aspect_ratio'),
  video('higher than 1:3', { width: 320, height: 962 }, 'x.video.aspect_ratio'),
  video('video of 10:1', { width: 1_000, height: 100 }, 'x.video.aspect_ratio'),
  video(
    'video wider than 10:1',
    { width: 1_010, height: 100 },
    ...onMeta('video.aspect_ratio'),
    'x.video.aspect_ratio',
  ),

  // Bytes
  video('75,000 bytes', { bytes: 75_000 }),
  video('74,999 bytes', { bytes: 74_999 }, 'linkedin.video.bytes'),
  video('25 Mbit/s', { bytes: 12_500_000 }),
  video('27 Mbit/s', { bytes: 13_500_000 }, 'instagram.video.max_bit_rate'),
  video('100 Mbit/s', { bytes: 50_000_000 }, 'instagram.video.max_bit_rate'),
  video('102 Mbit/s', { bytes: 51_000_000 }, ...onMeta('video.max_bit_rate')),
  video('300 MB', { durationMs: 5 * MINUTE, bytes: 300 * MIB }),
  video('one byte above 300 MB', { durationMs: 5 * MINUTE, bytes: 300 * MIB + 1 }, 'instagram.video.max_bytes'),
  video('500 MB', { durationMs: 5 * MINUTE, bytes: 500 * MIB }, 'instagram.video.max_bytes'),
  video(
    'one byte above 500 MB',
    { durationMs: 5 * MINUTE, bytes: 500 * MIB + 1 },
    'instagram.video.max_bytes',
    'linkedin.video.bytes',
  ),
  video('512 MB', { durationMs: 5 * MINUTE, bytes: 512 * MIB }, 'instagram.video.max_bytes', 'linkedin.video.bytes'),
  video(
    'one byte above 512 MB',
    { durationMs: 5 * MINUTE, bytes: 512 * MIB + 1 },
    ...['instagram.video.max_bytes', 'x.video.max_bytes', 'linkedin.video.bytes'],
  ),
  video(
    '1 GB',
    { durationMs: 5 * MINUTE, bytes: 1_024 * MIB },
    ...['instagram.video.max_bytes', 'instagram.video.max_bit_rate', 'x.video.max_bytes', 'linkedin.video.bytes'],
  ),
  video(
    'one byte above 1 GB',
    { durationMs: 5 * MINUTE, bytes: 1_024 * MIB + 1 },
    ...[
      'instagram.video.max_bytes',
      'instagram.video.max_bit_rate',
      'threads.video.max_bytes',
      'x.video.max_bytes',
      'linkedin.video.bytes',
    ],
  ),
];
