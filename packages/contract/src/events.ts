import { z } from 'zod';
import { named } from './documented.ts';
import {
  EventAccountSchema,
  EventFollowUpSchema,
  EventMediaSchema,
  EventPostSchema,
  EventPostTargetSchema,
  EventRepostSchema,
  EventTargetSchema,
  EventWebhookSchema,
} from './event-parts.ts';
import { EVENTS, type EventType } from './event-types.ts';
import { idInResponse } from './ids.ts';
import { PlatformSchema } from './platform.ts';
import { utcTimestamp } from './timestamp.ts';
import { UsageSchema } from './usage.ts';

const pascal = (type: string): string => type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase());

/** The event of one type: what every event has, and the data of this one. */
const event = <Type extends EventType, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  named(
    `${pascal(type)}Event`,
    EVENTS[type],
    z.object({
      id: idInResponse('event').describe('Id of the event, the same on every delivery; also the `webhook-id` header.'),
      type: z.literal(type).describe(`Always \`${type}\`.`),
      timestamp: utcTimestamp().describe('When it happened, not when it was sent.'),
      data: z.object(data).describe('What it happened to.'),
    }),
  );

const ofPost = {
  post: EventPostSchema.describe('The post.'),
  targets: z.array(EventPostTargetSchema).describe('Every target of the post, in the order of the request.'),
};
const ofTarget = {
  post: EventPostSchema.describe('The post of the target.'),
  target: EventTargetSchema.describe('The target.'),
};
const ofFollowUp = { ...ofTarget, followUp: EventFollowUpSchema.describe('What followed the post of the target.') };
const ofMedia = { media: EventMediaSchema.describe('The file.') };
const ofRepost = { repost: EventRepostSchema.describe('The repost.') };
const ofAccount = { account: EventAccountSchema.describe('The account.') };
const ofWebhook = { webhook: EventWebhookSchema.describe('The webhook, without its address: that may hold a secret.') };
const ofUsage = { usage: UsageSchema.describe('Usage of the period, as `GET /api/v1/usage` returns it.') };

/** The schema of each event type. */
export const EVENT_SCHEMAS = {
  'post.scheduled': event('post.scheduled', ofPost),
  'post.published': event('post.published', ofPost),
  'post.partially_published': event('post.partially_published', ofPost),
  'post.failed': event('post.failed', ofPost),
  'post.cancelled': event('post.cancelled', ofPost),
  'target.published': event('target.published', ofTarget),
  'target.failed': event('target.failed', ofTarget),
  'target.unpublished': event('target.unpublished', ofTarget),
  'comment.published': event('comment.published', ofTarget),
  'comment.failed': event('comment.failed', ofTarget),
  'follow_up.published': event('follow_up.published', ofFollowUp),
  'follow_up.failed': event('follow_up.failed', ofFollowUp),
  'media.ready': event('media.ready', ofMedia),
  'media.failed': event('media.failed', ofMedia),
  'repost.published': event('repost.published', ofRepost),
  'repost.failed': event('repost.failed', ofRepost),
  'account.connected': event('account.connected', ofAccount),
  'account.expiring': event('account.expiring', {
    ...ofAccount,
    expiresAt: utcTimestamp().describe('When the credential ends.'),
  }),
  'account.expired': event('account.expired', ofAccount),
  'account.revoked': event('account.revoked', ofAccount),
  'account.removed': event('account.removed', {
    account: z
      .object({
        id: idInResponse('account').describe('Id that the account had.'),
        platform: PlatformSchema.describe('Platform of the account.'),
      })
      .describe('The account, which no longer exists.'),
  }),
  'quota.warning': event('quota.warning', ofUsage),
  'quota.exceeded': event('quota.exceeded', ofUsage),
  'network.version_ended': event('network.version_ended', {
    network: z
      .object({
        platform: PlatformSchema.describe('The network.'),
        version: z.string().describe('The version that ended.'),
        nextVersion: z.string().nullable().describe('The version to configure instead; null when none is known.'),
      })
      .describe('The network and its versions.'),
  }),
  'webhook.failing': event('webhook.failing', ofWebhook),
  'webhook.disabled': event('webhook.disabled', ofWebhook),
  'webhook.test': event('webhook.test', {
    webhook: z
      .object({ id: idInResponse('webhook').describe('Id of the webhook.') })
      .describe('The webhook that is tested.'),
  }),
} as const satisfies Record<EventType, z.ZodTypeAny>;

type AnyEventSchema = (typeof EVENT_SCHEMAS)[EventType];

/** One event, by its `type`. */
const webhookEvent = named(
  'WebhookEvent',
  'Something that happened. Its `type` decides the shape of `data`; types may be added.',
  // Object.values loses that the list is not empty.
  z.discriminatedUnion('type', Object.values(EVENT_SCHEMAS) as [AnyEventSchema, ...AnyEventSchema[]]),
);
export type WebhookEvent = z.infer<typeof webhookEvent>;
export interface EventSchema extends z.ZodType<WebhookEvent> {}
export const EventSchema: EventSchema = webhookEvent;

/** The event of one type. */
export type EventOf<Type extends EventType> = Extract<WebhookEvent, { readonly type: Type }>;

export const ListEventsResponseSchema = named(
  'EventList',
  'One page of events, oldest first.',
  z.object({
    events: z.array(EventSchema).describe('Events that match, in the order in which they became public.'),
    hasMore: z.boolean().describe('Whether there is a further page now.'),
    nextCursor: z
      .string()
      .nullable()
      .describe(
        '`after` of the next call, also when this page is the last or empty: keep it to go on later. Null only before the first event.',
      ),
  }),
);
export type ListEventsResponse = z.infer<typeof ListEventsResponseSchema>;

/** The body of an event stream: text, one message for each event. */
export const EventStreamSchema = z
  .string()
  .describe(
    'Server-sent events: `id` is where to go on, `event` the type and `data` the event as JSON. A comment line arrives at least every 15 seconds.',
  );
