import { TARGET_ERRORS, type TargetErrorCode, type TargetErrorDetail } from '@fanfare/contract';
import { expect } from 'vitest';

/** Matches values that differ from run to run; everything else of a body is written out. */
const match = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const typeId = (prefix: string): unknown => match(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));

export const ANY = {
  accountId: typeId('acc'),
  postId: typeId('post'),
  targetId: typeId('tgt'),
  eventId: typeId('evt'),
  webhookId: typeId('whk'),
  deliveryId: typeId('dlv'),
  mediaId: typeId('med'),
  draftId: typeId('drf'),
  /** ISO 8601, UTC, milliseconds. */
  time: match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  requestId: match(/^[\w-]{1,64}$/),
  sentence: match(/^\S.*\S$/s),
  text: match(/^\S+$/),
  url: match(/^https?:\/\/\S+$/),
  count: expect.any(Number) as unknown,
  /** The statements of section 2.3 say what is in it. */
  requested: expect.any(Object) as unknown,
} as const;

/** A target that was published, with no first comment asked for. */
export const publishedTarget = (account: { readonly id: string; readonly platform: string }) => ({
  id: ANY.targetId,
  accountId: account.id,
  platform: account.platform,
  status: 'published',
  platformPostId: ANY.text,
  url: ANY.url,
  error: null,
  errorDetail: null,
  publishedAt: ANY.time,
  commentStatus: 'none',
  commentId: null,
  commentError: null,
  unpublishedAt: null,
  unpublishError: null,
  warnings: [] as readonly unknown[],
  requested: ANY.requested,
});

/** A target that waits for its time. */
export const pendingTarget = (account: { readonly id: string; readonly platform: string }) => ({
  ...publishedTarget(account),
  status: 'pending',
  platformPostId: null,
  url: null,
  publishedAt: null,
});

/**
 * A target that failed with this code, as retryable as the catalogue says; `detail` is what else is
 * known of its `errorDetail`.
 */
export const failedTarget = (
  account: { readonly id: string; readonly platform: string },
  code: TargetErrorCode,
  detail: { readonly [Field in keyof TargetErrorDetail]?: unknown } = {},
) => ({
  ...pendingTarget(account),
  status: 'failed',
  error: match(new RegExp(`^${code}: \\S`)),
  errorDetail: {
    code,
    message: ANY.sentence,
    retryable: TARGET_ERRORS[code].retryable,
    networkCode: expect.toSatisfy((value) => value === null || typeof value === 'string'),
    networkMessage: expect.toSatisfy((value) => value === null || typeof value === 'string'),
    mediaIndex: null,
    remedy: ANY.sentence,
    ...detail,
  },
});

/**
 * A body of an error, which leads to its code in the documentation; `details` only where the code
 * has some.
 */
export const errorBody = (code: string, details?: readonly unknown[]) => ({
  error: {
    code,
    message: ANY.sentence,
    requestId: ANY.requestId,
    ...(details && { details }),
    docUrl: match(new RegExp(`^https?://\\S+#${code}$`)),
  },
});

/** An account that can publish. `profileId` is absent unless one was given. */
export const activeAccount = (
  platform: string,
  { username = ANY.text, profileId }: { readonly username?: unknown; readonly profileId?: string } = {},
) => ({
  id: ANY.accountId,
  platform,
  ...(profileId !== undefined && { profileId }),
  platformUserId: ANY.text,
  username,
  status: 'active',
  statusReason: null,
  connectedAt: ANY.time,
});

const textOrNull: unknown = expect.toSatisfy((value) => value === null || typeof value === 'string');

/**
 * A hub account that can publish. The hub's own name of its user is in `username`, which need not
 * be the one that was given.
 */
export const activeHubAccount = (
  { type, hubUrl }: { readonly type: string; readonly hubUrl: string },
  {
    defaultSpaceSlug = null,
    profileId,
  }: { readonly defaultSpaceSlug?: string | null; readonly profileId?: string } = {},
) => ({
  ...activeAccount('hub', profileId === undefined ? {} : { profileId }),
  platformUserId: expect.stringMatching(/^user:\S+$/),
  hub: { type, url: hubUrl, name: ANY.sentence, defaultSpaceSlug },
});

/** A space of a hub as the list shows it. */
export const spaceOf = (
  { slug, name }: { readonly slug: string; readonly name: string },
  { isDefault = false }: { readonly isDefault?: boolean } = {},
) => ({ slug, id: ANY.text, name, description: textOrNull, url: textOrNull, isDefault, canPost: null });

/** A webhook that receives every event, and what is different of it. */
export const enabledWebhook = (fields: Readonly<Record<string, unknown>> & { readonly url: string }) => ({
  id: ANY.webhookId,
  description: '',
  events: [] as readonly string[],
  platforms: [] as readonly string[],
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  pausedUntil: null,
  previousSecretExpiresAt: null,
  createdAt: ANY.time,
  ...fields,
});

/** A body of `invalid_request` with these paths at fault, in any order. */
export const invalidRequest = (...paths: readonly string[]) =>
  errorBody(
    'invalid_request',
    paths.map((path) => ({ path, message: ANY.sentence })),
  );
