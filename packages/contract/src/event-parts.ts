import { z } from 'zod';
import { AccountStatusSchema, profileId } from './accounts.ts';
import { named } from './documented.ts';
import { TargetErrorCodeSchema } from './errors.ts';
import { idInResponse } from './ids.ts';
import { MEDIA_FILE_FIELDS } from './media-files.ts';
import { FollowUpStatusSchema } from './options/thread.ts';
import { PlatformSchema } from './platform.ts';
import { PostStatusSchema } from './posts.ts';
import { RepostStatusSchema } from './reposts.ts';
import { TARGET_FIELDS, TargetStatusSchema } from './targets.ts';
import { utcTimestamp } from './timestamp.ts';
import { WEBHOOK_STATE_FIELDS } from './webhooks.ts';

const grouped = {
  accountId: idInResponse('account').describe('Id of the account.'),
  platform: PlatformSchema.describe('Platform of the account.'),
  profileId: profileId().optional().describe('Your grouping key of the account; absent when you gave none.'),
};

/** A post as events have it: no text and no media. */
export const EventPostSchema = named(
  'PostInEvent',
  'A post without its text and media.',
  z.object({
    id: idInResponse('post').describe('Id of the post.'),
    status: PostStatusSchema.describe('State of the post when the event was written.'),
    createdAt: utcTimestamp().describe('When the post was recorded.'),
    publishAt: utcTimestamp().nullable().describe('When the post was due; null when it was published immediately.'),
    cancelledAt: utcTimestamp().nullable().describe('When the post was cancelled; null otherwise.'),
    idempotencyKey: z.string().describe('The key of your create request, which finds your own record of the post.'),
  }),
);
export type EventPost = z.infer<typeof EventPostSchema>;

export const EventPostTargetSchema = named(
  'PostTargetInEvent',
  'One target of a post in an event of the post.',
  z.object({
    id: idInResponse('target').describe('Id of the target.'),
    ...grouped,
    status: TargetStatusSchema.describe('State of the target.'),
    errorCode: TargetErrorCodeSchema.nullable().describe('Why the target failed; null unless it did.'),
  }),
);
export type EventPostTarget = z.infer<typeof EventPostTargetSchema>;

const { platformPostId, url, publishedAt, error, errorDetail } = TARGET_FIELDS;
const { commentStatus, commentId, commentError, unpublishedAt } = TARGET_FIELDS;

/** A target as events have it: its result, not what was requested. */
export const EventTargetSchema = named(
  'TargetInEvent',
  'The result of a post on one account, without its text and media.',
  z.object({
    id: idInResponse('target').describe('Id of the target.'),
    ...grouped,
    status: TargetStatusSchema.describe('State of the target, which is final.'),
    platformPostId,
    url,
    publishedAt,
    error,
    errorDetail,
    commentStatus,
    commentId,
    commentError,
    unpublishedAt,
  }),
);
export type EventTarget = z.infer<typeof EventTargetSchema>;

export const EventFollowUpSchema = named(
  'FollowUpInEvent',
  'The result of a later post of a chain, or of one of `firstComments`.',
  z.object({
    field: z.enum(['thread', 'firstComments']).describe('The field of the target that has it.'),
    index: z.number().int().describe('Its position in that field, from 0; the first post of a chain is the target.'),
    status: FollowUpStatusSchema.describe('State of it, which is final.'),
    platformPostId: z.string().nullable().describe('The network’s id of the post or comment; null unless it is live.'),
    url: z.string().nullable().describe('Public address; null unless it is live, and where the network gives none.'),
    error: z.string().nullable().describe('Why it failed, as `code: message`; null unless it did.'),
  }),
);
export type EventFollowUp = z.infer<typeof EventFollowUpSchema>;

export const EventMediaSchema = named(
  'MediaInEvent',
  'A hosted file without its addresses.',
  z.object(MEDIA_FILE_FIELDS),
);

export const EventRepostSchema = named(
  'RepostInEvent',
  'The outcome of a repost from one account.',
  z.object({
    ...grouped,
    platformPostId: z.string().describe('The network’s id of the post that was to be reposted.'),
    targetId: idInResponse('target').nullable().describe('Target that published the post; null for any other post.'),
    status: RepostStatusSchema.describe('Outcome for this account.'),
    platformRepostId: z.string().nullable().describe('The network’s id of the repost; null where it gives none.'),
    error: z.string().nullable().describe('Why it failed, as `code: message`; null otherwise.'),
    repostedAt: utcTimestamp().nullable().describe('When the network accepted the repost; null otherwise.'),
  }),
);

/** An account as events have it: no name and no id of the network. */
export const EventAccountSchema = named(
  'AccountInEvent',
  'A connected account without its name.',
  z.object({
    id: idInResponse('account').describe('Id of the account.'),
    platform: PlatformSchema.describe('Platform of the account.'),
    profileId: profileId().optional().describe('Your grouping key of the account; absent when you gave none.'),
    status: AccountStatusSchema.describe('State of the account when the event was written.'),
    statusReason: z.string().nullable().describe('Why the account is not active, as in `Account`; null while it is.'),
  }),
);

export const EventWebhookSchema = named(
  'EventWebhook',
  'A webhook as an event shows it.',
  z.object({ id: idInResponse('webhook').describe('Id of the webhook.'), ...WEBHOOK_STATE_FIELDS }),
);
export type EventWebhook = z.infer<typeof EventWebhookSchema>;
