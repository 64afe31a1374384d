import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  ConnectBodySchema,
  ConnectHubBodySchema,
  CreatePostBodySchema,
  CreateRepostBodySchema,
  formatPath,
  ListAccountsQuerySchema,
  ListPostsQuerySchema,
  NoFieldsSchema,
  NoQuerySchema,
  type RequestPart,
  toFieldErrors,
} from '../src/index.ts';

const target = { platform: 'x', accountId: 'a' };
const image = { type: 'image', url: 'https://cdn.example.com/a.jpg' };

/** Returns what is said of a request; nothing where it is taken. */
const saidOf = (schema: z.ZodTypeAny, value: unknown, part: RequestPart = 'body') => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : toFieldErrors(parsed.error, schema, part);
};
/** Returns what is said of one field more in a create request. */
const saidOfTop = (name: string) =>
  saidOf(CreatePostBodySchema, { platforms: [target], ...JSON.parse(`{${JSON.stringify(name)}:1}`) });

test('every unknown field is named with the one that is meant, at every depth, before what else is wrong', () => {
  const body = {
    contnet: 'a',
    platfroms: [],
    platforms: [
      { platform: 'x', acountId: 'a' },
      { ...target, mediaItems: [image, { ...image, alttext: 'a' }] },
    ],
    mediaItems: [{ ...image, colour: 'red' }],
  };
  const unknown = (path: string, rest: string) => ({ path, message: `Unknown field; ${rest}` });
  expect(saidOf(CreatePostBodySchema, body)).toEqual([
    unknown('mediaItems[0].colour', 'known here: `type`, `url`, `coverUrl`, `thumbOffsetMs`, `altText` and `title`.'),
    unknown('platforms[0].acountId', 'did you mean `accountId`?'),
    unknown('platforms[1].mediaItems[1].alttext', 'did you mean `altText`?'),
    unknown('contnet', 'did you mean `content`?'),
    unknown('platfroms', 'did you mean `platforms`?'),
    { path: 'platforms[0].accountId', message: 'Is missing; must be a string.' },
  ]);
});

describe('a field that other APIs have is answered with its name here', () => {
  test.each([
    ['scheduledFor', 'publishAt'],
    ['scheduleDate', 'publishAt'],
    ['scheduled_at', 'publishAt'],
    ['scheduledAt', 'publishAt'],
    ['Scheduled-At', 'publishAt'],
    ['date', 'publishAt'],
    ['postDate', 'publishAt'],
    ['text', 'content'],
    ['caption', 'content'],
    ['post', 'content'],
    ['mediaUrls', 'mediaItems'],
    ['media_urls', 'mediaItems'],
    ['media', 'mediaItems'],
    ['social_accounts', 'platforms'],
    ['targets', 'platforms'],
    ['posts', 'platforms'],
    ['external_id', 'idempotencyKey'],
  ])('%s: %s', (peers, ours) => {
    expect(saidOfTop(peers)).toEqual([{ path: peers, message: `Unknown field; did you mean \`${ours}\`?` }]);
  });

  test.each([
    ['customContent', 'content'],
    ['customMedia', 'mediaItems'],
    ['integration', 'accountId'],
    ['madeWithAi', 'aiGenerated'],
  ])('%s in a target: %s', (peers, ours) => {
    expect(saidOf(CreatePostBodySchema, { platforms: [{ ...target, [peers]: 1 }] })).toEqual([
      { path: `platforms[0].${peers}`, message: `Unknown field; did you mean \`${ours}\`?` },
    ]);
  });

  test('a list is paged with offset or cursor, whatever pages are called elsewhere', () => {
    expect(saidOf(ListPostsQuerySchema, { page: '2', per_page: '10', startDate: 'a' }, 'query')).toEqual([
      { path: 'page', message: 'Unknown parameter; did you mean `offset` or `cursor`?' },
      { path: 'per_page', message: 'Unknown parameter; did you mean `limit`?' },
      { path: 'startDate', message: expect.stringMatching(/^Unknown parameter; did you mean `createdAfter`/) },
    ]);
    expect(saidOf(ListAccountsQuerySchema, { page: '2' }, 'query')).toEqual([
      {
        path: 'page',
        message: 'Unknown parameter; known here: `profileId`, `platform`, `status` and `includeRevoked`.',
      },
    ]);
  });

  test('what other APIs have and this one has not is answered with what to do instead', () => {
    expect(saidOfTop('publishNow')[0]?.message).toBe('Unknown field; leave `publishAt` out to publish at once.');
    expect(saidOfTop('isDraft')[0]?.message).toBe(
      'Unknown field; `POST /api/v1/drafts` keeps a post without publishing it.',
    );
  });
});

