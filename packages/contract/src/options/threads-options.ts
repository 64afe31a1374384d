import { z } from 'zod';
import { named, noted } from '../documented.ts';
import { requestObject } from '../request-object.ts';
import { text } from '../text.ts';
import { urlText } from '../url.ts';

const topicTag = noted(
  text({ min: 1, max: 50 }).refine((tag) => !/[.&]/.test(tag), 'Must contain neither . nor &.'),
  { minLength: 1, maxLength: 50 },
);

const gifId = noted(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Must be 1 to 64 letters, digits, - and _.'), {
  minLength: 1,
  maxLength: 64,
});

/** Options that only Threads has. */
export const ThreadsOptionsSchema = named(
  'ThreadsOptions',
  'Options of a target on `threads`.',
  requestObject({
    topicTag: topicTag
      .optional()
      .describe(
        'Topic of the post, 1 to 50 characters without `.` and `&`. Without it the first `#tag` of the text is the topic.',
      ),
    spoilerMedia: z
      .boolean()
      .optional()
      .describe('Whether images and videos are blurred until the reader taps them. No effect without media.'),
    ghost: z
      .boolean()
      .optional()
      .describe('Whether Threads archives the post after 24 hours. Such a post is a text and nothing else.'),
    gifId: gifId.optional().describe('Id of a GIF of GIPHY, 1 to 64 characters, in a post without media.'),
    linkAttachment: urlText()
      .optional()
      .describe(
        'Address of the page on the card, in a post without media. Without it the first link of the text is on the card.',
      ),
    replyApprovals: z
      .boolean()
      .optional()
      .describe('Whether replies are hidden until the author approves them in Threads.'),
  }),
);
export type ThreadsOptions = z.infer<typeof ThreadsOptionsSchema>;
