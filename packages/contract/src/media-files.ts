import { z } from 'zod';
import { named } from './documented.ts';
import { idInPath, idInResponse } from './ids.ts';
import { LIMITS } from './limits.ts';
import { PlatformSchema } from './platform.ts';
import { queryInteger } from './query.ts';
import { requestObject } from './request-object.ts';
import { text } from './text.ts';
import { utcTimestamp } from './timestamp.ts';
import { urlText } from './url.ts';

export const MEDIA_FILE_STATUSES = ['awaiting_upload', 'ready', 'refused'] as const;
export type MediaFileStatus = (typeof MEDIA_FILE_STATUSES)[number];
export const MediaFileStatusSchema = named(
  'MediaFileStatus',
  'State of a hosted file: `awaiting_upload` until its bytes are here and checked, then `ready`, or `refused` when they are not what was announced, or neither image, video nor document.',
  z.enum(MEDIA_FILE_STATUSES),
);

/** Facts of a file, by its bytes. */
export const MediaFileFactsSchema = named(
  'MediaFileFacts',
  'What a file is, read from its bytes. Values that a file of its type does not have are null.',
  z.object({
    type: z
      .enum(['image', 'video', 'document', 'other'])
      .describe('What it is; `document` for PDF and Office files, `other` when it is none of the three.'),
    width: z.number().int().nullable().describe('Width in pixels as people see it, after its rotation.'),
    height: z.number().int().nullable().describe('Height in pixels as people see it, after its rotation.'),
    orientation: z.number().int().nullable().describe('EXIF orientation of an image, 1 to 8; 1 is upright.'),
    frames: z.number().int().nullable().describe('Frames of an image; more than 1 for an animation.'),
    pages: z
      .number()
      .int()
      .nullable()
      .describe('Pages of a PDF, or slides of a PPTX; null where they cannot be counted.'),
    durationMs: z.number().int().nullable().describe('Duration of a video in milliseconds.'),
    framesPerSecond: z.number().nullable().describe('Frame rate of a video.'),
    videoCodec: z.string().nullable().describe('Codec of a video as in RFC 6381, such as `avc1.64001f`.'),
    audioCodec: z.string().nullable().describe('Codec of its sound, such as `mp4a.40.2`; null without sound.'),
  }),
);
export type MediaFileFacts = z.infer<typeof MediaFileFactsSchema>;

/** A rule of a platform that a file breaks. */
export const MediaProblemSchema = named(
  'MediaProblem',
  'A rule of a platform that the file breaks. A post with the file is refused on that platform, unless `fixedBy` says that the file is fixed.',
  z.object({
    platform: PlatformSchema.describe('Platform whose rule is broken.'),
    rule: z.string().describe('Stable name of the rule, such as `instagram.image.type`.'),
    message: z.string().describe('What is wrong and how to fix it, in one sentence.'),
    limit: z.number().optional().describe('The number the rule allows, in the unit of the rule.'),
    actual: z.number().optional().describe('The number the file has, in the same unit.'),
    fixedBy: z
      .enum(['conversion'])
      .optional()
      .describe(
        '`conversion`: posts send a converted file instead, unless they say `convert: false`. Absent where nothing fixes it.',
      ),
  }),
);
export type MediaProblem = z.infer<typeof MediaProblemSchema>;

/** Fields of a file that events have as well: no addresses, which are secrets. */
export const MEDIA_FILE_FIELDS = {
  id: idInResponse('media').describe('Id of the file.'),
  status: MediaFileStatusSchema.describe('State of the file.'),
  filename: z.string().describe('Name of the file; the last part of its address.'),
  contentType: z.string().describe('Type as announced, and by its bytes once they are checked.'),
  bytes: z.number().int().describe('Size in bytes.'),
  facts: MediaFileFactsSchema.nullable().describe('What the file is; null until its bytes are checked.'),
  problems: z.array(MediaProblemSchema).describe('Rules of platforms that the file breaks; empty when it fits all.'),
  error: z.string().nullable().describe('Why the file is `refused`; null otherwise.'),
  createdAt: utcTimestamp().describe('When it was announced.'),
} as const;

