import type { ImageFacts, VideoFacts } from '@fanfare/media-file';
import { describe, expect, test } from 'vitest';
import type { ContentRules } from '../src/content-rules.ts';
import {
  type Conversion,
  type Draft,
  hostedConversion,
  type ImageForm,
  INDEX_FIRST,
  imageRange,
  indexFirst,
  judgeFiles,
  oneOfTypes,
  problemsOf,
  videoRange,
} from '../src/index.ts';

const form: ImageForm = {
  ...{ type: 'image/jpeg', maxBytes: 800, maxWidth: 1_440, maxHeight: 14_400, takesAnimations: false },
};
const rules = {
  platform: 'instagram',
  rules: [],
  image: form,
  files: [
    oneOfTypes({ name: 'instagram.image.type', summary: 'JPEG.', of: 'image', types: ['image/jpeg'] }),
    imageRange({
      ...{ name: 'instagram.image.bytes', summary: 'Small.', what: 'size', unit: 'bytes', fix: 'Shrink it.' },
      measure: ({ bytes }) => bytes,
      most: 800,
    }),
    imageRange({
      ...{ name: 'instagram.image.ratio', summary: 'Wide.', what: 'shape', unit: 'ratio', fix: 'Crop it.' },
      measure: ({ width, height }, { as }) => (as === 'cover' ? null : width / height),
      least: 0.5,
    }),
  ],
  warnings: () => [],
} as unknown as ContentRules;

const limited = videoRange({
  ...{ name: 'instagram.video.bytes', summary: 'Small.', what: 'size', unit: 'bytes', fix: 'Shrink it.' },
  measure: ({ bytes }) => bytes,
  most: 1_000,
});

const png: ImageFacts = {
  ...{ type: 'image', contentType: 'image/png', bytes: 900, isCut: false },
  ...{ width: 2_880, height: 2_000, orientation: 1, frames: 1 },
};
const ON = hostedConversion((url) => url.startsWith('h:'));
const judge = (file: ImageFacts, conversion: Conversion | undefined = ON, media?: Draft['media']) =>
  judgeFiles(
    {
      ...{ content: '', firstComment: null, aiGenerated: false, spaceSlug: null },
      media: media ?? [{ type: 'image', url: 'h:a' }],
    },
    rules,
    () => file,
    conversion,
  );
const warned = (file: Partial<ImageFacts>) => judge({ ...png, ...file }).warnings.map(({ message }) => message);
const broken = (file: Partial<ImageFacts>, conversion?: Conversion) =>
  judge({ ...png, ...file }, conversion).violations.map(({ rule, message }) => `${rule}: ${message}`);

const SENT = 'mediaItems[0]: PNG sent to instagram as JPEG, 1,440 px';
const NO_PNG = 'instagram.image.type: The file is PNG; allowed: JPEG. Convert it, or use another file.';

