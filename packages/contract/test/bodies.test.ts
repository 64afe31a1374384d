import { describe, expect, test } from 'vitest';
import {
  AccountSchema,
  ConnectBodySchema,
  ConnectHubBodySchema,
  CreatePostBodySchema,
  CreateRepostBodySchema,
  RepostPostBodySchema,
  toFieldErrors,
  ValidatePostBodySchema,
} from '../src/index.ts';

const target = { platform: 'x', accountId: 'acc_1' };
const media = { type: 'image', url: 'https://cdn.example.com/a.jpg' };
const pathsRefused = (schema: typeof CreatePostBodySchema, body: unknown) =>
  toFieldErrors(schema.safeParse(body).error!, schema).map((detail) => detail.path);

test('a create request has an empty text and no media by default', () => {
  expect(CreatePostBodySchema.parse({ platforms: [target] })).toEqual({
    content: '',
    mediaItems: [],
    platforms: [target],
  });
});

describe('a create request at its limits', () => {
  test('is taken', () => {
    const body = {
      content: 'a'.repeat(10_000),
      mediaItems: Array.from({ length: 10 }, () => ({ ...media, altText: 'a'.repeat(1000), thumbOffsetMs: 0 })),
      platforms: Array.from({ length: 10 }, () => ({ ...target, content: 'b'.repeat(10_000), mediaItems: [] })),
      idempotencyKey: 'k'.repeat(255),
    };
    expect(CreatePostBodySchema.parse(body)).toEqual(body);
  });

  test.each([
    ['platforms', {}],
    ['platforms', { platforms: [] }],
    ['platforms', { platforms: Array.from({ length: 11 }, () => target) }],
    ['platforms[0].platform', { platforms: [{ ...target, platform: 'facebook' }] }],
    ['platforms[0].accountId', { platforms: [{ platform: 'x' }] }],
    ['platforms[0].content', { platforms: [{ ...target, content: 'a'.repeat(10_001) }] }],
    ['platforms[0].mediaItems', { platforms: [{ ...target, mediaItems: Array.from({ length: 11 }, () => media) }] }],
    ['platforms[0].firstComment', { platforms: [{ ...target, firstComment: '' }] }],
    ['platforms[0].aiGenerated', { platforms: [{ ...target, aiGenerated: 'true' }] }],
    ['platforms[0].spaceSlug', { platforms: [{ ...target, spaceSlug: '' }] }],
    ['content', { platforms: [target], content: 'a'.repeat(10_001) }],
    ['mediaItems', { platforms: [target], mediaItems: Array.from({ length: 11 }, () => media) }],
    ['mediaItems[0].type', { platforms: [target], mediaItems: [{ ...media, type: 'gif' }] }],
    ['mediaItems[0].url', { platforms: [target], mediaItems: [{ type: 'image' }] }],
    ['mediaItems[0].url', { platforms: [target], mediaItems: [{ ...media, url: 'a.jpg' }] }],
    ['mediaItems[0].coverUrl', { platforms: [target], mediaItems: [{ ...media, coverUrl: 'ftp://a.example/b' }] }],
    ['mediaItems[0].thumbOffsetMs', { platforms: [target], mediaItems: [{ ...media, thumbOffsetMs: 1.5 }] }],
    ['mediaItems[0].thumbOffsetMs', { platforms: [target], mediaItems: [{ ...media, thumbOffsetMs: -1 }] }],
    ['mediaItems[0].altText', { platforms: [target], mediaItems: [{ ...media, altText: 'a'.repeat(1001) }] }],
    ['idempotencyKey', { platforms: [target], idempotencyKey: '' }],
    ['publishAt', { platforms: [target], publishAt: '2026-11-20T10:00:00' }],
    ['', []],
    ['', null],
  ])('names %s when that is broken', (path, body) => {
    expect(pathsRefused(CreatePostBodySchema, body)).toEqual([path]);
  });
});

test('validating takes the same body, its key included', () => {
  expect(ValidatePostBodySchema.parse({ platforms: [target], idempotencyKey: 'k' })).toEqual({
    content: '',
    mediaItems: [],
    platforms: [target],
    idempotencyKey: 'k',
  });
});

