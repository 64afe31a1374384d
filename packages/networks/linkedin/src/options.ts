import { pollOptions, requestObject, TARGET_OPTIONS, text, urlText } from '@fanfare/contract';
import type { OptionSchemas } from '@fanfare/rules';
import { z } from 'zod';

/** LinkedIn, Polls API, checked 2026-11: how long votes are taken, by minutes. */
export const POLL_DURATIONS: ReadonlyMap<number, string> = new Map([
  [1_440, 'ONE_DAY'],
  [4_320, 'THREE_DAYS'],
  [10_080, 'SEVEN_DAYS'],
  [20_160, 'FOURTEEN_DAYS'],
]);

/** Minutes of a poll that says nothing else. */
export const POLL_MINUTES = 1_440;

const PollSchema = requestObject({
  question: text({ min: 1, max: 140 }).describe('What is asked, 1 to 140 characters.'),
  options: pollOptions(30),
  durationMinutes: z
    .number()
    .int()
    .refine((minutes) => POLL_DURATIONS.has(minutes), 'Must be one of `1440`, `4320`, `10080`, `20160`.')
    .optional()
    .describe(
      'How long votes are taken: 1,440, 4,320, 10,080 or 20,160 minutes (1, 3, 7 or 14 days); 1,440 by default.',
    ),
});

/** One file: LinkedIn, Videos API, checked 2026-11. It names the language itself. */
const CaptionsSchema = z
  .array(requestObject({ url: urlText(), language: text({ min: 2, max: 5 }) }))
  .min(1)
  .max(1, 'Must have one file: LinkedIn takes the subtitles of a video in one language.');

/** Options of LinkedIn, with its limits. */
export const linkedinOptions = {
  link: TARGET_OPTIONS.link,
  captions: CaptionsSchema.describe(
    'Subtitles of the video, one file of SRT in UTF-8, at most 1 MiB. No effect without a video.',
  ),
  linkedin: TARGET_OPTIONS.linkedin,
  quotePostId: z
    .string()
    .regex(/^urn:li:(?:share|ugcPost):\d{1,25}$/, 'Must be `urn:li:share:…` or `urn:li:ugcPost:…`: no address.')
    .describe(
      'The URN of a post, own or of others, that this text reshares: `urn:li:share:…` or `urn:li:ugcPost:…`. It excludes media and a poll, and the post has no link card.',
    ),
  firstComments: TARGET_OPTIONS.firstComments,
  poll: PollSchema.describe('A poll below the text. It excludes media, and the post has no link card.'),
} as const satisfies OptionSchemas;
