import {
  ACCOUNT_STATUSES,
  CONNECT_FAILURE_REASONS,
  KEY_SCOPES,
  MediaItemSchema,
  REQUEST_ERROR_CODES,
  type RouteName,
  routesOf,
  STORED_EVENT_TYPES,
  TARGET_ERROR_CODES,
  TARGET_WARNING_CODES,
  TimestampSchema,
} from '@fanfare/contract';
import { PLANS, type PlanName } from '@fanfare/rules';
import { z } from 'zod';
import { DECLINABLE } from './accounts/permissions.ts';
import { HUB_KINDS } from './hubs/hub-kinds.ts';
import { HUB_FAILURES } from './hubs/hub-scripts.ts';
import { NETWORKS } from './network-rules.ts';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';
import { RECEIVER_FAILURES } from './webhooks/receivers.ts';

const oneOf = <T extends string>(names: readonly T[]): z.ZodType<T> =>
  z.custom<T>((value) => names.some((name) => name === value), { message: `Must be one of: ${names.join(', ')}.` });

const platform = oneOf(NETWORKS);
const plan = oneOf<PlanName>(Object.values(PLANS).map(({ name }) => name));
const targetCode = oneOf(TARGET_ERROR_CODES);
const without = z.array(oneOf(DECLINABLE)).optional();
/** 0 stands for ever: JSON has no infinity. */
const times = z
  .number()
  .int()
  .min(0)
  .default(1)
  .transform((count) => (count === 0 ? Number.POSITIVE_INFINITY : count));

export const SeedProjectSchema = z
  .object({ name: z.string().min(1).optional(), plan: plan.optional(), workspaceId: z.string().min(1).optional() })
  .strict();

export const SeedKeySchema = z
  .object({ projectId: z.string().min(1).optional(), scope: oneOf(KEY_SCOPES).optional() })
  .strict();

export const RevokeKeySchema = z.object({ apiKey: z.string().min(1) }).strict();

const hubType = oneOf(HUB_KINDS);
const hubUrl = z.string().url();

export const SeedHubSchema = z
  .object({
    url: hubUrl.optional(),
    type: hubType.optional(),
    name: z.string().min(1).optional(),
    spaces: z
      .array(
        z
          .object({
            slug: z.string().min(1),
            name: z.string().min(1).optional(),
            id: z.string().min(1).optional(),
            description: z.string().optional(),
          })
          .strict(),
      )
      .optional(),
  })
  .strict();

export const ConnectCodeSchema = z
  .object({
    hubUrl: hubUrl.optional(),
    type: hubType.optional(),
    username: z.string().min(1).optional(),
    defaultSpaceSlug: z.string().min(1).optional(),
  })
  .strict();

export const HubFailureSchema = z
  .object({
    code: oneOf(HUB_FAILURES.connect),
    hubUrl: hubUrl.optional(),
    on: z.enum(['connect', 'spaces']).optional(),
    times,
    message: z.string().min(1).optional(),
  })
  .strict();

export const SeedAccountSchema = z
  .object({
    platform,
    username: z.string().min(1).optional(),
    status: z.enum(ACCOUNT_STATUSES).optional(),
    statusReason: z.string().optional(),
    profileId: z.string().min(1).optional(),
    platformUserId: z.string().optional(),
    without,
    hub: z
      .object({
        url: hubUrl.optional(),
        type: hubType.optional(),
        defaultSpaceSlug: z.string().min(1).optional(),
      })
      .strict()
      .optional(),
  })
  .strict();

export const SeedPostSchema = z
  .object({
    content: z.string().optional(),
    mediaItems: z.array(MediaItemSchema).optional(),
    idempotencyKey: z.string().optional(),
    createdAt: TimestampSchema.optional(),
    publishAt: TimestampSchema.optional(),
    targets: z
      .array(
        z
          .object({
            account: z.string(),
            status: z.enum(['published', 'failed']).optional(),
            error: targetCode.optional(),
            firstComment: z.string().optional(),
            commentError: targetCode.optional(),
          })
          .strict(),
      )
      .min(1),
  })
  .strict();

export const SeedWebhookSchema = z
  .object({
    url: z.string().url().optional(),
    events: z.array(oneOf(STORED_EVENT_TYPES)).optional(),
    platforms: z.array(platform).optional(),
    profileId: z.string().optional(),
    description: z.string().optional(),
    enabled: z.boolean().optional(),
    secret: z.string().optional(),
  })
  .strict();

export const WebhookFailureSchema = z
  .object({
    how: z.union([z.number().int(), oneOf(RECEIVER_FAILURES)]),
    webhookId: z.string().optional(),
    times,
    retryAfterSeconds: z.number().min(0).optional(),
    control: z.enum(['disable', 'abort-message']).optional(),
    response: z.string().optional(),
  })
  .strict();

export const ExpireSchema = z.object({ at: TimestampSchema.optional() }).strict();

export const SeedSchema = z
  .object({
    plan: plan.optional(),
    hubs: z.array(SeedHubSchema).optional(),
    accounts: z.array(SeedAccountSchema).optional(),
    posts: z.array(SeedPostSchema).optional(),
    webhooks: z.array(SeedWebhookSchema).optional(),
    usedUnits: z.number().int().min(0).optional(),
  })
  .strict();

export const ClockSchema = z.union([
  z.object({ advanceMs: z.number().min(0) }).strict(),
  z.object({ travelTo: TimestampSchema }).strict(),
]);

export const ScenarioSchema = z.object({ name: oneOf<ScenarioName>(SCENARIO_NAMES) }).strict();

const scope = { platform, accountId: z.string().optional(), times };

export const NetworkSchema = z.union([
  z
    .object({
      ...scope,
      fail: z.enum(['publish', 'comment', 'repost', 'metrics']),
      code: targetCode,
      networkMessage: z.string().optional(),
      networkCode: z.string().optional(),
      mediaIndex: z.number().int().min(0).optional(),
    })
    .strict(),
  z.object({ ...scope, warn: oneOf(TARGET_WARNING_CODES), message: z.string().optional() }).strict(),
  z.object({ platform, endVersion: z.string().min(1), nextVersion: z.string().min(1).optional() }).strict(),
  z
    .object({ ...scope, slow: z.enum(['publish', 'comment', 'repost']).default('publish'), slowMs: z.number().min(0) })
    .strict(),
]);

export const FaultSchema = z
  .object({
    route: oneOf<RouteName>(routesOf().map(({ name }) => name)).optional(),
    times,
    delayMs: z.number().min(0).optional(),
    code: oneOf(REQUEST_ERROR_CODES).optional(),
    status: z.number().int().min(200).max(599).optional(),
    drop: z.enum(['before', 'after']).optional(),
  })
  .strict();

const failures = CONNECT_FAILURE_REASONS.flatMap((reason) =>
  reason === 'access_denied' || reason === 'state_invalid' ? [] : [reason],
);

export const ConnectSchema = z.union([
  z
    .object({
      authUrl: z.string().url(),
      outcome: z.literal('approve'),
      username: z.string().min(1).optional(),
      pages: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
      without,
    })
    .strict(),
  z.object({ authUrl: z.string().url(), outcome: z.literal('deny') }).strict(),
  z.object({ authUrl: z.string().url(), outcome: oneOf(failures) }).strict(),
]);
