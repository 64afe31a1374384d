import type { EventPost, EventPostTarget, EventTarget } from './event-parts.ts';
import type { EventType } from './event-types.ts';
import type { EventOf, WebhookEvent } from './events.ts';
import { exampleMediaFile, exampleRefusedFile } from './example-media-files.ts';
import {
  exampleAccount,
  exampleCancelledPost,
  exampleInstagramTarget,
  examplePost,
  exampleScheduledPost,
  exampleXAccount,
  exampleXTarget,
} from './example-resources.ts';
import type { EventMedia, MediaFile } from './media-files.ts';
import type { Post } from './posts.ts';
import type { Target } from './targets.ts';
import type { Usage } from './usage.ts';

const profileOf = ({ accountId }: Target) =>
  [exampleAccount, exampleXAccount].find(({ id }) => id === accountId)?.profileId;

const grouped = (target: Target) => {
  const profileId = profileOf(target);
  return { accountId: target.accountId, platform: target.platform, ...(profileId !== undefined && { profileId }) };
};

const toPost = ({ id, status, createdAt, publishAt, cancelledAt }: Post, idempotencyKey: string): EventPost => ({
  ...{ id, status, createdAt, publishAt, cancelledAt, idempotencyKey },
});

const toTargets = ({ targets }: Post): EventPostTarget[] =>
  targets.map((target) => ({
    id: target.id,
    ...grouped(target),
    status: target.status,
    errorCode: target.errorDetail?.code ?? null,
  }));

const toTarget = (target: Target): EventTarget => {
  const { id, status, platformPostId, url, publishedAt, error, errorDetail } = target;
  const { commentStatus, commentId, commentError, unpublishedAt } = target;
  return {
    ...{ id, ...grouped(target), status, platformPostId, url, publishedAt, error, errorDetail },
    ...{ commentStatus, commentId, commentError, unpublishedAt },
  };
};

const rye = toPost(examplePost, 'rye-2026-11-20');
const xTargetPublished: Target = {
  ...exampleXTarget,
  status: 'published',
  platformPostId: '1991788004561125376',
  url: 'https://x.com/harbourbakery/status/1991788004561125376',
  error: null,
  errorDetail: null,
  publishedAt: '2026-11-20T09:30:01.102Z',
};
const ofPost = (post: Post, idempotencyKey = 'rye-2026-11-20') => ({
  post: toPost(post, idempotencyKey),
  targets: toTargets(post),
});
const ofTarget = (target: Target) => ({ post: rye, target: toTarget(target) });
const failedComment: Target = {
  ...exampleInstagramTarget,
  commentStatus: 'failed',
  commentId: null,
  commentError: 'rate_limited: Instagram limits how many comments the account may write.',
};

const mediaInEvent = ({
  id,
  status,
  filename,
  contentType,
  bytes,
  facts,
  problems,
  error,
  createdAt,
}: MediaFile): EventMedia => ({
  ...{ id, status, filename, contentType, bytes, facts, problems, error, createdAt },
});

const account = {
  id: exampleXAccount.id,
  platform: exampleXAccount.platform,
  profileId: 'customer-17',
  status: exampleXAccount.status,
  statusReason: null,
};
const usage: Usage = {
  plan: 'free',
  periodStart: '2026-11-01T00:00:00.000Z',
  periodEnd: '2026-12-01T00:00:00.000Z',
  included: 100,
  used: 77,
  reserved: 3,
  remaining: 20,
  overage: false,
};
const repost = {
  accountId: exampleXAccount.id,
  platform: exampleXAccount.platform,
  profileId: 'customer-17',
  platformPostId: '1991788004561125376',
  targetId: exampleXTarget.id,
};

/** The data of one event of each type. */
const DATA: { readonly [Type in EventType]: EventOf<Type>['data'] } = {
  'post.scheduled': ofPost(exampleScheduledPost, 'stollen-2026'),
  'post.published': ofPost({
    ...examplePost,
    status: 'published',
    targets: [exampleInstagramTarget, xTargetPublished],
  }),
  'post.partially_published': ofPost(examplePost),
  'post.failed': ofPost({ ...examplePost, status: 'failed', targets: [exampleXTarget] }),
  'post.cancelled': ofPost(exampleCancelledPost, 'stollen-2026'),
  'target.published': ofTarget(exampleInstagramTarget),
  'target.failed': ofTarget(exampleXTarget),
  'target.unpublished': ofTarget({ ...xTargetPublished, unpublishedAt: '2026-11-20T17:05:12.250Z' }),
  'comment.published': ofTarget(exampleInstagramTarget),
  'comment.failed': ofTarget(failedComment),
  'follow_up.published': {
    ...ofTarget(xTargetPublished),
    followUp: {
      ...{ field: 'thread', index: 1, status: 'published', platformPostId: '1991788009405562880' },
      ...{ url: 'https://x.com/ana/status/1991788009405562880', error: null },
    },
  },
  'follow_up.failed': {
    ...ofTarget(xTargetPublished),
    followUp: {
      ...{ field: 'thread', index: 2, status: 'failed', platformPostId: null, url: null },
      error: 'duplicate_content: X has a post with this text already.',
    },
  },
  'media.ready': { media: mediaInEvent(exampleMediaFile) },
  'media.failed': { media: mediaInEvent(exampleRefusedFile) },
  'repost.published': {
    repost: {
      ...repost,
      status: 'reposted',
      platformRepostId: '1991790113370812416',
      error: null,
      repostedAt: '2026-11-20T09:38:24.007Z',
    },
  },
  'repost.failed': {
    repost: {
      ...repost,
      status: 'failed',
      platformRepostId: null,
      error: 'account_restricted: X has restricted the account.',
      repostedAt: null,
    },
  },
  'account.connected': { account },
  'account.expiring': { account, expiresAt: '2026-11-27T08:16:30.000Z' },
  'account.expired': { account: { ...account, status: 'expired', statusReason: 'refresh_rejected' } },
  'account.revoked': { account: { ...account, status: 'revoked', statusReason: 'revoked_by_user' } },
  'account.removed': { account: { id: account.id, platform: account.platform } },
  'quota.warning': { usage },
  'quota.exceeded': { usage: { ...usage, used: 98, reserved: 2, remaining: 0 } },
  'network.version_ended': { network: { platform: 'linkedin', version: '202511', nextVersion: '202611' } },
  'webhook.failing': {
    webhook: {
      id: 'whk_01m7vz0c4qe8a9dm2n9r7t6x1b',
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: '2026-11-20T08:15:30.000Z',
    },
  },
  'webhook.disabled': {
    webhook: {
      id: 'whk_01m7vz0c4qe8a9dm2n9r7t6x1b',
      enabled: false,
      disabledReason: 'gone',
      disabledAt: '2026-11-20T08:16:30.000Z',
      failingSince: '2026-11-20T08:15:30.000Z',
    },
  },
  'webhook.test': { webhook: { id: 'whk_01m7vz0c4qe8a9dm2n9r7t6x1b' } },
};

/**
 * A valid event of a type.
 *
 * @example
 * eventExample('target.failed').data.target.errorDetail?.code; // 'duplicate_content'
 */
export function eventExample<Type extends EventType>(type: Type): EventOf<Type> {
  const event = {
    id: 'evt_01m7w4nd6xe3k8yv9qkq3c2w8h',
    type,
    timestamp: '2026-11-20T09:30:07.912Z',
    data: DATA[type],
  };
  // The data belongs to the type; TypeScript cannot follow a lookup by a type parameter.
  return event as WebhookEvent as EventOf<Type>;
}
