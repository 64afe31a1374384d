import { z } from 'zod';
import { profileIdInRequest } from './accounts.ts';
import { named } from './documented.ts';
import { idInPath, idInRequest, idInResponse } from './ids.ts';
import { LIMITS } from './limits.ts';
import { MediaItemSchema, PostMediaSchema } from './media.ts';
import { PlatformSchema } from './platform.ts';
import { queryInteger } from './query.ts';
import { neverNull, requestObject } from './request-object.ts';
import { TargetRequestSchema, TargetSchema } from './targets.ts';
import { text } from './text.ts';
import { TimestampSchema, utcTimestamp } from './timestamp.ts';

export const POST_STATUSES = ['scheduled', 'publishing', 'published', 'partial', 'failed', 'cancelled'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];
export const PostStatusSchema = named(
  'PostStatus',
  'State of a post, derived from its targets; `partial` when some are published and some failed.',
  z.enum(POST_STATUSES),
);

/** A post and its result on every account (spec 2.2). */
const post = named(
  'Post',
  'One piece of content and its result on every account.',
  z.object({
    id: idInResponse('post').describe('Id of the post.'),
    status: PostStatusSchema.describe('State of the post, derived from its targets.'),
    content: z.string().describe('Text of the post; a target may have had another one.'),
    media: z.array(PostMediaSchema).describe('Media of the post in display order; a target may have had others.'),
    createdAt: utcTimestamp().describe('When the post was recorded.'),
    publishAt: utcTimestamp().nullable().describe('When the post is due; null when it was published immediately.'),
    cancelledAt: utcTimestamp().nullable().describe('When the post was cancelled; null otherwise.'),
    targets: z.array(TargetSchema).describe('One result per requested account, in the order of the request.'),
  }),
);
export type Post = z.infer<typeof post>;
export interface PostSchema extends z.ZodType<Post> {}
export const PostSchema: PostSchema = post;

/** The idempotency key of a body: any 1 to 255 characters. */
export const IdempotencyKeySchema = text({ min: 1, max: LIMITS.idempotencyKeyChars.value });

/** The same from the header `Idempotency-Key`, where control characters do not travel safely. */
export const IdempotencyHeaderSchema = IdempotencyKeySchema.refine(
  (key) => !/\p{Cc}/u.test(key),
  'Must not contain control characters.',
);

const createShape = {
  content: text({ max: LIMITS.postContentChars.value })
    .default('')
    .describe('Text of the post, at most 10,000 characters; each platform has a shorter limit. Empty by default.'),
  mediaItems: z
    .array(MediaItemSchema)
    .max(LIMITS.mediaItemsPerPost.value)
    .default([])
    .describe('Images and videos in display order, 0 to 10; empty by default.'),
  platforms: z
    .array(TargetRequestSchema)
    .min(1)
    .max(LIMITS.targetsPerPost.value)
    .describe('Accounts to publish to, 1 to 10.'),
  publishAt: neverNull(
    TimestampSchema.optional().describe(
      'When to publish, ISO 8601 with an explicit offset and in the future (60 seconds of tolerance). Without it the post is published immediately; null is refused.',
    ),
    'Must not be null: JSON makes null of an invalid Date, and the post would be published immediately. Send a time, or leave the field out to publish immediately.',
  ),
  convert: z
    .boolean()
    .optional()
    .describe(
      'Whether a hosted file that a platform does not take is sent to it in a form that it takes: an image as a JPEG, a video with its index first. An entry in `warnings` says so. True by default; with false the post is refused.',
    ),
};

export const CreatePostBodySchema = named(
  'CreatePostRequest',
  'One piece of content for 1 to 10 accounts.',
  requestObject({
    ...createShape,
    idempotencyKey: IdempotencyKeySchema.optional().describe(
      'Key that makes a repeated request return the original post, 1 to 255 characters. Required here or as the `Idempotency-Key` header; this field has precedence.',
    ),
  }),
);
export type CreatePostBody = z.infer<typeof CreatePostBodySchema>;

export const ValidatePostBodySchema = named(
  'ValidatePostRequest',
  'The create request; it needs no idempotency key.',
  requestObject({
    ...createShape,
    idempotencyKey: IdempotencyKeySchema.optional().describe(
      'Accepted, so that you can send the create request unchanged. It has no effect, because nothing is recorded.',
    ),
    probe: z
      .boolean()
      .optional()
      .describe(
        'Whether to read what your own files are, from their public addresses, as networks do: their first bytes, and parts that tell size and duration. Rules of files are checked then as for hosted files, which are always checked. At most 15 seconds.',
      ),
  }),
);
export type ValidatePostBody = z.infer<typeof ValidatePostBodySchema>;

