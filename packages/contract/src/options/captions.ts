import { z } from 'zod';
import { named, noted } from '../documented.ts';
import { requestObject } from '../request-object.ts';
import { text } from '../text.ts';
import { urlText } from '../url.ts';

const MOST_LANGUAGES = 20;

const language = noted(
  z
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'Must be a language such as en, or a language and a country such as en-GB.'),
  { minLength: 2, maxLength: 5 },
);

/** A file with the subtitles of a video, as every platform takes it. */
export const CaptionFileSchema = named(
  'CaptionFile',
  'Subtitles of a video in one language.',
  requestObject({
    url: urlText().describe(
      'Public http(s) address of the file: SRT in UTF-8, or WebVTT on `x` only; at most 1 MiB and 2,048 characters of address.',
    ),
    language: language.describe(
      'Language of the subtitles: two letters of ISO 639-1, with or without a country of ISO 3166-1, such as `en` or `en-GB`.',
    ),
    name: text({ min: 1, max: 100 })
      .optional()
      .describe(
        'Name of the language for viewers, 1 to 100 characters; by default its own, such as Deutsch for `de`. No effect on `linkedin`.',
      ),
  }),
);

/** Subtitles of the video of a post, one file for each language. */
export const CaptionsSchema = z
  .array(CaptionFileSchema)
  .min(1)
  .max(MOST_LANGUAGES)
  .describe(
    'Subtitles of the video, on `x` and `linkedin`: 1 to 20 files, each of another language; one file on `linkedin`. No effect without a video.',
  );
export type Captions = z.infer<typeof CaptionsSchema>;
