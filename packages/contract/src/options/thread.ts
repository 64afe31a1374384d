import { z } from 'zod';
import { named } from '../documented.ts';
import { LIMITS } from '../limits.ts';
import { MediaItemSchema } from '../media.ts';
import { requestObject } from '../request-object.ts';
import { text } from '../text.ts';

export const THREAD_POSTS = { min: 2, max: 25 } as const;

/** One post of a chain. */
export const ThreadPostSchema = named(
  'ThreadPost',
  'One post of a chain, with a text and media of its own.',
  requestObject({
    content: text({ max: LIMITS.postContentChars.value }).describe(
      'Text of this post. It has the limits of the platform, as every post.',
    ),
    mediaItems: z
      .array(MediaItemSchema)
      .max(LIMITS.mediaItemsPerPost.value)
      .optional()
      .describe('Media of this post, 0 to 10 items in display order.'),
  }),
);

/**
 * A chain of posts, each an answer to the one before.
 *
 * @example
 * { platform: 'x', accountId, thread: [{ content: 'Three things we learned.' }, { content: 'One: …' }] }
 */
export const ThreadSchema = z
  .array(ThreadPostSchema)
  .min(THREAD_POSTS.min)
  .max(THREAD_POSTS.max)
  .describe(
    'A chain of 2 to 25 posts on `x` and `threads`, each an answer to the one before. The first stands in the place of the target’s `content` and `mediaItems`. Each post of the chain is a write of its own with its own units and result, in `thread` of the target; the target is `published` when the first is live.',
  );
export type Thread = z.infer<typeof ThreadSchema>;

export const FOLLOW_UP_STATUSES = ['pending', 'published', 'failed', 'skipped'] as const;
export type FollowUpStatus = (typeof FOLLOW_UP_STATUSES)[number];
export const FollowUpStatusSchema = named(
  'FollowUpStatus',
  'State of a post of a chain, or of one of `firstComments`. All but `pending` are final. `skipped`: nothing was sent, because an earlier post is not live or the post was cancelled.',
  z.enum(FOLLOW_UP_STATUSES),
);

/** The result of one post of a chain. */
export const ThreadResultSchema = named(
  'ThreadResult',
  'The result of one post of a chain.',
  z.object({
    status: FollowUpStatusSchema.describe('State of this post.'),
    platformPostId: z.string().nullable().describe('The network’s id of this post; null until it is live.'),
    url: z
      .string()
      .nullable()
      .describe('Public address of this post; null until it is live, and where the network gives none.'),
    error: z.string().nullable().describe('Why this post failed, as `code: message`; null unless it did.'),
  }),
);
export type ThreadResult = z.infer<typeof ThreadResultSchema>;
