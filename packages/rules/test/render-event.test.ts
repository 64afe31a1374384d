import { EVENT_TYPES, EventSchema, type EventType, eventExample, LIMITS } from '@fanfare/contract';
import { describe, expect, it, test } from 'vitest';
import type { EventFacts } from '../src/index.ts';
import { renderEvent } from '../src/index.ts';
import { AT, account, failed, post, published } from './event-sample.ts';

const usage = eventExample('quota.warning').data.usage;
const network = { platform: 'linkedin', version: '202511', nextVersion: null } as const;
const repost = {
  ...{ accountId: 'acc_1', platform: 'x', profileId: null, platformPostId: '20', targetId: null },
  ...{ status: 'reposted', platformRepostId: '21', error: null, repostedAt: AT },
} as const;

const shownPost = {
  id: 'post_1',
  status: 'partial',
  createdAt: '2026-11-20T09:30:00.250Z',
  publishAt: null,
  cancelledAt: null,
  idempotencyKey: 'rye',
};
const shownPublished = {
  id: 'tgt_1',
  accountId: 'acc_1',
  platform: 'instagram',
  profileId: 'customer-17',
  status: 'published',
  platformPostId: '180',
  url: 'https://www.instagram.com/p/D/',
  publishedAt: '2026-11-20T09:30:05.000Z',
  error: null,
  errorDetail: null,
  commentStatus: 'published',
  commentId: '179',
  commentError: null,
  unpublishedAt: null,
};
const shownFailed = {
  id: 'tgt_2',
  accountId: 'acc_2',
  platform: 'x',
  status: 'failed',
  platformPostId: null,
  url: null,
  publishedAt: null,
  error: 'outcome_unknown: X did not answer.',
  errorDetail: failed.errorDetail,
  commentStatus: 'none',
  commentId: null,
  commentError: null,
  unpublishedAt: null,
};
const ofPost = {
  post: shownPost,
  targets: [
    {
      ...{ id: 'tgt_1', accountId: 'acc_1', platform: 'instagram', profileId: 'customer-17' },
      ...{ status: 'published', errorCode: null },
    },
    { id: 'tgt_2', accountId: 'acc_2', platform: 'x', status: 'failed', errorCode: 'outcome_unknown' },
  ],
};
const webhook = {
  id: 'whk_1',
  enabled: false,
  disabledReason: 'gone',
  disabledAt: AT.toISOString(),
  failingSince: AT.toISOString(),
};
const shownAccount = {
  id: 'acc_2',
  platform: 'x',
  profileId: 'customer-17',
  status: 'expired',
  statusReason: 'refresh_rejected',
};

const later = { kind: 'thread', index: 1, errorDetail: null, platformPostId: null, url: null };
const shownLater = { field: 'thread', index: 1, platformPostId: null, url: null, error: null };

type Rendered = readonly [facts: Record<string, unknown>, data: Record<string, unknown>];
const ofWhole: Rendered = [{ post }, ofPost];
const ofPublished: Rendered = [
  { post, targetId: 'tgt_1' },
  { post: shownPost, target: shownPublished },
];
const ofRepost: Rendered = [
  { repost },
  {
    repost: {
      ...{ accountId: 'acc_1', platform: 'x', platformPostId: '20', targetId: null },
      ...{ status: 'reposted', platformRepostId: '21', error: null, repostedAt: AT.toISOString() },
    },
  },
];
const ofAccount: Rendered = [{ account }, { account: shownAccount }];
const ofUsage: Rendered = [{ usage }, { usage }];

const ofMedia: Rendered = [eventExample('media.ready').data, eventExample('media.ready').data];

const CASES: { readonly [Type in EventType]: Rendered } = {
  'post.scheduled': ofWhole,
  'post.published': ofWhole,
  'post.partially_published': ofWhole,
  'post.failed': ofWhole,
  'post.cancelled': ofWhole,
  'target.published': ofPublished,
  'target.failed': [
    { post, targetId: 'tgt_2' },
    { post: shownPost, target: shownFailed },
  ],
  'target.unpublished': [
    { post: { ...post, targets: [{ ...published, unpublishedAt: AT }, failed] }, targetId: 'tgt_1' },
    { post: shownPost, target: { ...shownPublished, unpublishedAt: AT.toISOString() } },
  ],
  'comment.published': ofPublished,
  'comment.failed': ofPublished,
  'follow_up.published': [
    {
      post,
      targetId: 'tgt_1',
      followUp: { ...later, status: 'published', platformPostId: '22', url: 'https://x.example/22' },
    },
    {
      ...{ post: shownPost, target: shownPublished },
      followUp: { ...shownLater, status: 'published', platformPostId: '22', url: 'https://x.example/22' },
    },
  ],
  'follow_up.failed': [
    {
      post,
      targetId: 'tgt_1',
      followUp: { ...later, kind: 'comment', status: 'failed', errorDetail: failed.errorDetail },
    },
    {
      ...{ post: shownPost, target: shownPublished },
      followUp: {
        ...{ ...shownLater, field: 'firstComments', status: 'failed' },
        error: 'outcome_unknown: X did not answer.',
      },
    },
  ],
  'repost.published': ofRepost,
  'repost.failed': ofRepost,
  'account.connected': ofAccount,
  'account.expiring': [
    { account, expiresAt: AT },
    { account: shownAccount, expiresAt: AT.toISOString() },
  ],
  'account.expired': ofAccount,
  'account.revoked': ofAccount,
  'account.removed': [{ account }, { account: { id: 'acc_2', platform: 'x' } }],
  'media.ready': ofMedia,
  'media.failed': ofMedia,
  'quota.warning': ofUsage,
  'quota.exceeded': ofUsage,
  'network.version_ended': [{ network }, { network }],
  'webhook.failing': [{ webhook }, { webhook }],
  'webhook.disabled': [{ webhook }, { webhook }],
  'webhook.test': [{ webhook: { id: 'whk_1' } }, { webhook: { id: 'whk_1' } }],
};

