import { z } from 'zod';
import { named } from './documented.ts';
import { LIMITS } from './limits.ts';
import { requestObject } from './request-object.ts';
import { text } from './text.ts';
import { urlText } from './url.ts';

export const MEDIA_TYPES = ['image', 'video', 'document'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];
export const MediaTypeSchema = named('MediaType', 'What a media file is.', z.enum(MEDIA_TYPES));

/** A media item of a request. */
export const MediaItemSchema = named(
  'MediaItem',
  'An image, video or document of a request, fetched from its public URL.',
  requestObject({
    type: MediaTypeSchema.describe('What the file is.'),
    url: urlText().describe(
      'Public URL of the file: absolute http or https, without user info, at most 2,048 characters.',
    ),
    coverUrl: urlText()
      .optional()
      .describe(
        'Public image to use as the cover of a video, on `instagram` posts with a single video and on `linkedin`. For `instagram`: a JPEG of at most 8 MB, sRGB, 9:16.',
      ),
    thumbOffsetMs: z
      .number()
      .int()
      .min(0)
      .max(LIMITS.thumbOffsetMs.value)
      .optional()
      .describe(
        'Position of the frame to use as cover, in milliseconds; `instagram` only. `linkedin` refuses it; use `coverUrl`.',
      ),
    altText: text({ max: LIMITS.altTextChars.value })
      .optional()
      .describe('Screen-reader description of an image, at most 1,000 characters.'),
    title: text({ min: 1, max: LIMITS.documentTitleChars.value })
      .optional()
      .describe(
        'Title of a document, 1 to 400 characters; the name of its file by default. It has no effect on images and videos.',
      ),
  }),
);
export type MediaItem = z.infer<typeof MediaItemSchema>;

/** A media item as a post shows it. */
export const PostMediaSchema = named(
  'PostMedia',
  'An image, video or document of a recorded post.',
  z.object({
    type: MediaTypeSchema.describe('What the file is.'),
    url: z.string().describe('Public URL of the file in the request.'),
  }),
);
export type PostMedia = z.infer<typeof PostMediaSchema>;

/** A media item as a target shows it. */
export const RequestedMediaSchema = named(
  'RequestedMedia',
  'An image, video or document as it was requested; a field that was not given is absent.',
  z.object({
    type: MediaTypeSchema.describe('What the file is.'),
    url: z.string().describe('Public URL of the file in the request.'),
    coverUrl: z.string().optional().describe('Public URL of the requested cover.'),
    thumbOffsetMs: z
      .number()
      .int()
      .optional()
      .describe('Position of the requested cover frame in the video, in milliseconds.'),
    altText: z.string().optional().describe('Screen-reader description in the request.'),
    title: z.string().optional().describe('Requested title of a document.'),
  }),
);
export type RequestedMedia = z.infer<typeof RequestedMediaSchema>;
