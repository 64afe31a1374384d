import { z } from 'zod';
import { named } from './documented.ts';
import { StoredEventTypeSchema } from './event-types.ts';
import { idInRequest, idInResponse } from './ids.ts';
import { LIMITS } from './limits.ts';
import { queryInteger } from './query.ts';
import { neverNull, requestObject } from './request-object.ts';
import { text } from './text.ts';
import { TimestampSchema, utcTimestamp } from './timestamp.ts';

/** Codes before the colon of an attempt's `error`, each with what happened. */
export const ATTEMPT_ERRORS = {
  not_2xx: 'The webhook answered with a status other than 2xx.',
  redirected: 'The webhook answered with a redirect, which is never followed.',
  timed_out: 'The webhook did not answer completely within 15 seconds.',
  address_not_allowed: 'The address leads to a host that the service does not send events to.',
  host_not_found: 'The host of the address has no public address in the DNS.',
  certificate_invalid: 'The certificate of the host is not valid.',
  connection_failed: 'The host refused the connection, or closed it before the answer was complete.',
} as const satisfies Record<string, string>;
export type AttemptErrorCode = keyof typeof ATTEMPT_ERRORS;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'missed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const DeliveryStatusSchema = named(
  'DeliveryStatus',
  'State of a delivery: `pending` (an attempt is due), `delivered` (answered 2xx), `failed` (given up) or `missed` (the webhook was disabled).',
  z.enum(DELIVERY_STATUSES),
);

const outcome = {
  durationMs: z.number().int().min(0).describe('How long it took, in milliseconds.'),
  status: z.number().int().nullable().describe('HTTP status of the answer; null without one.'),
  error: z
    .string()
    .nullable()
    .describe(
      `Why it failed, as \`code: message\`; null when it was delivered. Codes: ${Object.keys(ATTEMPT_ERRORS)
        .map((code) => `\`${code}\``)
        .join(', ')}. Codes may be added.`,
    ),
  response: z
    .string()
    .nullable()
    .describe(
      'The first 1,024 bytes of the answer’s body as text; null without an answer, and for hosts in the operator’s own network.',
    ),
};

export const WebhookAttemptSchema = named(
  'WebhookAttempt',
  'One attempt to deliver an event.',
  z.object({
    number: z.number().int().min(1).describe('Number of the attempt, from 1.'),
    at: utcTimestamp().describe('When the attempt began.'),
    ...outcome,
  }),
);
export type WebhookAttempt = z.infer<typeof WebhookAttemptSchema>;

export const DeliverySchema = named(
  'WebhookDelivery',
  'One event on its way to one webhook.',
  z.object({
    id: idInResponse('delivery').describe('Id of the delivery.'),
    eventId: idInResponse('event').describe('Id of the event.'),
    eventType: StoredEventTypeSchema.describe('Type of the event.'),
    status: DeliveryStatusSchema.describe('State of the delivery.'),
    createdAt: utcTimestamp().describe('When the delivery was recorded.'),
    nextAttemptAt: utcTimestamp().nullable().describe('When the next attempt is due; null unless it is `pending`.'),
    attempts: z.array(WebhookAttemptSchema).describe('Every attempt so far, in order.'),
  }),
);
export type Delivery = z.infer<typeof DeliverySchema>;

export const ListDeliveriesQuerySchema = requestObject({
  status: DeliveryStatusSchema.optional().describe('Only deliveries in this state.'),
  limit: queryInteger({ min: 1, max: LIMITS.listMax.value }).describe('Deliveries per page, 1 to 100; 25 by default.'),
  cursor: text({ min: 1, max: LIMITS.cursorChars.value }).optional().describe('`nextCursor` of the previous page.'),
}).transform((query) => ({ ...query, limit: query.limit ?? LIMITS.listDefault.value }));
export type ListDeliveriesQuery = z.infer<typeof ListDeliveriesQuerySchema>;

export const ListDeliveriesResponseSchema = named(
  'WebhookDeliveryList',
  'One page of deliveries, newest first.',
  z.object({
    deliveries: z.array(DeliverySchema).describe('Deliveries that match, newest first.'),
    hasMore: z.boolean().describe('Whether there is a further page.'),
    nextCursor: z.string().nullable().describe('`cursor` of the next page; null on the last.'),
  }),
);
export type ListDeliveriesResponse = z.infer<typeof ListDeliveriesResponseSchema>;

export const TestWebhookResponseSchema = named(
  'WebhookTested',
  'What the webhook answered to a `webhook.test` event.',
  z.object({ delivered: z.boolean().describe('Whether it answered 2xx in time.'), ...outcome }),
);
export type TestWebhookResponse = z.infer<typeof TestWebhookResponseSchema>;

/** States of deliveries that can be sent again. */
export const REPLAY_STATUSES = ['delivered', 'failed', 'missed'] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];

export const ReplayBodySchema = named(
  'ReplayRequest',
  'Deliveries of the webhook to send again: of the events named, or of a range of time.',
  requestObject({
    eventIds: z
      .array(idInRequest('event'))
      .min(1)
      .max(LIMITS.replayEvents.value)
      .optional()
      .describe('Events to send again, 1 to 25, whatever the state of their deliveries.'),
    since: TimestampSchema.optional().describe(
      'Deliveries of events from this moment on, ISO 8601 with an explicit offset.',
    ),
    until: neverNull(
      TimestampSchema.optional().describe('Up to this moment, which is not included; now by default. Null is refused.'),
      'Must not be null: JSON makes null of an invalid Date, and everything up to now would be sent again. Send a time, or leave the field out.',
    ),
    status: z
      .enum(REPLAY_STATUSES)
      .optional()
      .describe('With `since`: only deliveries in this state. Without it those that are `failed` or `missed`.'),
    events: z
      .array(StoredEventTypeSchema)
      .min(1)
      .max(LIMITS.webhookFilterEntries.value)
      .optional()
      .describe('With `since`: only events of these types, 1 to 40.'),
  }).superRefine((body, ctx) => {
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if ((body.eventIds === undefined) === (body.since === undefined)) {
      return refuse('eventIds', 'Give exactly one of `eventIds` and `since`.');
    }
    if (body.eventIds !== undefined) {
      for (const name of ['until', 'status', 'events'] as const)
        if (body[name] !== undefined) refuse(name, 'Only together with `since`.');
    } else if (body.until !== undefined && body.until <= body.since!) refuse('until', 'Must be later than `since`.');
  }),
  { 'x-one-of': [{ required: ['eventIds'] }, { required: ['since'] }] },
);
export type ReplayBody = z.infer<typeof ReplayBodySchema>;

export const ReplayResponseSchema = named(
  'WebhookReplayed',
  'How many deliveries are sent again.',
  z.object({
    replayed: z
      .number()
      .int()
      .min(0)
      .describe('Deliveries that are `pending` again; one that was already is not counted.'),
  }),
);
export type ReplayResponse = z.infer<typeof ReplayResponseSchema>;
