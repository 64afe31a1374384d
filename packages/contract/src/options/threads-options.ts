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

export const THREADS_TEXT_STYLES = ['bold', 'italic', 'highlight', 'underline', 'strikethrough'] as const;

const MOST_SPOILERS = 10;
const MOST_STYLED = 100;

/** A long text behind a post. */
export const ThreadsTextAttachmentSchema = named(
  'ThreadsTextAttachment',
  'A long text that readers open below the post.',
  requestObject({
    content: text({ min: 1, max: 10_000 }).describe('The text, 1 to 10,000 characters.'),
    link: urlText().optional().describe('Address of a page on a card below it.'),
    styled: z
      .array(
        named(
          'ThreadsStyledPart',
          'A part of an attached text that is shown in another style.',
          requestObject({
            part: text({ min: 1, max: 10_000 }).describe(
              'An exact part of the text. It is styled wherever it occurs; a longer part names one place.',
            ),
            styles: z.array(z.enum(THREADS_TEXT_STYLES)).min(1).max(5).describe('Styles of the part, 1 to 5.'),
          }),
        ),
      )
      .min(1)
      .max(MOST_STYLED)
      .optional()
      .describe('At most 100 parts in another style. No two overlap.'),
  }),
);

/** ISO 3166-1 alpha-2. */
const country = z.string().regex(/^[A-Z]{2}$/, 'Must be a code of two capital letters, such as `DE`.');

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
    textAttachment: ThreadsTextAttachmentSchema.optional().describe(
      'A long text that readers open below a post without media. The post itself still needs its own text.',
    ),
    spoilers: z
      .array(text({ min: 1, max: 500 }))
      .min(1)
      .max(MOST_SPOILERS)
      .optional()
      .describe(
        'Exact parts of the text, at most 10, which are hidden until the reader taps them, wherever they occur.',
      ),
    allowedCountries: z
      .array(country)
      .min(1)
      .max(249)
      .optional()
      .describe(
        'Codes (ISO 3166-1 alpha-2) of the only countries in which the post is shown. Threads offers this to some accounts only; a post of another account fails and is not published.',
      ),
    replyApprovals: z
      .boolean()
      .optional()
      .describe('Whether replies are hidden until the author approves them in Threads.'),
  }),
);
export type ThreadsTextAttachment = z.infer<typeof ThreadsTextAttachmentSchema>;
export type ThreadsOptions = z.infer<typeof ThreadsOptionsSchema>;
