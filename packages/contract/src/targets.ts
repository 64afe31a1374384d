import { z } from 'zod';
import { named } from './documented.ts';
import { TargetErrorDetailSchema } from './errors.ts';
import { idInRequest, idInResponse } from './ids.ts';
import { LIMITS } from './limits.ts';
import { MediaItemSchema, RequestedMediaSchema } from './media.ts';
import { FollowUpCommentResultSchema } from './options/first-comments.ts';
import { optionFields, shownOptions, TARGET_OPTIONS, type TargetOptions } from './options/target-options.ts';
import { ThreadResultSchema } from './options/thread.ts';
import { PlatformSchema } from './platform.ts';
import { requestObject } from './request-object.ts';
import { TargetWarningSchema } from './target-warnings.ts';
import { text } from './text.ts';
import { utcTimestamp } from './timestamp.ts';

export const TARGET_STATUSES = ['pending', 'published', 'failed'] as const;
export type TargetStatus = (typeof TARGET_STATUSES)[number];
export const TargetStatusSchema = named(
  'TargetStatus',
  'State of a target. `published` and `failed` are final; a target reaches one of them when its post and its first comment are both done.',
  z.enum(TARGET_STATUSES),
);

export const COMMENT_STATUSES = ['none', 'published', 'failed', 'unsupported'] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];
export const CommentStatusSchema = named(
  'CommentStatus',
  'State of a target’s first comment. A failed comment does not fail its target. `none` when there is no comment, or not yet.',
  z.enum(COMMENT_STATUSES),
);

const targetFields = {
  platform: PlatformSchema.describe('Platform of the account; any other answers `platform_mismatch`.'),
  accountId: idInRequest('account').describe('Account of the project to publish to.'),
  firstComment: text({ min: 1 })
    .optional()
    .describe(
      'Comment that the author adds right after publishing, on `instagram`, `threads` and `linkedin`, where it is more than white space. On other platforms `commentStatus` is `unsupported`.',
    ),
  aiGenerated: z
    .boolean()
    .optional()
    .describe(
      'Whether the network shall label the post as AI-generated; supported on `instagram` and `x`, true is refused elsewhere.',
    ),
  content: text({ max: LIMITS.postContentChars.value })
    .optional()
    .describe('Text of this target instead of the post’s, at most 10,000 characters.'),
  mediaItems: z
    .array(MediaItemSchema)
    .max(LIMITS.mediaItemsPerPost.value)
    .optional()
    .describe('Media of this target instead of the post’s, 0 to 10 items in display order.'),
  spaceSlug: text({ min: 1, max: LIMITS.spaceSlugChars.value })
    .optional()
    .describe('Space of a hub account instead of its default, 1 to 255 characters; no effect on other platforms.'),
  ...optionFields(TARGET_OPTIONS),
};

/** One entry of `platforms` in a create request, with the options of networks that are added. */
export const targetRequestWith = <More extends z.ZodRawShape>(more: More) =>
  named('TargetRequest', 'One account to publish to.', requestObject({ ...targetFields, ...more }));

const targetRequest = targetRequestWith({});
export type TargetRequest = z.infer<typeof targetRequest> & TargetOptions;
export interface TargetRequestSchema extends z.ZodType<TargetRequest> {}
export const TargetRequestSchema: TargetRequestSchema = targetRequest;

/** The content of a target, with the options of networks and hub drivers that are added. */
export const requestedTargetWith = <More extends z.ZodRawShape>(more: More) =>
  named(
    'RequestedTarget',
    'What the target was requested to publish: the content and media of the post, unless the target has others. You can use it in `platforms` of a new request to request the same.',
    z.object({
      content: z.string().describe('Text of the target.'),
      mediaItems: z.array(RequestedMediaSchema).describe('Media of the target in display order.'),
      firstComment: z.string().nullable().describe('Text of the first comment; null without one.'),
      aiGenerated: z.boolean().describe('Whether the network was asked to label the post as AI-generated.'),
      spaceSlug: z.string().nullable().describe('Requested space of a hub account; null for its default.'),
      ...shownOptions(TARGET_OPTIONS),
      ...more,
    }),
  );

