import { z } from 'zod';
import { named } from './documented.ts';

/** The meaning of each event. Past tense; one type has one shape of `data`. */
export const EVENTS = {
  'post.scheduled': 'A post was recorded for a later moment.',
  'post.published': 'Every target of a post is published.',
  'post.partially_published': 'Every target of a post has settled: some are published, some failed.',
  'post.failed': 'Every target of a post failed.',
  'post.cancelled': 'A scheduled post was cancelled. It replaces the events of its targets.',
  'target.published': 'One account of a post has it, and its first comment is done.',
  'target.failed':
    'Publishing to one account failed. With `outcome_unknown` in `errorDetail.code` the post may be live all the same.',
  'target.unpublished': 'The post of a target was removed from its network at your request.',
  'comment.published': 'The first comment of a target was posted.',
  'comment.failed': 'The first comment of a target failed; the target itself did not.',
  'follow_up.published': 'A later post of a chain, or one of `firstComments`, was posted.',
  'follow_up.failed':
    'A later post of a chain, or one of `firstComments`, failed; the target itself did not. The rest of a chain is `skipped` then.',
  'media.ready': 'The bytes of a hosted file are here and checked: posts can use it.',
  'media.failed': 'A hosted file is refused: its bytes are not what was announced, or no network takes them.',
  'repost.published': 'An account reposted a post.',
  'repost.failed': 'An account could not repost a post.',
  'account.connected': 'An account was connected, or connected again.',
  'account.expiring':
    'The credential of an account ends within 7 days and nothing can renew it; once for each credential.',
  'account.expired': 'The credential of an account is no longer valid. Let the user connect it again.',
  'account.revoked': 'An account was disconnected, by you or by its user at the network.',
  'account.removed': 'The data of an account was deleted at the request of its user.',
  'quota.warning': 'Used and reserved units reached 80 % of what the plan includes; once a period.',
  'quota.exceeded': 'The allowance of the plan is used up: a request was refused, or overage began; once a period.',
  'network.version_ended': 'A network refused a version of its API; once for each version, where you have an account.',
  'webhook.failing':
    'Every attempt to deliver to a webhook has failed for an hour, at least 4 of them; once until an attempt succeeds.',
  'webhook.disabled':
    'A webhook was disabled because of its answers: by failures, by a 410, or because it asked for it.',
  'webhook.test': 'You asked for a test of a webhook. It is sent to that webhook only and never stored.',
} as const satisfies Record<string, string>;

export type EventType = keyof typeof EVENTS;

/** Every type of event in reading order. */
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** Types that are stored: the ones a webhook can choose and `GET /events` can filter by. */
export type StoredEventType = Exclude<EventType, 'webhook.test'>;

const isStored = (type: EventType): type is StoredEventType => type !== 'webhook.test';

// A filter loses that the list is not empty.
export const STORED_EVENT_TYPES = EVENT_TYPES.filter(isStored) as [StoredEventType, ...StoredEventType[]];

export const StoredEventTypeSchema = named(
  'EventType',
  'What an event says. Types may be added.',
  z.enum(STORED_EVENT_TYPES),
);