describe('a field in the wrong place is refused with the place where it belongs', () => {
  const place = (body: object) => saidOf(CreatePostBodySchema, { platforms: [target], ...body });
  test.each([
    [{ accountId: 'a' }, 'accountId', '`accountId` belongs in each entry of `platforms`.'],
    [{ platform: 'x' }, 'platform', '`platform` belongs in each entry of `platforms`.'],
    [{ firstComment: 'a' }, 'firstComment', '`firstComment` belongs in each entry of `platforms`.'],
    [{ altText: 'a' }, 'altText', '`altText` belongs in each entry of `mediaItems`.'],
    [
      { platforms: [{ ...target, publishAt: 'a' }] },
      'platforms[0].publishAt',
      '`publishAt` belongs at the top of the body.',
    ],
    [
      { platforms: [{ ...target, publish_at: 'a' }] },
      'platforms[0].publish_at',
      '`publishAt` belongs at the top of the body.',
    ],
    [
      { platforms: [{ ...target, scheduledFor: 'a' }] },
      'platforms[0].scheduledFor',
      'did you mean `publishAt`, at the top of the body?',
    ],
    [
      { mediaItems: [{ ...image, content: 'a' }] },
      'mediaItems[0].content',
      '`content` belongs at the top of the body.',
    ],
  ])('%j', (body, path, rest) => {
    expect(place(body)).toEqual([{ path, message: `Unknown field here; ${rest}` }]);
  });
});

test('below refinements and in every other body unknown fields are refused as well', () => {
  expect(saidOf(ConnectHubBodySchema, { huburl: 'u' })[0]).toEqual({
    path: 'huburl',
    message: 'Unknown field; did you mean `hubUrl`?',
  });
  expect(saidOf(ConnectBodySchema, { platform: 'x', callback_url: 'u' })).toEqual([
    { path: 'callback_url', message: 'Unknown field; did you mean `redirectUrl`?' },
  ]);
  expect(saidOf(CreateRepostBodySchema, { url: 'https://x.com/a/status/1', accountIds: ['a'], tweet_id: '1' })).toEqual(
    [{ path: 'tweet_id', message: 'Unknown field; did you mean `platformPostId`?' }],
  );
});

test('a call without parameters and without a body says so', () => {
  expect(saidOf(NoQuerySchema, { dryRun: 'true' }, 'query')).toEqual([
    { path: 'dryRun', message: 'Unknown parameter; this call takes none.' },
  ]);
  expect(saidOf(NoFieldsSchema, { reason: 'a' })).toEqual([
    { path: 'reason', message: 'Unknown field; this call takes no body.' },
  ]);
  for (const body of [undefined, null, {}]) expect(saidOf(NoFieldsSchema, body)).toEqual([]);
});

test('names of the object prototype are unknown like any other', () => {
  const body = JSON.parse('{"__proto__":1,"constructor":1,"toString":1}');
  const unknown = saidOf(CreatePostBodySchema, { ...body, platforms: [target] }).map(({ path }) => path);
  expect(saidOf(CreatePostBodySchema, body).map(({ path }) => path)).toEqual([
    '__proto__',
    'constructor',
    'toString',
    'platforms',
  ]);
  expect(unknown).toEqual(['__proto__', 'constructor', 'toString']);
});

test('a body of garbage is answered quickly: ten names are compared, each is cut to 64 characters', () => {
  const names = Array.from({ length: 50_000 }, (_, index) => [`${'😀'.repeat(80)}${index}`, 1]);
  const said = saidOf(CreatePostBodySchema, { platforms: [target], ...Object.fromEntries(names) });
  expect(said).toHaveLength(50_000);
  expect(said[0]).toEqual({ path: '😀'.repeat(64), message: expect.stringMatching(/^Unknown field; known here: /) });
  expect(new Set(said.slice(10).map(({ message }) => message))).toEqual(new Set(['Unknown field.']));
});

test('a lone surrogate or a control character in a name does not reach the answer', () => {
  expect(saidOfTop('a\ud800')[0]?.path).toBe('a\ufffd');
  expect(saidOfTop('a\u0000\n')[0]?.path).toBe('a\ufffd\ufffd');
});

test('paths are written like JavaScript', () => {
  expect(formatPath([])).toBe('');
  expect(formatPath(['platforms', 1, 'mediaItems', 2, 'url'])).toBe('platforms[1].mediaItems[2].url');
  expect(formatPath([0, 'a'])).toBe('[0].a');
});
