import { z } from 'zod';
import { named } from './documented.ts';
import { HubTypeSchema } from './hub-type.ts';
import { idInPath, idInResponse } from './ids.ts';
import { LIMITS } from './limits.ts';
import { PlatformSchema } from './platform.ts';
import { queryBoolean } from './query.ts';
import { requestObject } from './request-object.ts';
import { text } from './text.ts';
import { utcTimestamp } from './timestamp.ts';

export const ACCOUNT_STATUSES = ['active', 'expired', 'revoked'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
export const AccountStatusSchema = named(
  'AccountStatus',
  'Whether an account can publish: `active`, `expired` (its credential is no longer valid) or `revoked` (disconnected).',
  z.enum(ACCOUNT_STATUSES),
);

/** The grouping key of an account. An empty one in a webhook's filter means every account. */
export const profileId = () => text({ max: LIMITS.profileIdChars.value });

/** The grouping key that a caller gives an account or filters by; it is never empty. */
export const profileIdInRequest = () => text({ min: 1, max: LIMITS.profileIdChars.value });

/** Facts about the hub of a hub account. */
export const HubSchema = named(
  'Hub',
  'The self-hosted hub an account belongs to.',
  z.object({
    type: HubTypeSchema.describe('The software the hub runs, or the protocol it speaks.'),
    url: z.string().describe('Address of the hub, without a trailing slash.'),
    name: z.string().describe('Name of the hub.'),
    defaultSpaceSlug: z.string().nullable().describe('Space for targets that name none; null for the hub’s default.'),
  }),
);
export type Hub = z.infer<typeof HubSchema>;

/** A connected social account (spec 2.1). Credentials never appear. */
const account = named(
  'Account',
  'A connected social account; its credentials are never returned.',
  z.object({
    id: idInResponse('account').describe('Stable id; a reconnect of the same profile reuses it.'),
    platform: PlatformSchema.describe('Network of the account, or `hub`.'),
    profileId: profileId().optional().describe('Your grouping key, at most 255 characters; absent when you gave none.'),
    platformUserId: z
      .string()
      .describe(
        'The network’s own id; `organization:{id}` for a LinkedIn page, `user:{id}@{host}{path}` for a hub account.',
      ),
    username: z.string().describe('Name of the account on the network.'),
    status: AccountStatusSchema.describe('Whether the account can publish.'),
    statusReason: z
      .string()
      .nullable()
      .describe(
        'Why the account is not active: `revoked_by_user` (at the network, or the hub no longer accepts the key), `refresh_rejected` (the network refused to renew the credential), `not_renewable` (the credential ended and nothing could renew it), `refresh_outcome_lost` (the answer to a renewal was lost, and the new credential with it) or `disconnected` (by you). Values may be added. Null while the account is active.',
      ),
    connectedAt: utcTimestamp().describe('When the account was last connected.'),
    hub: HubSchema.optional().describe('The hub, on hub accounts only.'),
  }),
);
export type Account = z.infer<typeof account>;
export interface AccountSchema extends z.ZodType<Account> {}
export const AccountSchema: AccountSchema = account;

export const AccountPathSchema = z.object({ id: idInPath('account').describe('Id of the account.') });

export const ListAccountsQuerySchema = requestObject({
  profileId: profileIdInRequest().optional().describe('Only accounts with this grouping key.'),
  platform: PlatformSchema.optional().describe('Only accounts of this platform.'),
  status: AccountStatusSchema.optional().describe(
    'Only accounts with this status; `revoked` shows them without `includeRevoked`.',
  ),
  includeRevoked: queryBoolean().describe('Whether revoked accounts are included, `true` or `false` (default).'),
});

export const ListAccountsResponseSchema = named(
  'AccountList',
  'The accounts of the project, oldest first.',
  z.object({ accounts: z.array(AccountSchema).describe('Accounts that match, oldest first.') }),
);

export const AccountResponseSchema = named(
  'AccountAnswer',
  'One account.',
  z.object({ account: AccountSchema.describe('The account.') }),
);

export const DeleteAccountResponseSchema = named(
  'AccountDeleted',
  'The account’s credentials are destroyed; repeated calls return the same.',
  z.object({ deleted: z.literal(true).describe('Always true.') }),
);
