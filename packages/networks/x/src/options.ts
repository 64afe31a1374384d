import { pollOptions, requestObject, TARGET_OPTIONS } from '@fanfare/contract';
import type { OptionSchemas } from '@fanfare/rules';
import { z } from 'zod';
import { languageCode } from './language-code.ts';

/** Minutes of a poll that says nothing else: a day, as in X's own app. */
export const POLL_MINUTES = 1440;

/** X API, OpenAPI description 2.167, `poll` of `POST /2/tweets` (checked 2026-11). */
const PollSchema = requestObject({
  options: pollOptions(25),
  durationMinutes: z
    .number()
    .int()
    .min(5)
    .max(10_080)
    .optional()
    .describe('How long votes are taken, 5 to 10,080 minutes; 1,440 by default.'),
});

const CaptionsSchema = TARGET_OPTIONS.captions.refine(
  (files) => new Set(files.map(({ language }) => languageCode(language))).size === files.length,
  'Must name each language once: X knows no countries, so that en and en-GB are the same.',
);

/** Options of X, with its limits. */
export const xOptions = {
  poll: PollSchema.describe('A poll below the text. It excludes media.'),
  replyControl: z
    .enum(['everyone', 'following', 'mentioned', 'subscribers', 'verified'])
    .describe(
      'Who may reply: `everyone` (default), accounts that the author is `following`, those `mentioned` in the text, `subscribers` of the author, or `verified` accounts.',
    ),
  captions: CaptionsSchema.describe(
    'Subtitles of the video: 1 to 20 files of SRT or WebVTT, each of another language. No effect without a video.',
  ),
  x: TARGET_OPTIONS.x,
  thread: TARGET_OPTIONS.thread,
} as const satisfies OptionSchemas;