const mediaFile = named(
  'MediaFile',
  'A file that the service hosts. Use its `url` in `mediaItems`.',
  z.object({
    ...MEDIA_FILE_FIELDS,
    sha256: z.string().nullable().describe('SHA-256 of the bytes in hexadecimal; null until they are checked.'),
    url: z.string().describe('Public address of the file: for `mediaItems[].url` and `coverUrl`.'),
    uploadUrl: z
      .string()
      .nullable()
      .describe('Where the bytes go by `PUT`, without an API key; null unless the file is awaited.'),
    uploadHeaders: z
      .record(z.string())
      .nullable()
      .describe('Headers of the `PUT`, each as it is; null unless the file is awaited.'),
    uploadExpiresAt: utcTimestamp().nullable().describe('Until when bytes may come; null unless the file is awaited.'),
    expiresAt: utcTimestamp()
      .nullable()
      .describe(
        'When it is deleted: 48 hours after its creation, or 30 days after the last post that uses it has settled; null while a waiting post or a draft uses it.',
      ),
  }),
);
export type MediaFile = z.infer<typeof mediaFile>;
export interface MediaFileSchema extends z.ZodType<MediaFile> {}
export const MediaFileSchema: MediaFileSchema = mediaFile;

/** A file as events have it. */
const eventMedia = z.object(MEDIA_FILE_FIELDS);
export type EventMedia = z.infer<typeof eventMedia>;

const filename = () =>
  text({ min: 1, max: LIMITS.mediaFilenameChars.value }).describe(
    'Name of the file, 1 to 255 characters. What an address cannot hold is replaced.',
  );

export const CreateMediaBodySchema = named(
  'CreateMediaRequest',
  'A file that shall be uploaded.',
  requestObject({
    filename: filename(),
    contentType: text({ min: 1, max: 100 }).describe('Type of the file, such as `image/jpeg`.'),
    bytes: z
      .number()
      .int()
      .min(1)
      .max(LIMITS.mediaFileBytes.value)
      .describe('Size in bytes, at most 1 GiB. An upload of another size is refused.'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits in lower case.')
      .optional()
      .describe('SHA-256 of the bytes in hexadecimal. An upload with another one is refused.'),
  }),
);
export type CreateMediaBody = z.infer<typeof CreateMediaBodySchema>;

export const MediaFromUrlBodySchema = named(
  'MediaFromUrlRequest',
  'A public file that the service copies.',
  requestObject({
    url: urlText().describe('Public address of the file: absolute http or https, without user info.'),
    filename: filename().optional().describe('Name of the copy; by default the last part of the address.'),
  }),
);
export type MediaFromUrlBody = z.infer<typeof MediaFromUrlBodySchema>;

export const PutMediaQuerySchema = requestObject({
  filename: filename().optional().describe('Name of the file; by default made from its type, such as `file.png`.'),
});

export const MediaPathSchema = z.object({ id: idInPath('media').describe('Id of the file.') });

export const ListMediaQuerySchema = requestObject({
  status: MediaFileStatusSchema.optional().describe('Only files in this state.'),
  limit: queryInteger({ min: 1, max: LIMITS.listMax.value }).describe('Files per page, 1 to 100; 25 by default.'),
  cursor: text({ min: 1, max: LIMITS.cursorChars.value }).optional().describe('`nextCursor` of the previous page.'),
}).transform((query) => ({ ...query, limit: query.limit ?? LIMITS.listDefault.value }));
export type ListMediaQuery = z.infer<typeof ListMediaQuerySchema>;

export const MediaFileResponseSchema = named(
  'MediaFileAnswer',
  'One hosted file.',
  z.object({ media: MediaFileSchema.describe('The file.') }),
);
export type MediaFileResponse = z.infer<typeof MediaFileResponseSchema>;

export const ListMediaResponseSchema = named(
  'MediaFileList',
  'One page of hosted files, newest first.',
  z.object({
    media: z.array(MediaFileSchema).describe('Files that match, newest first.'),
    hasMore: z.boolean().describe('Whether there is a further page.'),
    nextCursor: z.string().nullable().describe('`cursor` of the next page; null on the last.'),
  }),
);
export type ListMediaResponse = z.infer<typeof ListMediaResponseSchema>;

export const DeleteMediaResponseSchema = named(
  'MediaFileDeleted',
  'The file is gone.',
  z.object({ deleted: z.literal(true).describe('Always true.') }),
);
export type DeleteMediaResponse = z.infer<typeof DeleteMediaResponseSchema>;