describe('a file that breaks rules of a platform', () => {
  test('is converted where the converted one breaks none, with a warning that says what is lost', () => {
    expect(judge(png)).toEqual({
      violations: [],
      warnings: [{ path: 'mediaItems[0]', message: SENT }],
      conversions: [{ url: 'h:a', path: 'mediaItems[0]', form }],
    });
    expect(warned({ width: 600, height: 500 })).toEqual(['mediaItems[0]: PNG sent to instagram as JPEG, 600 px']);
    expect(warned({ contentType: 'image/jpeg', orientation: 6 })).toEqual([
      'mediaItems[0]: JPEG sent to instagram as a smaller JPEG, 1,440 px; turned as its EXIF data says',
    ]);
    expect(warned({ contentType: 'image/gif', frames: 12, isTransparent: true })).toEqual([
      'mediaItems[0]: GIF sent to instagram as JPEG, 1,440 px; its first frame only; transparent parts are white',
    ]);
  });

  test('is converted as a cover as well', () => {
    const reel: Draft['media'] = [{ type: 'video', url: 'h:unknown', coverUrl: 'h:a' }];
    const { violations, warnings } = judge({ ...png, width: 100 }, ON, reel);
    // The cover only: as a video, the image breaks no rule of this list.
    expect({ violations, warnings }).toEqual({
      violations: [],
      warnings: [
        {
          path: 'mediaItems[0].coverUrl',
          message: 'mediaItems[0].coverUrl: PNG sent to instagram as JPEG, 100 px',
        },
      ],
    });
  });

  test('is refused by all of its rules where conversion would not help', () => {
    expect(broken({ width: 900, height: 2_000 }).map((line) => line.split(':')[0])).toEqual([
      ...['instagram.image.type', 'instagram.image.bytes', 'instagram.image.ratio'],
    ]);
    expect(broken({ bytes: 1, contentType: 'image/bmp' })).toEqual([
      'instagram.image.type: The file is image/bmp; allowed: JPEG. Convert it, or use another file.',
    ]);
    expect(broken({ bytes: 1, contentType: 'image/heic' })).toEqual([
      'instagram.image.type: The file is HEIC; allowed: JPEG. Export it as JPEG; an iPhone takes JPEG when Settings, Camera, Formats says "Most Compatible".',
    ]);
    expect(broken({ bytes: 1, width: 30_000, height: 30_000 })).toEqual([
      `${NO_PNG} Images of more than 100 million pixels are not converted.`,
    ]);
    expect(broken({ bytes: 1, isCut: true })).toEqual([NO_PNG]);
  });

  test('is refused with the reason where conversion is off', () => {
    expect(broken({ bytes: 1 }, { offFor: () => 'It is off.' })).toEqual([`${NO_PNG} It is off.`]);
    expect(
      broken(
        { bytes: 1 },
        hostedConversion(() => false),
      ),
    ).toEqual([`${NO_PNG} Hosted files are converted: upload this one, and use its \`url\`.`]);
  });

  test('is a video that gets its index before its content, where nothing else is wrong with it', () => {
    const indexed = { ...rules, files: [indexFirst('instagram.video.index_first'), limited] };
    const late = { type: 'video', contentType: 'video/mp4', indexFirst: false, bytes: 900 } as VideoFacts;
    const judgeVideo = (file: VideoFacts, conversion = ON) => {
      const draft = { content: '', firstComment: null, aiGenerated: false, spaceSlug: null };
      const media: Draft['media'] = [{ type: 'video', url: 'h:a' }];
      return judgeFiles({ ...draft, media }, indexed as unknown as ContentRules, () => file, conversion);
    };
    expect(judgeVideo(late)).toEqual({
      violations: [],
      warnings: [
        {
          path: 'mediaItems[0]',
          message: 'mediaItems[0]: MP4 sent to instagram with its index (moov) before its content',
        },
      ],
      conversions: [{ url: 'h:a', path: 'mediaItems[0]', form: INDEX_FIRST }],
    });
    expect(judgeVideo({ ...late, bytes: 1_001 }).violations.map(({ rule }) => rule)).toEqual([
      ...['instagram.video.index_first', 'instagram.video.bytes'],
    ]);
    // What cannot be moved keeps its rule, which says how to do it.
    expect(judgeVideo(late, { ...ON, madeOf: () => null }).violations.map(({ message }) => message)).toEqual([
      'The index of the video (moov) stands behind its content. Fix it: ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4',
    ]);
  });

  test('is judged by what was made of it, once it is', () => {
    const made = (facts: ImageFacts | null) => ({ ...ON, madeOf: () => facts });
    const jpeg: ImageFacts = { ...png, contentType: 'image/jpeg', bytes: 700, width: 720, height: 500 };
    expect(judge(png, made(jpeg)).warnings[0]!.message).toBe('mediaItems[0]: PNG sent to instagram as JPEG, 720 px');
    expect(broken({}, made({ ...jpeg, bytes: 801 }))).toEqual([
      'instagram.image.bytes: The size is 801 bytes; allowed: at most 800 bytes. Shrink it.',
    ]);
    expect(broken({}, made(null)).map((line) => line.split(':')[0])).toEqual(['media.convert.failed']);
  });

  test('stays moving where the platform shows moving images', () => {
    const moving = { ...rules, image: { ...form, takesAnimations: true } };
    const problems = problemsOf({ ...png, bytes: 1, frames: 2 }, [rules, moving], ON);
    expect(problems.map(({ fixedBy }) => fixedBy)).toEqual([undefined, undefined]);
    const hosted = problemsOf({ ...png, bytes: 1, frames: 2 }, [rules, moving], { offFor: () => null });
    expect(hosted.map(({ rule, fixedBy }) => [rule, fixedBy])).toEqual([
      ['instagram.image.type', 'conversion'],
      ['instagram.image.type', undefined],
    ]);
  });
});
