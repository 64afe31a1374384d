import { EVENT_TYPES } from '@fanfare/contract';
import { signedVectors } from '@fanfare/python/testing/signed-vectors';
import { type CreatePostRequest, failedTargets, type Post } from '@fanfare/sdk';
import { describe, expect, test } from 'vitest';
import { type Account, chooseAccounts } from '../nodes/Fanfare/choose-accounts.ts';
import { describeFailedTargets, describeRefusal } from '../nodes/Fanfare/describe-failure.ts';
import { againOf } from '../nodes/Fanfare/failed-targets.ts';
import { keyOf } from '../nodes/Fanfare/idempotency-key.ts';
import { typeOfUrl, unusedBinary } from '../nodes/Fanfare/media-entries.ts';
import { momentOf } from '../nodes/Fanfare/moment.ts';
import type { Post as ReadPost } from '../nodes/Fanfare/post.ts';
import { isPassing, retryAfterMs } from '../nodes/Fanfare/retry-rules.ts';
import { fieldsOf, optionsOf, type PlatformOptions } from '../nodes/Fanfare/target-options.ts';
import { EVENT_TYPES as OFFERED } from '../nodes/FanfareTrigger/event-types.ts';
import { doubtOf } from '../nodes/FanfareTrigger/verify-webhook.ts';

const account = (id: string, platform: string, username: string, status = 'active'): Account => ({
  id,
  platform,
  username,
  status,
});
const ACCOUNTS = [
  account('acc_1', 'x', 'ada'),
  account('acc_2', 'linkedin', 'ada'),
  account('acc_3', 'linkedin', 'Harbour'),
  account('acc_4', 'threads', 'old', 'revoked'),
];

test.each([
  ['acc_2', ['acc_2']],
  [
    ['acc_3', 'acc_1', 'acc_3'],
    ['acc_3', 'acc_1'],
  ],
  [' x ,@harbour', ['acc_1', 'acc_3']],
  ['linkedin', '“linkedin” fits 2 accounts: give an id. linkedin @ada (acc_2), linkedin @Harbour (acc_3)'],
  ['@ada', '“@ada” fits 2 accounts: give an id. x @ada (acc_1), linkedin @ada (acc_2)'],
  ['threads', /^There is no account “threads”\. There are: x @ada \(acc_1\), /],
  ['', 'No account is chosen.'],
  [[], 'No account is chosen.'],
])('accounts %j are %j', (given, expected) => {
  const choose = () => chooseAccounts(given, ACCOUNTS).map(({ id }) => id);
  if (Array.isArray(expected)) expect(choose()).toEqual(expected);
  else expect(choose).toThrow(expected);
});

test('a key is the same on a retry, and another one for each execution, node, run and item', () => {
  const place = { executionId: '7', nodeId: 'n', runIndex: 0, itemIndex: 0 };
  expect(keyOf(place)).toBe('n8n.7.n.0.0');
  const others = [{ executionId: '8' }, { nodeId: 'm' }, { runIndex: 1 }, { itemIndex: 1 }];
  expect(new Set(others.map((one) => keyOf({ ...place, ...one }))).size).toBe(4);
});

