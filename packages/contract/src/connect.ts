import { z } from 'zod';
import { profileIdInRequest } from './accounts.ts';
import { named } from './documented.ts';
import { HubTypeSchema } from './hub-type.ts';
import { LIMITS } from './limits.ts';
import { OAuthPlatformSchema } from './platform.ts';
import { requestObject } from './request-object.ts';
import { text } from './text.ts';
import { hubUrlProblem, redirectUrlProblem, urlText } from './url.ts';

export const ConnectBodySchema = named(
  'ConnectRequest',
  'Starts the hosted connect flow of one network.',
  requestObject({
    platform: OAuthPlatformSchema.describe('Network to connect.'),
    profileId: profileIdInRequest()
      .optional()
      .describe('Grouping key of the accounts that will be connected, 1 to 255 characters.'),
    redirectUrl: urlText(redirectUrlProblem)
      .optional()
      .describe(
        'Where the user goes afterwards: https, or http on a loopback host, without user info and fragment, at most 2,048 characters; its query parameters are kept.',
      ),
  }),
);
export type ConnectBody = z.infer<typeof ConnectBodySchema>;

export const ConnectResponseSchema = named(
  'ConnectStarted',
  'Where to send the user.',
  z.object({
    authUrl: z.string().describe('Address to open in the user’s browser; it is valid for 10 minutes and works once.'),
  }),
);
export type ConnectResponse = z.infer<typeof ConnectResponseSchema>;

/** Values of `reason` after a failed connect. `state_invalid` is shown on our own page only. */
export const CONNECT_FAILURE_REASONS = [
  'access_denied',
  'state_invalid',
  'exchange_failed',
  'permissions_missing',
  'account_not_eligible',
  'account_limit_reached',
  'network_unavailable',
] as const;
export type ConnectFailureReason = (typeof CONNECT_FAILURE_REASONS)[number];

export const ConnectHubBodySchema = named(
  'ConnectHubRequest',
  'Connects an account of a self-hosted hub, with exactly one of `apiKey` and `connectCode`.',
  requestObject({
    hubUrl: urlText(hubUrlProblem).describe(
      'Address of the hub, without user info, query and fragment, at most 2,048 characters.',
    ),
    type: HubTypeSchema.optional().describe('Software of the hub; required with `apiKey`, ignored with `connectCode`.'),
    apiKey: text({ min: 1, max: LIMITS.hubApiKeyChars.value })
      .optional()
      .describe(
        'Key of the hub user, such as a WordPress application password, at most 1,024 characters; never returned.',
      ),
    username: text({ min: 1, max: LIMITS.hubUsernameChars.value })
      .optional()
      .describe('Name of the hub user, at most 255 characters; required for `wordpress` with `apiKey`.'),
    connectCode: text({ min: 1, max: LIMITS.connectCodeChars.value })
      .optional()
      .describe('One-time code the hub user generated, at most 255 characters.'),
    defaultSpaceSlug: text({ min: 1, max: LIMITS.spaceSlugChars.value })
      .optional()
      .describe('Space for targets that name none, 1 to 255 characters; the hub must have it.'),
    profileId: profileIdInRequest().optional().describe('Grouping key of the account, 1 to 255 characters.'),
  }).superRefine((body, ctx) => {
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if ((body.apiKey === undefined) === (body.connectCode === undefined)) {
      refuse('apiKey', 'Give exactly one of `apiKey` and `connectCode`.');
    } else if (body.apiKey !== undefined && body.type === undefined) {
      refuse('type', 'Required with `apiKey`.');
    } else if (body.apiKey !== undefined && body.type === 'wordpress' && body.username === undefined) {
      refuse('username', 'Required for `wordpress` with `apiKey`.');
    }
  }),
  { 'x-one-of': [{ required: ['apiKey', 'type'] }, { required: ['connectCode'] }] },
);
export type ConnectHubBody = z.infer<typeof ConnectHubBodySchema>;
