import type { MediaType, Platform } from '@fanfare/contract';
import type { DocumentFacts, ImageFacts, MediaFacts, VideoFacts } from '@fanfare/media-file';
import type { ContentRule, Violation } from './content-rules.ts';
import type { Draft } from './draft.ts';

/** Use of a file by a draft: as an item of the post, or as the cover of a video. */
export type FileUse = { readonly as: MediaType | 'cover'; readonly draft: Draft };

/** A problem of a file, and the numbers that show it. */
export type FileProblem = Pick<Violation, 'message' | 'limit' | 'actual'>;

type Named = Pick<ContentRule, 'name' | 'summary'>;

/**
 * One rule of one platform about files, judged by what a file is. It is checked before a post is
 * accepted, for files whose facts are known.
 *
 * @example
 * oneOfTypes({ name: 'threads.image.type', summary: 'An image is JPEG or PNG.', of: 'image', types: ['image/jpeg', 'image/png'] });
 */
export type FileRule = Named & {
  readonly check: (file: MediaFacts, use: FileUse) => FileProblem | null;
};

/** A rule about files of one kind. */
type Check<Facts> = (file: Facts, use: FileUse) => FileProblem | null;

/** A rule about images, those of covers included. */
export const imageRule = ({ check, ...named }: Named & { readonly check: Check<ImageFacts> }): FileRule => ({
  ...named,
  check: (file, use) => (file.type === 'image' && (use.as === 'image' || use.as === 'cover') ? check(file, use) : null),
});

/** A rule about videos. */
export const videoRule = ({ check, ...named }: Named & { readonly check: Check<VideoFacts> }): FileRule => ({
  ...named,
  check: (file, use) => (file.type === 'video' && use.as === 'video' ? check(file, use) : null),
});

/** A rule about documents. */
export const documentRule = ({ check, ...named }: Named & { readonly check: Check<DocumentFacts> }): FileRule => ({
  ...named,
  check: (file, use) => (file.type === 'document' && use.as === 'document' ? check(file, use) : null),
});

/** A rule that images, or videos, are of one of these types. */
export function oneOfTypes(
  rule: Named & { readonly of: 'image' | 'video'; readonly types: readonly string[] },
): FileRule {
  const { of, types, ...named } = rule;
  const message = (type: string) =>
    `The file is ${nameOfType(type)}; allowed: ${types.map(nameOfType).join(', ')}. ${HEIC.has(type) ? EXPORT_HEIC : 'Convert it, or use another file.'}`;
  const check: Check<ImageFacts | VideoFacts> = ({ contentType }) =>
    types.includes(contentType) ? null : { message: message(contentType) };
  return of === 'image' ? imageRule({ ...named, check }) : videoRule({ ...named, check });
}

/** Photographs of iPhones, which no network takes and the service does not decode. */
const HEIC: ReadonlySet<string> = new Set([
  ...['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
]);
const EXPORT_HEIC = 'Export it as JPEG; an iPhone takes JPEG when Settings, Camera, Formats says "Most Compatible".';

/** Names that people use for types. */
const NAMES: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
  'image/avif': 'AVIF',
  'image/tiff': 'TIFF',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
  'application/x-cfb': 'DOC, PPT or another file of Office before 2007',
};
/** The name that people use for a type. */
export const nameOfType = (contentType: string): string => NAMES[contentType] ?? contentType;

const WITH_ARTICLE = { image: 'an image', video: 'a video', document: 'a document' } as const;

/** The rules of every network: a file is what the draft calls it, and it is whole. */
export const soundFile = (platform: Platform): readonly FileRule[] => [
  {
    name: `${platform}.file.type`,
    summary: 'A file is what the post calls it, an image, a video or a document; a cover is an image.',
    check({ type, contentType }, { as }) {
      const wanted = as === 'cover' ? 'image' : as;
      if (type === wanted) return null;
      const name = nameOfType(contentType);
      if (contentType.startsWith(`${wanted}/`))
        return {
          message: `The file is ${name} that no network takes, or that is damaged. Convert it, or use another file.`,
        };
      const found = type === 'other' ? name : `${WITH_ARTICLE[type]} (${name})`;
      return {
        message: `The file is ${found}, not ${WITH_ARTICLE[wanted]}. Use another file, or correct the type of the item.`,
      };
    },
  },
  {
    name: `${platform}.file.whole`,
    summary: 'A file is neither cut off nor damaged.',
    check: ({ isCut }) =>
      isCut ? { message: 'The file is cut off or damaged. Upload it again from the original.' } : null,
  },
];

/** A rule that the pictures and the sound of a video have known codecs, if it has sound. */
export function oneOfCodecs(
  rule: Named & { readonly video: Readonly<Record<string, string>>; readonly audio: Readonly<Record<string, string>> },
): FileRule {
  const { video, audio, ...named } = rule;
  const names = (codecs: Readonly<Record<string, string>>) => [...new Set(Object.values(codecs))].join(' or ');
  const isKnown = (codecs: Readonly<Record<string, string>>, codec: string) =>
    Object.hasOwn(codecs, codec.split('.')[0]!);
  return videoRule({
    ...named,
    check({ videoCodec, audioCodec }) {
      if (isKnown(video, videoCodec) && (audioCodec === null || isKnown(audio, audioCodec))) return null;
      const found = audioCodec === null ? videoCodec : `${videoCodec} with ${audioCodec}`;
      return {
        message: `The codecs are ${found}; allowed: ${names(video)} with ${names(audio)}. ${encode('')}`,
      };
    },
  });
}

/** The command that writes a video again in what every network takes, with more options for it. */
export const encode = (options: string): string =>
  `Fix it: ffmpeg -i in.mp4 ${options === '' ? '' : `${options} `}-c:v libx264 -pix_fmt yuv420p -c:a aac -movflags +faststart out.mp4`;

/** A rule that the index of a video stands before its content. */
export const indexFirst = (name: FileRule['name']): FileRule =>
  videoRule({
    name,
    summary: 'The index of a video (moov) stands before its content.',
    check: (file) =>
      file.indexFirst
        ? null
        : {
            message:
              'The index of the video (moov) stands behind its content. Fix it: ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4',
          },
  });

/** Sample entries of codecs that networks take (mp4ra.org, registered codecs, checked 2026-11). */
export const H264 = { avc1: 'H.264', avc3: 'H.264' } as const;
export const HEVC = { hvc1: 'HEVC', hev1: 'HEVC' } as const;
export const AAC = { mp4a: 'AAC' } as const;