/** The content of a target: the post's values with the target's own in their place. */
export const RequestedTargetSchema = requestedTargetWith({});
export type RequestedTarget = z.infer<typeof RequestedTargetSchema> & TargetOptions;

const targetShape = {
  id: idInResponse('target').describe('Id of the target.'),
  accountId: idInResponse('account').describe('Account published to.'),
  platform: PlatformSchema.describe('Platform of the account.'),
  status: TargetStatusSchema.describe(
    'State of the target. `published` and `failed` are final. A target with a first comment stays `pending` until the comment is done too.',
  ),
  platformPostId: z
    .string()
    .nullable()
    .describe(
      'The network’s id of the post; null until the post is live, and where the network accepted it without giving one. A `pending` target that waits for its first comment already has it: the post is live and billed.',
    ),
  url: z
    .string()
    .nullable()
    .describe('Public address of the post; null until the post is live, and where the network gives none.'),
  error: z.string().nullable().describe('Why the target failed, as `code: message`; null otherwise.'),
  // `z.nullable`, so that the mock leaves the schema out, which it never reads.
  errorDetail: z.nullable(TargetErrorDetailSchema).describe('Why the target failed, for programs; null unless it did.'),
  publishedAt: utcTimestamp().nullable().describe('When the network accepted the post; null until it has.'),
  commentStatus: CommentStatusSchema.describe(
    'State of the first comment. It is final when `status` is final, and has no influence on whether that is `published` or `failed`.',
  ),
  commentId: z.string().nullable().describe('The network’s own id of the first comment; null unless it was posted.'),
  commentError: z.string().nullable().describe('Why the first comment failed, as `code: message`; null otherwise.'),
  unpublishedAt: utcTimestamp()
    .nullable()
    .describe(
      'When the post was removed from the network by `POST /api/v1/posts/:id/unpublish`; null otherwise. `status` stays `published`.',
    ),
  unpublishError: z
    .string()
    .nullable()
    .describe(
      'Why the last attempt to remove the post failed, as `code: message`; null otherwise. It is still live, except perhaps after `outcome_unknown`.',
    ),
  warnings: z
    .array(TargetWarningSchema)
    .describe('What the post goes out without, found while it was published; empty when there is nothing to say.'),
  thread: z
    .array(ThreadResultSchema)
    .optional()
    .describe(
      'The posts of a chain in their order, the first of which is the post of the target; absent without `thread` in the request. After a failed post the rest is `skipped`.',
    ),
  firstComments: z
    .array(FollowUpCommentResultSchema)
    .optional()
    .describe('The results of `firstComments` in their order; absent without them in the request.'),
  requested: RequestedTargetSchema.describe(
    'What was requested: the values that apply to this target, including alt texts and covers.',
  ),
};

/** The result of a post on one account (spec 2.3). */
const target = named('Target', 'The result of a post on one account.', z.object(targetShape));
export type Target = z.infer<typeof target>;
export interface TargetSchema extends z.ZodType<Target> {}
export const TargetSchema: TargetSchema = target;

/** Fields of a target, for answers that add to it. */
export const TARGET_FIELDS = targetShape;

/** The other fields in each state. The API suite checks every answer against them. */
export const TARGET_STATES = {
  by: 'status',
  states: {
    pending: { error: z.null(), errorDetail: z.null(), unpublishedAt: z.null(), unpublishError: z.null() },
    published: { error: z.null(), errorDetail: z.null(), publishedAt: utcTimestamp() },
    failed: {
      error: z.string(),
      errorDetail: TargetErrorDetailSchema,
      publishedAt: z.null(),
      unpublishedAt: z.null(),
      unpublishError: z.null(),
    },
  },
};
