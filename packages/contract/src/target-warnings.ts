import { z } from 'zod';
import { named } from './documented.ts';

/** The facts about one target warning code. */
export type TargetWarningFacts = {
  /** One sentence: what the post went without, or with instead. */
  readonly meaning: string;
  /** One sentence: what the caller can do about it. */
  readonly remedy: string;
};

/** Codes in a target's `warnings`, a closed list. A warning never changes the status. */
export const TARGET_WARNINGS = {
  alt_text_refused: {
    meaning: 'The network did not take the alternative text of a media item; the post goes out without it.',
    remedy: 'Add the alternative text on the network, or change it and publish again.',
  },
  captions_refused: {
    meaning: 'The network did not take a file with subtitles; the post goes out without it.',
    remedy: 'Check the file in a player, and publish again.',
  },
  link_card_missing: {
    meaning:
      'No card could be made for the link in the text, or the network refused it; the post goes out with the bare link.',
    remedy: 'Check that the page opens without sign-in and has a title, or attach an image.',
  },
  media_copy_sent: {
    meaning:
      'The network could not fetch a media item from its address, so a copy that the service hosts was sent; the post is complete.',
    remedy: 'Nothing. To publish faster, upload the file and use its `url`.',
  },
} as const satisfies Record<string, TargetWarningFacts>;

export type TargetWarningCode = keyof typeof TARGET_WARNINGS;

const codes = Object.keys(TARGET_WARNINGS) as [TargetWarningCode, ...TargetWarningCode[]];
export const TARGET_WARNING_CODES: readonly [TargetWarningCode, ...TargetWarningCode[]] = codes;

export const TargetWarningCodeSchema = named(
  'TargetWarningCode',
  'What is missing from a post, or was sent another way. Be ready for new codes.',
  z.enum(codes),
);

/** A part that the network did not take as it was, while the post itself is published. */
const targetWarning = named(
  'TargetWarning',
  'Something that was requested, or is usual on the network, and that is missing from the post or was sent another way.',
  z.object({
    code: TargetWarningCodeSchema.describe('What is missing from the post, or was sent another way.'),
    message: z.string().describe('The same in words, at most 500 characters. It may change; branch on `code`.'),
  }),
);
export type TargetWarning = z.infer<typeof targetWarning>;
export interface TargetWarningSchema extends z.ZodType<TargetWarning> {}
export const TargetWarningSchema: TargetWarningSchema = targetWarning;
