import type { LIMITS } from '@fanfare/contract';

/** One heading of the limits page and what stands under it, in reading order. */
export type LimitGroup = { readonly title: string; readonly limits: readonly (keyof typeof LIMITS)[] };

/** Every limit of the contract, each in one group. */
export const LIMIT_GROUPS: readonly LimitGroup[] = [
  {
    title: 'Posts',
    limits: [
      'targetsPerPost',
      'postContentChars',
      'mediaItemsPerPost',
      'altTextChars',
      'documentTitleChars',
      'thumbOffsetMs',
      'idempotencyKeyChars',
      'publishAtToleranceMs',
      'schedulerIntervalMs',
      'videoProcessingWaitMs',
      'firstCommentWaitMs',
    ],
  },
  {
    title: 'Platforms',
    limits: [
      'carouselMinItems',
      'instagramCoverBytes',
      'xWeightedLength',
      'linkedinTextChars',
      'linkedinImages',
      'hubImages',
    ],
  },
  {
    title: 'Hosted files',
    limits: [
      'mediaFilenameChars',
      'mediaFileBytes',
      'mediaPutBytes',
      'mediaUploadSeconds',
      'mediaUnusedHours',
      'mediaKeptDays',
      'openUploadsPerProject',
    ],
  },
  { title: 'Reposts', limits: ['repostAccounts', 'platformPostIdChars'] },
  {
    title: 'Accounts and hubs',
    limits: [
      'profileIdChars',
      'authUrlLifetimeMs',
      'connectCodeChars',
      'hubApiKeyChars',
      'hubUsernameChars',
      'spaceSlugChars',
      'spaceQueryChars',
      'mentionQueryChars',
    ],
  },
  {
    title: 'Requests and lists',
    limits: [
      'requestHeaderBytes',
      'requestBodyBytes',
      'requestBodyValues',
      'requestBodyLevels',
      'urlChars',
      'requestIdChars',
      'errorDetails',
      'errorDetailChars',
      'listDefault',
      'listMax',
      'listOffset',
      'cursorChars',
    ],
  },
  {
    title: 'Drafts',
    limits: ['draftsPerProject', 'draftBytes', 'draftNoteChars', 'draftKeptDays'],
  },
  {
    title: 'Webhooks and events',
    limits: [
      'webhooksPerProject',
      'webhookDescriptionChars',
      'webhookFilterEntries',
      'webhookTimeoutMs',
      'webhookAttempts',
      'webhookRetryAfterSeconds',
      'webhookInFlight',
      'webhookFailingHours',
      'webhookFailingAttempts',
      'webhookFailingDays',
      'webhookDisablingAttempts',
      'webhookResponseBytes',
      'webhookOverlapSeconds',
      'webhookToleranceSeconds',
      'replayEvents',
      'replayDeliveries',
      'replaysPerMinute',
      'webhookTestsPerMinute',
      'eventDays',
      'eventBodyBytes',
    ],
  },
  {
    title: 'Pace and cost',
    limits: [
      'requestsPerMinute',
      'projectRequestsPerMinute',
      'requestUnitBytes',
      'publishesPerMinute',
      'refusedKeysPerMinute',
      'unitsPerNetworkWrite',
      'unitsPerLinkPostOnX',
    ],
  },
];
