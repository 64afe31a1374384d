import type { EventType } from '@fanfare/sdk';

/** The subject of each type. The record is complete: a new type does not compile without one. */
const TYPES: Readonly<Record<EventType, string>> = {
  'post.scheduled': 'Posts',
  'post.published': 'Posts',
  'post.partially_published': 'Posts',
  'post.failed': 'Posts',
  'post.cancelled': 'Posts',
  'target.published': 'Targets',
  'target.failed': 'Targets',
  'target.unpublished': 'Targets',
  'comment.published': 'First comments',
  'comment.failed': 'First comments',
  'follow_up.published': 'Chains and comments',
  'follow_up.failed': 'Chains and comments',
  'media.ready': 'Hosted files',
  'media.failed': 'Hosted files',
  'repost.published': 'Reposts',
  'repost.failed': 'Reposts',
  'account.connected': 'Accounts',
  'account.expiring': 'Accounts',
  'account.expired': 'Accounts',
  'account.revoked': 'Accounts',
  'account.removed': 'Accounts',
  'quota.warning': 'Quota',
  'quota.exceeded': 'Quota',
  'network.version_ended': 'Networks',
  'webhook.failing': 'Webhooks',
  'webhook.disabled': 'Webhooks',
};

const names = Object.keys(TYPES) as EventType[];

/** Types of events in reading order, in groups. */
export const EVENT_GROUPS: readonly { readonly label: string; readonly types: readonly EventType[] }[] = [
  ...new Set(Object.values(TYPES)),
].map((label) => ({ label, types: names.filter((name) => TYPES[name] === label) }));