/** A field that was accepted and has no effect, or a file that is sent in another form. */
export const WarningSchema = named(
  'Warning',
  'A field that was accepted and has no effect, a file that is sent in another form, or a link that makes a post cost more.',
  z.object({
    path: z.string().describe('Where in the request, such as `platforms[0].spaceSlug`.'),
    message: z
      .string()
      .describe('Why it has no effect, how the file is sent, or what the link costs, in a sentence or two.'),
  }),
);
export type Warning = z.infer<typeof WarningSchema>;

export const CreatePostResponseSchema = named(
  'PostCreated',
  'The recorded post; read `post.targets[].status`, for an accepted post may have failed on some accounts.',
  z.object({
    post: PostSchema.describe('The post and its results so far.'),
    replayed: z.boolean().describe('Whether the key was used before and the original post is returned.'),
    warnings: z
      .array(WarningSchema)
      .describe(
        'Fields that were accepted and have no effect, files that are sent in another form, and links that make a post cost more; empty on a replay.',
      ),
  }),
);
export type CreatePostResponse = z.infer<typeof CreatePostResponseSchema>;

export const PostResponseSchema = named(
  'PostAnswer',
  'One post.',
  z.object({ post: PostSchema.describe('The post and its results so far.') }),
);

export const POST_ORDERS = ['createdAt', 'publishAt'] as const;
export type PostOrder = (typeof POST_ORDERS)[number];
const PostOrderSchema = named('PostOrder', 'Order of a list of posts.', z.enum(POST_ORDERS));

export const PostPathSchema = z.object({ id: idInPath('post').describe('Id of the post.') });

export const ListPostsQuerySchema = requestObject({
  limit: queryInteger({ min: 1, max: LIMITS.listMax.value }).describe('Posts per page, 1 to 100; 25 by default.'),
  offset: queryInteger({ min: 0, max: LIMITS.listOffset.value }).describe(
    'Posts to skip, 0 by default; not together with `cursor`.',
  ),
  cursor: text({ min: 1, max: LIMITS.cursorChars.value })
    .optional()
    .describe('`nextCursor` of the previous page; not together with `offset`. Deep pages are as fast as the first.'),
  status: PostStatusSchema.optional().describe('Only posts in this state.'),
  platform: PlatformSchema.optional().describe('Only posts with a target on this platform.'),
  accountId: idInRequest('account').optional().describe('Only posts with a target on this account.'),
  profileId: profileIdInRequest().optional().describe('Only posts with a target on an account with this grouping key.'),
  createdAfter: TimestampSchema.optional().describe(
    'Only posts recorded after this moment, ISO 8601 with an explicit offset.',
  ),
  createdBefore: TimestampSchema.optional().describe(
    'Only posts recorded before this moment, ISO 8601 with an explicit offset.',
  ),
  publishAfter: TimestampSchema.optional().describe(
    'Only scheduled posts due after this moment, ISO 8601 with an explicit offset; posts without `publishAt` are missing.',
  ),
  publishBefore: TimestampSchema.optional().describe(
    'Only scheduled posts due before this moment, ISO 8601 with an explicit offset; posts without `publishAt` are missing.',
  ),
  order: PostOrderSchema.optional().describe(
    '`createdAt` (default): newest first. `publishAt`: only posts that have one, earliest first, as in a calendar. A cursor is valid only with the order of its page.',
  ),
})
  .superRefine((query, ctx) => {
    if (query.cursor === undefined || query.offset === undefined) return;
    ctx.addIssue({ code: 'custom', path: ['cursor'], message: 'Give `cursor` or `offset`, not both.' });
  })
  .transform((query) => ({ ...query, limit: query.limit ?? LIMITS.listDefault.value, offset: query.offset ?? 0 }));
export type ListPostsQuery = z.infer<typeof ListPostsQuerySchema>;

export const ListPostsResponseSchema = named(
  'PostList',
  'One page of posts in the requested order.',
  z.object({
    posts: z.array(PostSchema).describe('Posts that match: newest first, or by `publishAt`, earliest first.'),
    limit: z.number().int().describe('Posts per page.'),
    offset: z.number().int().describe('Posts skipped; 0 when a cursor was given.'),
    hasMore: z.boolean().describe('Whether there is a further page.'),
    nextCursor: z.string().nullable().describe('`cursor` of the next page; null on the last.'),
  }),
);
export type ListPostsResponse = z.infer<typeof ListPostsResponseSchema>;
