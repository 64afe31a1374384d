import type { MediaFacts } from '@fanfare/media-file';
import { describe, expect, test } from 'vitest';
import type { ContentRules } from '../src/content-rules.ts';
import {
  checkFiles,
  type Draft,
  imageRange,
  noDocuments,
  oneOfTypes,
  problemsOf,
  soundFile,
  videoRange,
} from '../src/index.ts';

const image: MediaFacts = {
  ...{ type: 'image', contentType: 'image/png', bytes: 900, isCut: false },
  ...{ width: 10, height: 20, orientation: 1, frames: 1 },
};
const video: MediaFacts = {
  ...{ type: 'video', contentType: 'video/mp4', bytes: 900, isCut: false, width: 10, height: 20, rotation: 0 },
  ...{ durationMs: 2_500, framesPerSecond: null, videoCodec: 'avc1.64001f', audioCodec: null, audioHz: null },
  ...{ bitsPerSecond: 2_880, indexFirst: true, hasEdits: false },
};
const pdf: MediaFacts = { type: 'document', contentType: 'application/pdf', bytes: 900, isCut: true };

const rules = {
  platform: 'threads',
  rules: [noDocuments('threads')],
  files: [
    ...soundFile('threads'),
    oneOfTypes({ name: 'threads.image.type', summary: 'JPEG.', of: 'image', types: ['image/jpeg'] }),
    imageRange({
      ...{
        name: 'threads.image.bytes',
        summary: 'Small.',
        what: 'size of the image',
        unit: 'bytes',
        fix: 'Shrink it.',
      },
      measure: ({ bytes }) => bytes,
      most: 800,
    }),
    videoRange({
      ...{ name: 'threads.video.duration', summary: 'Long.', what: 'duration', unit: 'ms', fix: 'Use a longer one.' },
      measure: ({ durationMs }) => durationMs,
      least: 3_000,
    }),
    videoRange({
      ...{ name: 'threads.video.rate', summary: 'Smooth.', what: 'frame rate', unit: 'perSecond', fix: 'Encode it.' },
      measure: ({ framesPerSecond }) => framesPerSecond,
      least: 23,
    }),
  ],
  warnings: ({ media }: Draft) =>
    media.flatMap(({ type, coverUrl }, n) =>
      type === 'image' && coverUrl ? [{ path: `mediaItems[${n}].coverUrl`, message: 'No effect.' }] : [],
    ),
} as unknown as ContentRules;

const files: Readonly<Record<string, MediaFacts>> = { 'h:/a.png': image, 'h:/b.mp4': video, 'h:/c.pdf': pdf };
const check = (media: Draft['media']) =>
  checkFiles(
    { content: '', media, firstComment: null, aiGenerated: false, spaceSlug: null },
    rules,
    (url) => files[url] ?? null,
  );

const wrongType = {
  rule: 'threads.image.type',
  message: 'The file is PNG; allowed: JPEG. Convert it, or use another file.',
};
const tooLarge = {
  rule: 'threads.image.bytes',
  message: 'The size of the image is 900 bytes; allowed: at most 800 bytes. Shrink it.',
  ...{ limit: 800, actual: 900 },
};
const tooShort = {
  rule: 'threads.video.duration',
  message: 'The duration is 2.5 s; allowed: at least 3 s. Use a longer one.',
  ...{ limit: 3_000, actual: 2_500 },
};

describe('the files of a draft', () => {
  test('are judged one by one, with their covers; unknown ones are not', () => {
    const violations = check([
      { type: 'image', url: 'h:/unknown.jpg' },
      { type: 'image', url: 'h:/a.png' },
      { type: 'video', url: 'h:/b.mp4', coverUrl: 'h:/a.png' },
    ]);
    expect(violations).toEqual([
      { path: 'mediaItems[1]', ...wrongType },
      { path: 'mediaItems[1]', ...tooLarge },
      { path: 'mediaItems[2]', ...tooShort },
      { path: 'mediaItems[2].coverUrl', ...wrongType },
      { path: 'mediaItems[2].coverUrl', ...tooLarge },
    ]);
  });

  test('that are not what the draft calls them break that rule, and no rule of the other kind', () => {
    const notThat = (found: string, wanted: string) => ({
      rule: 'threads.file.type',
      message: `The file is ${found}, not ${wanted}. Use another file, or correct the type of the item.`,
    });
    const violations = check([
      { type: 'video', url: 'h:/a.png' },
      { type: 'image', url: 'h:/b.mp4' },
      { type: 'image', url: 'h:/c.pdf' },
      { type: 'video', url: 'h:/unknown.mp4', coverUrl: 'h:/b.mp4' },
      { type: 'document', url: 'h:/a.png' },
    ]);
    expect(violations).toEqual([
      { path: 'mediaItems[0]', ...notThat('an image (PNG)', 'a video') },
      { path: 'mediaItems[1]', ...notThat('a video (MP4)', 'an image') },
      { path: 'mediaItems[2]', ...notThat('a document (PDF)', 'an image') },
      {
        ...{ path: 'mediaItems[2]', rule: 'threads.file.whole' },
        message: 'The file is cut off or damaged. Upload it again from the original.',
      },
      { path: 'mediaItems[3].coverUrl', ...notThat('a video (MP4)', 'an image') },
      { path: 'mediaItems[4]', ...notThat('an image (PNG)', 'a document') },
    ]);
  });

  test('are not judged as covers that have no effect', () => {
    expect(check([{ type: 'image', url: 'h:/unknown.jpg', coverUrl: 'h:/c.pdf' }])).toEqual([]);
  });
});

test('the problems of a file name each platform; one without rules has none', () => {
  const hub = { ...rules, platform: 'hub', files: undefined } as unknown as ContentRules;
  expect(problemsOf(video, [rules, hub, { ...rules, platform: 'x' }])).toEqual([
    { platform: 'threads', ...tooShort },
    { platform: 'x', ...tooShort },
  ]);
});

test('a document is a problem where a platform shows none', () => {
  const linkedin: ContentRules = { ...rules, platform: 'linkedin', rules: [] };
  expect(problemsOf({ ...pdf, isCut: false }, [rules, linkedin])).toEqual([
    {
      platform: 'threads',
      rule: 'threads.media.no_document',
      message: 'A post on threads holds no documents: leave the document out for this target.',
    },
  ]);
});
