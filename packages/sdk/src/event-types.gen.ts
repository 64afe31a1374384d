// Written by `pnpm golden` from the contract's list of event types.

/** Every type of event that this version of the SDK knows. */
export const EVENT_TYPES: readonly string[] = [
  'post.scheduled',
  'post.published',
  'post.partially_published',
  'post.failed',
  'post.cancelled',
  'target.published',
  'target.failed',
  'comment.published',
  'comment.failed',
  'media.ready',
  'media.failed',
  'repost.published',
  'repost.failed',
  'account.connected',
  'account.expiring',
  'account.expired',
  'account.revoked',
  'account.removed',
  'quota.warning',
  'quota.exceeded',
  'network.version_ended',
  'webhook.failing',
  'webhook.disabled',
  'webhook.test',
];
