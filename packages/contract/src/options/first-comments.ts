import { z } from 'zod';
import { named } from '../documented.ts';
import { requestObject } from '../request-object.ts';
import { text } from '../text.ts';
import { utcTimestamp } from '../timestamp.ts';
import { FollowUpStatusSchema } from './thread.ts';

export const MOST_FIRST_COMMENTS = 5;
/** A week. */
export const MOST_AFTER_SECONDS = 604_800;

/** A comment that the author adds to the post. */
export const FollowUpCommentSchema = named(
  'FollowUpComment',
  'A comment that the author adds below the own post, at once or later.',
  requestObject({
    content: text({ min: 1 }).describe('Text of the comment. It has the limits of `firstComment`.'),
    afterSeconds: z
      .number()
      .int()
      .min(0)
      .max(MOST_AFTER_SECONDS)
      .optional()
      .describe('Seconds between the post and this comment, 0 (default) to 604,800 (7 days).'),
  }),
);

/**
 * More comments of the author, besides `firstComment`.
 *
 * @example
 * { platform: 'linkedin', accountId, firstComments: [{ content: 'Slides: …' }, { content: 'Still here for questions.', afterSeconds: 3600 }] }
 */
export const FirstCommentsSchema = z
  .array(FollowUpCommentSchema)
  .min(1)
  .max(MOST_FIRST_COMMENTS)
  .describe(
    'Up to 5 more comments of the author, each with another text, on `instagram`, `threads` and `linkedin`, each at once or up to 7 days after the post. Each is a write of one unit with its own result, in `firstComments` of the target, and has no influence on its status.',
  );
export type FirstComments = z.infer<typeof FirstCommentsSchema>;

/** The result of one of `firstComments`. */
export const FollowUpCommentResultSchema = named(
  'FollowUpCommentResult',
  'The result of one of `firstComments`.',
  z.object({
    status: FollowUpStatusSchema.describe('State of this comment.'),
    commentId: z.string().nullable().describe('The network’s id of this comment; null until it is live.'),
    error: z.string().nullable().describe('Why this comment failed, as `code: message`; null unless it did.'),
    dueAt: utcTimestamp().nullable().describe('When this comment is to be posted; null until its post is live.'),
  }),
);
export type FollowUpCommentResult = z.infer<typeof FollowUpCommentResultSchema>;
