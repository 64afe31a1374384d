import { z } from 'zod';
import { named } from '../documented.ts';
import { requestObject } from '../request-object.ts';
import { text } from '../text.ts';

/**
 * The choices of a poll: 2 to 4, each of 1 to `maxChars` characters (code points).
 *
 * @example
 * const XPollSchema = requestObject({ options: pollOptions(25) });
 */
export const pollOptions = (maxChars: number) =>
  z
    .array(text({ min: 1, max: maxChars }))
    .min(2)
    .max(4)
    .describe(`The choices, 2 to 4, each of 1 to ${maxChars} characters.`);

/** A poll with all that any platform takes; each has its own, tighter limits. */
export const PollSchema = named(
  'Poll',
  'A poll in the place of media.',
  requestObject({
    options: pollOptions(30).describe('The choices, 2 to 4, each of 1 to 30 characters; 1 to 25 on `threads` and `x`.'),
    question: text({ min: 1, max: 140 })
      .optional()
      .describe(
        'What is asked, 1 to 140 characters, where a poll has a text of its own: `linkedin` needs it. On `threads` and `x` the text of the post asks.',
      ),
    durationMinutes: z
      .number()
      .int()
      .min(5)
      .max(20_160)
      .optional()
      .describe(
        'How long votes are taken, in minutes: 5 to 10,080 (7 days) on `x`; 1,440, 4,320, 10,080 or 20,160 on `linkedin`; 1,440 is the default. No effect on `threads`, where every poll lasts as long as Threads decides.',
      ),
  }),
);
export type Poll = z.infer<typeof PollSchema>;