const render = (type: EventType, facts: Record<string, unknown>) =>
  renderEvent({ id: 'evt_1', at: AT, type, ...facts } as EventFacts);

test.each(EVENT_TYPES)('%s has the whole body that the contract says', (type) => {
  const [facts, data] = CASES[type];
  const event = render(type, facts);
  expect(event).toEqual({ id: 'evt_1', type, timestamp: '2026-11-20T09:30:07.912Z', data });
  expect(EventSchema.parse(event)).toEqual(event);
});

test('what is stored beside the facts of an event is not in its body', () => {
  const wide = { ...post, content: 'secret text', targets: post.targets.map((it) => ({ ...it, username: 'ada' })) };
  for (const type of ['post.published', 'target.published'] as const) {
    const body = JSON.stringify(
      render(type, { post: wide, ...(type === 'target.published' && { targetId: 'tgt_1' }) }),
    );
    expect(body).not.toMatch(/secret text|ada/);
  }
});

test('a target that is no target of the post is a mistake of the program', () => {
  expect(() => render('target.failed', { post, targetId: 'tgt_9' })).toThrow('tgt_9 is no target of post_1');
});

describe('the longest bodies are below 20,000 bytes', () => {
  const long = '\u{1F4EF}'.repeat(LIMITS.errorDetailChars.value / 2);
  const name = '\u{1F4EF}'.repeat(LIMITS.profileIdChars.value);
  const target = {
    ...failed,
    profileId: name,
    url: `https://x.com/${'a'.repeat(2000)}`,
    errorDetail: { ...failed.errorDetail!, message: long, networkCode: long, networkMessage: long, remedy: long },
    commentError: `content_rejected: ${long}`,
  };
  const longest = {
    ...post,
    idempotencyKey: '\u{1F4EF}'.repeat(LIMITS.idempotencyKeyChars.value),
    targets: Array.from({ length: LIMITS.targetsPerPost.value }, () => target),
  };

  it.each([
    ['post.failed', {}],
    ['target.failed', { targetId: target.id }],
  ] as const)('%s', (type, facts) => {
    const body = JSON.stringify(render(type, { post: longest, ...facts }));
    expect(new TextEncoder().encode(body).length).toBeLessThan(LIMITS.eventBodyBytes.value);
  });

  const controls = '\u0001'.repeat(LIMITS.errorDetailChars.value);
  const id = '\u0001'.repeat(255);
  const url = `https://x.com/${'\u0001'.repeat(2_034)}`;
  const profileId = '\u0001'.repeat(LIMITS.profileIdChars.value);
  const detail = { message: controls, networkCode: controls, networkMessage: controls, remedy: controls };
  const failedAlone = { ...failed, profileId, errorDetail: { ...failed.errorDetail!, ...detail } };
  const failedComment = { ...published, profileId, url, platformPostId: id, commentId: null, commentError: controls };
  it.each([
    ['post.failed', 'of ten targets', { targets: Array.from({ length: 10 }, () => failedAlone) }, {}],
    ['target.failed', 'of a target', { targets: [failedAlone] }, { targetId: failed.id }],
    ['comment.failed', 'of a first comment', { targets: [failedComment] }, { targetId: published.id }],
  ] as const)('%s %s, with nothing but control characters', (type, _, given, facts) => {
    const body = JSON.stringify(render(type, { post: { ...longest, ...given }, ...facts }));
    expect(new TextEncoder().encode(body).length).toBeLessThan(LIMITS.eventBodyBytes.value);
  });
});

test('control characters of a network are replaced, and what JSON writes short stays', () => {
  const commentError = 'content_rejected: a\u0001b\u009fc\td\ne';
  const url = 'https://x.com/a\u0001b';
  const rendered = render('comment.failed', {
    post: { ...post, targets: [{ ...published, url, commentError }] },
    targetId: published.id,
  });
  expect(rendered.data).toMatchObject({
    target: { url: 'https://x.com/a%01b', commentError: 'content_rejected: a\uFFFDb\uFFFDc\td\ne' },
  });
});