test.each([
  ['2026-12-24T18:00:00', 'Europe/Berlin', '2026-12-24T17:00:00.000Z'],
  ['2026-07-24 18:00', 'Europe/Berlin', '2026-07-24T16:00:00.000Z'],
  // The clocks go forward at 2 and back at 3.
  ['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
  ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  ['2026-12-24T18:00', 'America/New_York', '2026-12-24T23:00:00.000Z'],
  ['2026-12-24T18:00:00+05:30', 'Europe/Berlin', '2026-12-24T18:00:00+05:30'],
  ['2026-12-24T18:00:00Z', 'Europe/Berlin', '2026-12-24T18:00:00Z'],
])('%s in %s is %s', (text, zone, moment) => {
  expect(momentOf(text, zone)).toBe(moment);
});

test('text that is no time is said', () => {
  expect(() => momentOf('tomorrow', 'UTC')).toThrow(
    '“tomorrow” is no time: write it as 2026-12-24T18:00, for example.',
  );
});

test('binary data that no entry names is found', () => {
  const file = { data: '', mimeType: 'image/png' };
  const binary = { cover: file, inside: file, table: file };
  const named = { source: 'binary', binaryPropertyName: 'cover, inside' } as const;
  expect(unusedBinary(binary, [named, { source: 'url', url: 'https://a/table' }])).toEqual(['table']);
  expect(unusedBinary(binary, [named, { source: 'binary', binaryPropertyName: 'table' }])).toEqual([]);
  expect(unusedBinary(undefined, [])).toEqual([]);
});

test('the type of a file is read from the end of its address', () => {
  const ends = ['a.MP4?x=1', 'a.pdf#page=2', 'a.jpg', 'a?b=.mp4'];
  expect(ends.map((end) => typeOfUrl(`https://cdn.example.com/${end}`))).toEqual([
    'video',
    'document',
    'image',
    'image',
  ]);
});

describe('options of platforms', () => {
  const platforms: readonly PlatformOptions[] = [
    {
      platform: 'x',
      options: {
        properties: {
          replyControl: { type: 'string', enum: ['everyone', 'verified'] },
          poll: { type: 'object', properties: { options: { type: 'array' } } },
          x: { type: 'object', properties: { paidPartnership: { type: 'boolean' } } },
        },
      },
    },
    { platform: 'hub', options: { properties: { wordpress: { properties: { featuredImage: { type: 'integer' } } } } } },
    {
      platform: 'mastodon',
      options: { properties: { mastodon: { properties: { spoilerText: { type: 'string' } } } } },
    },
  ];

  test('each is a field, those of added networks too', () => {
    expect(fieldsOf(platforms).map(({ id, displayName, type }) => [id, displayName, type])).toEqual([
      ['x__replyControl', 'X: Reply control', 'options'],
      ['x__poll', 'X: Poll', 'object'],
      ['x__x__paidPartnership', 'X: Paid partnership', 'boolean'],
      ['hub__wordpress__featuredImage', 'Hub: Wordpress Featured image', 'number'],
      ['mastodon__mastodon__spoilerText', 'Mastodon: Spoiler text', 'string'],
    ]);
  });

  test('values reach the target of their platform, and no other', () => {
    const values = {
      x__replyControl: 'verified',
      x__poll: '{ "options": ["Rye", "Oat"] }',
      x__x__paidPartnership: false,
      hub__wordpress__featuredImage: 0,
      hub__wordpress__slug: '',
      threads__poll: null,
    };
    expect(optionsOf('x', values)).toEqual({
      replyControl: 'verified',
      poll: { options: ['Rye', 'Oat'] },
      x: { paidPartnership: false },
    });
    expect(optionsOf('hub', values)).toEqual({ wordpress: { featuredImage: 0 } });
    expect(optionsOf('threads', values)).toEqual({});
  });
});

describe('a post with failed targets', () => {
  const failed = (accountId: string, code: string, retryable = false) => ({
    id: 'tgt',
    accountId,
    platform: 'x',
    status: 'failed' as const,
    errorDetail: { code, message: 'Why.', remedy: 'What to do.', retryable },
    requested: { content: accountId },
  });
  const post: ReadPost = {
    id: 'post_1',
    status: 'partial',
    content: 'Hello',
    publishAt: null,
    targets: [
      { id: 'tgt', accountId: 'acc_1', platform: 'x', status: 'published', url: 'https://x.com/1', requested: {} },
      failed('acc_2', 'rate_limited', true),
      failed('acc_3', 'outcome_unknown'),
      failed('acc_4', 'cancelled'),
    ],
  };

  test('is told with each target, its reason and its remedy', () => {
    expect(describeFailedTargets(post)).toEqual({
      message: '3 of 4 targets of post_1 failed: x rate_limited, x outcome_unknown, x cancelled',
      description: [
        'x acc_2: rate_limited: Why. What to do. A retry can help.',
        'x acc_3: outcome_unknown: Why. It may be live: look at the account before you send it again.',
        'x acc_4: cancelled: Why. What to do.',
        'x acc_1: published https://x.com/1',
      ].join('\n'),
    });
  });

  test.each([false, true])('is retried with the key of the SDK, unknown outcomes: %j', (includeOutcomeUnknown) => {
    const request = {
      content: 'Hello',
      platforms: post.targets.map(({ accountId }) => ({ platform: 'x', accountId, content: accountId })),
    } as CreatePostRequest;
    const sdk = failedTargets(request, post as unknown as Post, { includeOutcomeUnknown });
    const { body, idempotencyKey } = againOf(post, includeOutcomeUnknown) ?? {};
    expect({ ...body, idempotencyKey }).toEqual(sdk);
  });

  test('has nothing to retry when all are published, and waits for those that are not settled', () => {
    const [published] = post.targets;
    expect(againOf({ ...post, targets: published ? [published] : [] }, true)).toBeNull();
    const pending = { ...failed('acc_5', 'rate_limited'), status: 'pending' as const };
    expect(() => againOf({ ...post, targets: [pending] }, true)).toThrow(/^post_1 is still being published/);
  });
});

test('a refusal has every detail; an answer of something else says where to look', () => {
  const error = {
    code: 'invalid_post',
    message: 'No.',
    details: [{ path: 'platforms[0].content', message: 'Too long.', rule: 'x.text' }, { message: 'Too often.' }],
    docUrl: 'https://a/docs',
    requestId: 'r1',
  };
  expect(describeRefusal(400, { error })).toMatchObject({
    code: 'invalid_post',
    message: 'invalid_post: No.',
    description: 'platforms[0].content: Too long. (x.text)\nToo often.\nhttps://a/docs\nRequest r1',
  });
  expect(describeRefusal(302, '<html>')).toMatchObject({
    code: 'unexpected_answer',
    message: 'The answer (302) is not one of Fanfare',
    description: 'Check the base URL of the credentials.',
  });
});

test('temporary errors are sent again, after the wait that the server asks for', () => {
  const cases = [
    [408, 'a'],
    [429, 'rate_limited'],
    [503, 'a'],
    [429, 'quota_exceeded'],
    [501, 'a'],
    [400, 'a'],
  ] as const;
  expect(cases.map(([status, code]) => isPassing(status, code))).toEqual([true, true, true, false, false, false]);
  expect(retryAfterMs({ 'retry-after': '12' }, 1)).toBe(12_000);
  expect([1, 2, 9].map((failed) => retryAfterMs({}, failed))).toEqual([500, 1000, 8000]);
});

test.each(signedVectors().filter(({ secret }) => typeof secret === 'string'))(
  'the trigger judges as the SDK does: $name',
  ({ body, headers, secret, now, expected }) => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const delivery = { body: Buffer.from(body), headers: lower, secret: String(secret), nowSeconds: now };
    expect(doubtOf(delivery)).toEqual(typeof expected === 'string' ? expected : null);
  },
);

test('the trigger offers every type of event', () => {
  expect(OFFERED).toEqual(EVENT_TYPES.filter((type) => type !== 'webhook.test').toSorted());
});