test('connect takes the OAuth networks only', () => {
  expect(ConnectBodySchema.parse({ platform: 'linkedin', profileId: 'p'.repeat(255) })).toEqual({
    platform: 'linkedin',
    profileId: 'p'.repeat(255),
  });
  const refused = ConnectBodySchema.safeParse({ platform: 'hub', profileId: 'p'.repeat(256), redirectUrl: 'x' });
  expect(toFieldErrors(refused.error!, ConnectBodySchema).map((detail) => detail.path)).toEqual([
    'platform',
    'profileId',
    'redirectUrl',
  ]);
});

describe('a hub is connected with exactly one credential', () => {
  const hubUrl = 'https://community.example.org';
  test.each([
    { hubUrl, connectCode: 'ABCD' },
    { hubUrl, connectCode: 'ABCD', type: 'wordpress' },
    { hubUrl, apiKey: 'k', type: 'micropub' },
    { hubUrl, apiKey: 'k', type: 'wordpress', username: 'ann' },
  ])('%j is taken', (body) => expect(ConnectHubBodySchema.parse(body)).toEqual(body));

  test.each([
    [{ hubUrl }, { path: 'apiKey', message: 'Give exactly one of `apiKey` and `connectCode`.' }],
    [
      { hubUrl, apiKey: 'k', connectCode: 'c', type: 'micropub' },
      { path: 'apiKey', message: 'Give exactly one of `apiKey` and `connectCode`.' },
    ],
    [
      { hubUrl, apiKey: 'k' },
      { path: 'type', message: 'Required with `apiKey`.' },
    ],
    [
      { hubUrl, apiKey: 'k', type: 'wordpress' },
      { path: 'username', message: 'Required for `wordpress` with `apiKey`.' },
    ],
  ])('%j is refused', (body, detail) => {
    expect(toFieldErrors(ConnectHubBodySchema.safeParse(body).error!, ConnectHubBodySchema)).toEqual([detail]);
  });
});

describe('a repost names its post in one way', () => {
  const accountIds = ['acc_1'];
  const detail = { path: 'url', message: 'Give either `url`, or `platform` and `platformPostId`.' };
  test.each([
    { url: 'https://x.com/a/status/1', accountIds },
    { platform: 'x', platformPostId: '1', accountIds },
  ])('%j is taken', (body) => expect(CreateRepostBodySchema.parse(body)).toEqual(body));
  test.each([
    { accountIds },
    { platform: 'x', accountIds },
    { platformPostId: '1', accountIds },
    { url: 'https://x.com/a/status/1', platform: 'x', accountIds },
    { url: 'https://x.com/a/status/1', platform: 'x', platformPostId: '1', accountIds },
  ])('%j is refused', (body) => {
    expect(toFieldErrors(CreateRepostBodySchema.safeParse(body).error!, CreateRepostBodySchema)).toEqual([detail]);
  });
  test('1 to 10 accounts', () => {
    const url = 'https://x.com/a/status/1';
    for (const length of [0, 11]) {
      const body = { url, accountIds: Array.from({ length }, () => 'a') };
      expect(
        toFieldErrors(CreateRepostBodySchema.safeParse(body).error!, CreateRepostBodySchema).map(({ path }) => path),
      ).toEqual(['accountIds']);
    }
  });
});

test('reposting a post takes no body, an empty one or targets', () => {
  expect(RepostPostBodySchema.optional().parse(undefined)).toBeUndefined();
  expect(RepostPostBodySchema.parse({})).toEqual({});
  expect(RepostPostBodySchema.parse({ targetIds: ['tgt_1'] })).toEqual({ targetIds: ['tgt_1'] });
  expect(RepostPostBodySchema.safeParse({ targetIds: [] }).success).toBe(false);
});

test('the longest profileId a request may carry fits the account of an answer, counted in code points', () => {
  const account = {
    id: 'acc_01m3xtwm0vet08x5hq5vvts79j',
    platform: 'x',
    platformUserId: '7',
    username: 'ada',
    status: 'active',
    statusReason: null,
    connectedAt: '2026-11-20T09:00:00.000Z',
  };
  const profileId = '😀'.repeat(255);
  expect(ConnectBodySchema.parse({ platform: 'x', profileId })).toEqual({ platform: 'x', profileId });
  expect(AccountSchema.parse({ ...account, profileId })).toEqual({ ...account, profileId });
  expect(AccountSchema.safeParse({ ...account, profileId: `${profileId}p` }).success).toBe(false);
});
