import { z } from 'zod';
import { named } from './documented.ts';
import { idInRequest, idInResponse } from './ids.ts';
import { LIMITS } from './limits.ts';
import { PlatformSchema } from './platform.ts';
import { neverNull, requestObject } from './request-object.ts';
import { text } from './text.ts';
import { utcTimestamp } from './timestamp.ts';

export const REPOST_STATUSES = ['reposted', 'failed', 'unsupported'] as const;
export type RepostStatus = (typeof REPOST_STATUSES)[number];
export const RepostStatusSchema = named(
  'RepostStatus',
  'Outcome of a repost; `unsupported` where the platform has no reposts.',
  z.enum(REPOST_STATUSES),
);

const outcome = {
  accountId: idInResponse('account').describe('Account that reposts.'),
  platform: PlatformSchema.describe('Platform of the account.'),
  status: RepostStatusSchema.describe('Outcome for this account.'),
  platformRepostId: z
    .string()
    .nullable()
    .describe(
      'The network’s id of the repost; null where it gives none, for example when the account had reposted the post by hand.',
    ),
  error: z
    .string()
    .nullable()
    .describe('Why it failed, as `code: message`, with advice where it helps; null otherwise.'),
  repostedAt: utcTimestamp().nullable().describe('When the network first accepted the repost; null otherwise.'),
};

/** The outcome of reposting one target of a post. */
export const TargetRepostSchema = named(
  'TargetRepost',
  'The outcome of reposting one target from the account that published it.',
  z.object({ targetId: idInResponse('target').describe('Target that was reposted.'), ...outcome }),
);
export type TargetRepost = z.infer<typeof TargetRepostSchema>;

/** The outcome of reposting any post from one account. */
export const AccountRepostSchema = named(
  'AccountRepost',
  'The outcome of a repost from one account.',
  z.object(outcome),
);
export type AccountRepost = z.infer<typeof AccountRepostSchema>;

export const RepostPostBodySchema = named(
  'RepostPostRequest',
  'Which published targets of a post to repost.',
  requestObject({
    targetIds: neverNull(
      z
        .array(idInRequest('target'))
        .min(1)
        .max(LIMITS.targetsPerPost.value)
        .optional()
        .describe('Targets of the post to repost, 1 to 10; without it every published target. Null is refused.'),
      'Must not be null: every published target would be reposted. Name the targets, or leave the field out to repost them all.',
    ),
  }),
);

export const RepostPostResponseSchema = named(
  'PostReposted',
  'One outcome per published target.',
  z.object({ reposts: z.array(TargetRepostSchema).describe('Outcomes in the order of the post’s targets.') }),
);
export type RepostPostResponse = z.infer<typeof RepostPostResponseSchema>;

export const CreateRepostBodySchema = named(
  'CreateRepostRequest',
  'Any post, named by `url` or by `platform` and `platformPostId`, and the accounts that repost it.',
  requestObject({
    url: text({ min: 1, max: LIMITS.urlChars.value })
      .optional()
      .describe(
        'Public link of the post in any form that `x` uses, with or without `https://`, or its id alone; at most 2,048 characters.',
      ),
    platform: PlatformSchema.optional().describe('Platform of the post; together with `platformPostId`.'),
    platformPostId: text({ min: 1, max: LIMITS.platformPostIdChars.value })
      .optional()
      .describe(
        'The network’s own id of the post, 1 to 255 characters, in the form of the platform; together with `platform`.',
      ),
    accountIds: z
      .array(idInRequest('account'))
      .min(1)
      .max(LIMITS.repostAccounts.value)
      .describe('Accounts that repost it, 1 to 10, on the platform of the post. An account named twice reposts once.'),
  }).superRefine((body, ctx) => {
    const byId = body.platform !== undefined && body.platformPostId !== undefined;
    const anyId = body.platform !== undefined || body.platformPostId !== undefined;
    if (body.url === undefined ? byId : !anyId) return;
    ctx.addIssue({
      code: 'custom',
      path: ['url'],
      message: 'Give either `url`, or `platform` and `platformPostId`.',
    });
  }),
  { 'x-one-of': [{ required: ['url'] }, { required: ['platform', 'platformPostId'] }] },
);
export type CreateRepostBody = z.infer<typeof CreateRepostBodySchema>;

export const CreateRepostResponseSchema = named(
  'RepostCreated',
  'One outcome per account.',
  z.object({ reposts: z.array(AccountRepostSchema).describe('Outcomes in the order of `accountIds`.') }),
);
export type CreateRepostResponse = z.infer<typeof CreateRepostResponseSchema>;
