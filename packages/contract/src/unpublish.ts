import { z } from 'zod';
import { named } from './documented.ts';
import { idInRequest, idInResponse } from './ids.ts';
import { LIMITS } from './limits.ts';
import { PlatformSchema } from './platform.ts';
import { neverNull, requestObject } from './request-object.ts';
import { utcTimestamp } from './timestamp.ts';

export const UNPUBLISH_STATUSES = ['unpublished', 'failed', 'unsupported', 'not_published'] as const;
export type UnpublishStatus = (typeof UNPUBLISH_STATUSES)[number];
export const UnpublishStatusSchema = named(
  'UnpublishStatus',
  'Outcome of removing a target from its network; `unsupported` where the platform has no such call, `not_published` where there is nothing to remove.',
  z.enum(UNPUBLISH_STATUSES),
);

export const TargetUnpublishSchema = named(
  'TargetUnpublish',
  'The outcome of removing one target from its network.',
  z.object({
    targetId: idInResponse('target').describe('Target that was to be removed.'),
    accountId: idInResponse('account').describe('Account that published it.'),
    platform: PlatformSchema.describe('Platform of the account.'),
    status: UnpublishStatusSchema.describe('Outcome for this target.'),
    error: z
      .string()
      .nullable()
      .describe(
        'Why it was not removed: `code: message` where it failed, otherwise a sentence; null where it was removed. The post is still live, except perhaps after `outcome_unknown`.',
      ),
    unpublishedAt: utcTimestamp().nullable().describe('When the post was removed from the network; null otherwise.'),
  }),
);
export type TargetUnpublish = z.infer<typeof TargetUnpublishSchema>;

export const UnpublishPostBodySchema = named(
  'UnpublishPostRequest',
  'Which targets of a post to remove from their networks.',
  requestObject({
    targetIds: neverNull(
      z
        .array(idInRequest('target'))
        .min(1)
        .max(LIMITS.targetsPerPost.value)
        .optional()
        .describe('Targets of the post to remove, 1 to 10; without it every target. Null is refused.'),
      'Must not be null: every target would be removed. Name the targets, or leave the field out to remove all.',
    ),
  }),
);

export const UnpublishPostResponseSchema = named(
  'PostUnpublished',
  'One outcome per target.',
  z.object({ targets: z.array(TargetUnpublishSchema).describe('Outcomes in the order of the post’s targets.') }),
);
export type UnpublishPostResponse = z.infer<typeof UnpublishPostResponseSchema>;
