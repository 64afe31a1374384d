import { z } from 'zod';
import { profileId } from './accounts.ts';
import { named } from './documented.ts';
import { StoredEventTypeSchema } from './event-types.ts';
import { idInPath, idInResponse } from './ids.ts';
import { LIMITS } from './limits.ts';
import { PlatformSchema } from './platform.ts';
import { neverNull, requestObject } from './request-object.ts';
import { text } from './text.ts';
import { utcTimestamp } from './timestamp.ts';
import { urlText, webhookUrlProblem } from './url.ts';

export const WEBHOOK_DISABLED_REASONS = ['by_caller', 'by_receiver', 'gone', 'failing'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];
export const WebhookDisabledReasonSchema = named(
  'WebhookDisabledReason',
  'Why a webhook is disabled: `by_caller` (`enabled` false), `by_receiver` (its answer had the header `webhook-delivery: disable`), `gone` (it answered 410) or `failing` (5 days of nothing but failed attempts, at least 10).',
  z.enum(WEBHOOK_DISABLED_REASONS),
);

/** Whether a webhook works, as webhooks and their events show it. */
export const WEBHOOK_STATE_FIELDS = {
  enabled: z.boolean().describe('Whether it receives events.'),
  disabledReason: WebhookDisabledReasonSchema.nullable().describe('Why it is disabled; null while it is enabled.'),
  disabledAt: utcTimestamp().nullable().describe('When it was disabled; null while it is enabled.'),
  failingSince: utcTimestamp()
    .nullable()
    .describe('When the failed attempts began that no success has ended; null when the last attempt succeeded.'),
};

/** An address of the caller that receives events. Its secret never appears here. */
const webhook = named(
  'Webhook',
  'An address that receives events; its secret is returned once, when it is made.',
  z.object({
    id: idInResponse('webhook').describe('Id of the webhook.'),
    url: z.string().describe('Address that receives the events.'),
    description: z.string().describe('Your note; empty when there is none.'),
    events: z.array(StoredEventTypeSchema).describe('Types it receives; empty for every type.'),
    platforms: z
      .array(PlatformSchema)
      .describe(
        'Platforms whose events it receives; empty for every platform. Events of the whole project, such as `quota.warning`, fit every platform.',
      ),
    profileId: profileId()
      .optional()
      .describe(
        'Grouping key of the accounts whose events it receives; absent for every account. With one it gets no events of the whole project.',
      ),
    ...WEBHOOK_STATE_FIELDS,
    pausedUntil: utcTimestamp()
      .nullable()
      .describe(
        'Until when nothing is sent to it, because it answered 429 or 503 with `Retry-After`; null while it is not paused.',
      ),
    previousSecretExpiresAt: utcTimestamp()
      .nullable()
      .describe('Until when the previous secret signs as well; null when only one secret does.'),
    createdAt: utcTimestamp().describe('When it was created.'),
  }),
);
export type Webhook = z.infer<typeof webhook>;
export interface WebhookSchema extends z.ZodType<Webhook> {}
export const WebhookSchema: WebhookSchema = webhook;

const once = <T>(list: readonly T[]): T[] => [...new Set(list)];
const max = LIMITS.webhookFilterEntries.value;
const description = () => text({ max: LIMITS.webhookDescriptionChars.value });
const eventFilter = () => z.array(StoredEventTypeSchema).max(max).transform(once);
const platformFilter = () => z.array(PlatformSchema).max(max).transform(once);
const webhookUrl = () =>
  urlText(webhookUrlProblem).describe(
    'Public https address without user info and fragment, at most 2,048 characters. It is called without redirects.',
  );

