import { z } from 'zod';
import { named } from './documented.ts';
import { TargetErrorDetailSchema } from './errors.ts';
import { idInRequest, idInResponse } from './ids.ts';
import { LIMITS } from './limits.ts';
import { MediaItemSchema, RequestedMediaSchema } from './media.ts';
import { PlatformSchema } from './platform.ts';
import { requestObject } from './request-object.ts';
import { TargetWarningSchema } from './target-warnings.ts';
import { text } from './text.ts';
import { utcTimestamp } from './timestamp.ts';

export const TARGET_STATUSES = ['pending', 'published', 'failed'] as const;
export type TargetStatus = (typeof TARGET_STATUSES)[number];
export const TargetStatusSchema = named(
  'TargetStatus',
  'State of a target; `published` and `failed` are final, and come when the post and its first comment have both ended.',
  z.enum(TARGET_STATUSES),
);

export const COMMENT_STATUSES = ['none', 'published', 'failed', 'unsupported'] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];
export const CommentStatusSchema = named(
  'CommentStatus',
  'State of a target’s first comment, which fails without failing its target; `none` when there is none, or not yet.',
  z.enum(COMMENT_STATUSES),
);

export const LINK_MODES = ['auto', 'none'] as const;
export type LinkMode = (typeof LINK_MODES)[number];
const linkMode = () => z.enum(LINK_MODES);

/** One entry of `platforms` in a create request. */
export const TargetRequestSchema = named(
  'TargetRequest',
  'One account to publish to.',
  requestObject({
    platform: PlatformSchema.describe('Platform of the account; another one is refused with `platform_mismatch`.'),
    accountId: idInRequest('account').describe('Account of the project to publish to.'),
    firstComment: text({ min: 1 })
      .optional()
      .describe(
        'Comment by the author right after publishing, on `instagram`, `threads` and `linkedin`; elsewhere `commentStatus` is `unsupported`.',
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
      .describe('Media of this target instead of the post’s, 0 to 10 items in the order they are shown.'),
    spaceSlug: text({ min: 1, max: LIMITS.spaceSlugChars.value })
      .optional()
      .describe(
        'Space of a hub account instead of its default, 1 to 255 characters; without effect on other platforms.',
      ),
    link: linkMode()
      .optional()
      .describe(
        'What becomes of the first link in the text on `linkedin`, which makes no cards by itself: `auto` (usual) reads its page and shows it as a card below a post without media, `none` leaves it a bare link. Without effect on other platforms.',
      ),
  }),
);
export type TargetRequest = z.infer<typeof TargetRequestSchema>;

/** What a target was asked to publish: the post's values with the target's own in their place. */
export const RequestedTargetSchema = named(
  'RequestedTarget',
  'What a target was asked to publish: the post’s own content and media unless the target has others. As part of `platforms` in a new request it asks for the same.',
  z.object({
    content: z.string().describe('Text of the target.'),
    mediaItems: z.array(RequestedMediaSchema).describe('Media of the target in the order they are shown.'),
    firstComment: z.string().nullable().describe('Text of the first comment; null without one.'),
    aiGenerated: z.boolean().describe('Whether the network was asked to label the post as AI-generated.'),
    spaceSlug: z.string().nullable().describe('Space of a hub account that was asked for; null for its default.'),
    link: linkMode().optional().describe('What was asked for the link in the text; absent unless something was.'),
  }),
);
export type RequestedTarget = z.infer<typeof RequestedTargetSchema>;

const targetShape = {
  id: idInResponse('target').describe('Id of the target.'),
  accountId: idInResponse('account').describe('Account published to.'),
  platform: PlatformSchema.describe('Platform of the account.'),
  status: TargetStatusSchema.describe(
    'State of the target. `published` and `failed` are final; a target with a first comment is `pending` until that has ended as well.',
  ),
  platformPostId: z
    .string()
    .nullable()
    .describe(
      'The network’s own id of the post; null until the post is out. A `pending` target has it while its first comment is still to come: the post is live and billed then.',
    ),
  url: z
    .string()
    .nullable()
    .describe('Public address of the post; null until the post is out and where the network gives none.'),
  error: z.string().nullable().describe('Why the target failed, as `code: message`; null unless it did.'),
  errorDetail: TargetErrorDetailSchema.nullable().describe('Why the target failed, for programs; null unless it did.'),
  publishedAt: utcTimestamp().nullable().describe('When the network accepted the post; null until it has.'),
  commentStatus: CommentStatusSchema.describe(
    'State of the first comment; it is final when `status` is, and never decides whether that is `published` or `failed`.',
  ),
  commentId: z.string().nullable().describe('The network’s own id of the first comment; null unless it was posted.'),
  commentError: z.string().nullable().describe('Why the first comment failed, as `code: message`; null unless it did.'),
  warnings: z
    .array(TargetWarningSchema)
    .describe('What the post goes out without, found while it was published; empty when there is nothing to say.'),
  requested: RequestedTargetSchema.describe(
    'What was asked for: the values in force for this target, alt texts and covers included.',
  ),
};

/** The result of a post on one account (spec 2.3). */
const target = named('Target', 'The result of a post on one account.', z.object(targetShape));
export type Target = z.infer<typeof target>;
export interface TargetSchema extends z.ZodType<Target> {}
export const TargetSchema: TargetSchema = target;

/** Fields of a target, for answers that add to it. */
export const TARGET_FIELDS = targetShape;

/** What each state says of the other fields, for descriptions that narrow; held against every answer by the API suite. */
export const TARGET_STATES = {
  by: 'status',
  states: {
    pending: { error: z.null(), errorDetail: z.null() },
    published: { error: z.null(), errorDetail: z.null(), publishedAt: utcTimestamp() },
    failed: { error: z.string(), errorDetail: TargetErrorDetailSchema, publishedAt: z.null() },
  },
};
