import type { EventAccountFacts, EventPostFacts, EventTargetFacts } from '../src/event-facts.ts';

export const AT = new Date('2026-11-20T09:30:07.912Z');

export const published: EventTargetFacts = {
  id: 'tgt_1',
  accountId: 'acc_1',
  platform: 'instagram',
  profileId: 'customer-17',
  status: 'published',
  isStarted: true,
  hasFirstComment: true,
  platformPostId: '180',
  url: 'https://www.instagram.com/p/D/',
  publishedAt: new Date('2026-11-20T09:30:05.000Z'),
  errorDetail: null,
  commentStatus: 'published',
  commentId: '179',
  commentError: null,
  unpublishedAt: null,
};

const errorDetail = {
  code: 'outcome_unknown',
  message: 'X did not answer.',
  retryable: false,
  networkCode: null,
  networkMessage: null,
  mediaIndex: null,
  remedy: 'Look at the account.',
} as const;

export const failed: EventTargetFacts = {
  id: 'tgt_2',
  accountId: 'acc_2',
  platform: 'x',
  profileId: null,
  status: 'failed',
  isStarted: true,
  hasFirstComment: false,
  platformPostId: null,
  url: null,
  publishedAt: null,
  errorDetail,
  commentStatus: 'none',
  commentId: null,
  commentError: null,
  unpublishedAt: null,
};

export const post: EventPostFacts = {
  id: 'post_1',
  createdAt: new Date('2026-11-20T09:30:00.250Z'),
  publishAt: null,
  cancelledAt: null,
  idempotencyKey: 'rye',
  targets: [published, failed],
};

export const account: EventAccountFacts = {
  id: 'acc_2',
  platform: 'x',
  profileId: 'customer-17',
  status: 'expired',
  statusReason: 'refresh_rejected',
};