export const CreateWebhookBodySchema = named(
  'CreateWebhookRequest',
  'An address that shall receive events.',
  requestObject({
    url: webhookUrl(),
    events: eventFilter().default([]).describe('Types to receive, at most 40; empty or absent for every type.'),
    platforms: platformFilter()
      .default([])
      .describe('Only events of these platforms, at most 40; empty or absent for every platform.'),
    profileId: neverNull(
      profileId()
        .default('')
        .describe(
          'Only events of accounts with this grouping key; empty or absent for every account. Null is refused.',
        ),
      'Must not be null: the address would receive the events of every account. Name a grouping key, or leave the field out for every account.',
    ),
    description: description().default('').describe('Your note, at most 500 characters; empty by default.'),
    enabled: z.boolean().default(true).describe('Whether it receives events; true by default.'),
  }),
);
export type CreateWebhookBody = z.infer<typeof CreateWebhookBodySchema>;
/** The create request as callers write it, with defaults left out. */
export type CreateWebhookInput = z.input<typeof CreateWebhookBodySchema>;

export const UpdateWebhookBodySchema = named(
  'UpdateWebhookRequest',
  'What to change. A field that is absent stays as it is; an empty list or text removes the filter or note.',
  requestObject({
    url: webhookUrl().optional(),
    events: eventFilter().optional().describe('Types to receive, at most 40; empty for every type.'),
    platforms: platformFilter()
      .optional()
      .describe('Only events of these platforms, at most 40; empty for every platform.'),
    profileId: profileId()
      .optional()
      .describe('Only events of accounts with this grouping key; empty for every account.'),
    description: description().optional().describe('Your note, at most 500 characters; empty removes it.'),
    enabled: z
      .boolean()
      .optional()
      .describe('False disables it: what it would have received is `missed`. True enables it again.'),
  }),
);
export type UpdateWebhookBody = z.infer<typeof UpdateWebhookBodySchema>;

export const WebhookPathSchema = z.object({ id: idInPath('webhook').describe('Id of the webhook.') });

const secret = () =>
  z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
    .describe('Secret that signs the events: `whsec_` and 32 bytes in base64. It is returned only here; store it now.');

export const CreateWebhookResponseSchema = named(
  'WebhookCreated',
  'The new webhook and its secret.',
  z.object({ webhook: WebhookSchema.describe('The webhook.'), secret: secret() }),
);
export type CreateWebhookResponse = z.infer<typeof CreateWebhookResponseSchema>;

export const ListWebhooksResponseSchema = named(
  'WebhookList',
  'The webhooks of the project, oldest first.',
  z.object({ webhooks: z.array(WebhookSchema).describe('Every webhook, oldest first; at most 20.') }),
);

export const WebhookResponseSchema = named(
  'WebhookAnswer',
  'One webhook.',
  z.object({ webhook: WebhookSchema.describe('The webhook.') }),
);

export const UpdateWebhookResponseSchema = named(
  'WebhookUpdated',
  'The changed webhook.',
  z.object({
    webhook: WebhookSchema.describe('The webhook.'),
    missed: z
      .number()
      .int()
      .min(0)
      .describe('Deliveries it missed while it was disabled. A replay with `status` `missed` sends them.'),
  }),
);
export type UpdateWebhookResponse = z.infer<typeof UpdateWebhookResponseSchema>;

export const DeleteWebhookResponseSchema = named(
  'WebhookDeleted',
  'The webhook and its deliveries no longer exist.',
  z.object({ deleted: z.literal(true).describe('Always true.') }),
);

export const RotateSecretBodySchema = named(
  'RotateSecretRequest',
  'How long the previous secret signs as well.',
  requestObject({
    overlapSeconds: z
      .number()
      .int()
      .min(0)
      .max(LIMITS.webhookOverlapSeconds.value)
      .default(LIMITS.webhookOverlapSeconds.value)
      .describe(
        'Seconds for which the previous secret signs as well, 0 to 86,400 (default). 0 ends old secrets at once.',
      ),
  }),
);

export const RotateSecretResponseSchema = named(
  'WebhookSecretRotated',
  'The new secret. Until `previousSecretExpiresAt` each delivery has a signature by either secret.',
  z.object({
    webhook: WebhookSchema.describe('The webhook.'),
    secret: secret(),
    previousSecretExpiresAt: utcTimestamp()
      .nullable()
      .describe('Until when the previous secret signs as well; null when it ended at once.'),
  }),
);
export type RotateSecretResponse = z.infer<typeof RotateSecretResponseSchema>;
