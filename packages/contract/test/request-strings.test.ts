import { describe, expect, test } from 'vitest';
import {
  AccountPathSchema,
  CreatePostBodySchema,
  httpUrlProblem,
  hubUrlProblem,
  IdempotencyHeaderSchema,
  IdempotencyKeySchema,
  redirectUrlProblem,
  text,
} from '../src/index.ts';

const messages = (schema: ReturnType<typeof text>, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];

describe('text', () => {
  test('counts code points, so that 3 emoji fit into 3 characters', () => {
    expect(messages(text({ max: 3 }), '😀😀😀')).toEqual([]);
    expect(messages(text({ max: 3 }), '😀😀😀😀')).toEqual(['Must have at most 3 characters, has 4.']);
  });

  test('says which character is refused', () => {
    expect(messages(text(), 'a\u0000b')).toEqual(['Must not contain the character U+0000.']);
    expect(messages(text(), 'a\ud83d')).toEqual(['Must not contain a lone surrogate (half of a UTF-16 pair).']);
  });

  test('says that a required text is empty', () => {
    expect(messages(text({ min: 1 }), '')).toEqual(['Must not be empty.']);
    expect(messages(text(), '')).toEqual([]);
  });
});

test('every string of a create request refuses U+0000 and lone surrogates', () => {
  for (const bad of ['\u0000', '\udc00']) {
    const parsed = CreatePostBodySchema.safeParse({
      content: bad,
      idempotencyKey: bad,
      mediaItems: [
        { type: 'image', url: `https://a.example/${bad}`, coverUrl: `https://a.example/${bad}`, altText: bad },
      ],
      platforms: [{ platform: 'x', accountId: bad, firstComment: bad, content: bad, spaceSlug: bad }],
    });
    expect(parsed.error?.issues.map((issue) => issue.path.join('.')).sort()).toEqual([
      'content',
      'idempotencyKey',
      'mediaItems.0.altText',
      'mediaItems.0.coverUrl',
      'mediaItems.0.url',
      'platforms.0.accountId',
      'platforms.0.content',
      'platforms.0.firstComment',
      'platforms.0.spaceSlug',
    ]);
  }
});

test('a malformed id in a path passes, to be answered like an unknown one', () => {
  expect(AccountPathSchema.parse({ id: 'no\u0000id' })).toEqual({ id: 'no\u0000id' });
});

describe('idempotency key', () => {
  test.each(['k', 'ключ', '😀'.repeat(255), 'with space and "quotes"'])('%j is taken in body and header', (key) => {
    expect(IdempotencyKeySchema.safeParse(key).success).toBe(true);
    expect(IdempotencyHeaderSchema.safeParse(key).success).toBe(true);
  });
  test.each(['a\nb', '\t', 'a\u0085b', '\u007f'])('%j is taken in the body alone', (key) => {
    expect(IdempotencyKeySchema.safeParse(key).success).toBe(true);
    expect(IdempotencyHeaderSchema.safeParse(key).error?.issues.map(({ message }) => message)).toEqual([
      'Must not contain control characters.',
    ]);
  });
  test.each([
    ['', 'Must not be empty.'],
    ['x'.repeat(256), 'Must have at most 255 characters, has 256.'],
    ['a\u0000b', 'Must not contain the character U+0000.'],
    ['\ud800', 'Must not contain a lone surrogate (half of a UTF-16 pair).'],
  ])('%j is refused: %s', (key, message) => {
    expect(IdempotencyKeySchema.safeParse(key).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('media and cover URLs', () => {
  test.each([
    'https://cdn.example.com/a.jpg',
    'http://cdn.example.com:8080/a.jpg?x=1#f',
    'HTTPS://CDN.EXAMPLE.COM/ä.jpg',
    'https://example.com/@user/a.jpg',
    'http://[2001:db8::1]/a.jpg',
    'http://127.0.0.1/private-hosts-are-a-content-rule',
  ])('%s is taken', (url) => expect(httpUrlProblem(url)).toBeNull());

  test.each([
    '',
    'cdn.example.com/a.jpg',
    '/a.jpg',
    '//cdn.example.com/a.jpg',
    'ftp://cdn.example.com/a.jpg',
    'data:image/png;base64,AAAA',
    'https:cdn.example.com/a.jpg',
    'https:///a.jpg',
    'https://',
    'https://exa mple.com/',
    'https://example.com/a b.jpg',
    ' https://example.com/a.jpg',
    'https://example.com/a\n.jpg',
    'https://example.com\\@evil.example/',
    'https://user:secret@example.com/a.jpg',
    'https://user@example.com/a.jpg',
    'https://@example.com/a.jpg',
    'https://example.com:99999/a.jpg',
    'https://[::1/a.jpg',
  ])('%j is refused', (url) => expect(httpUrlProblem(url)).toMatch(/^Must .+\.$/));
});

describe('redirect URLs', () => {
  test.each([
    'https://app.example.com/done?x=1',
    'http://localhost:3000/done',
    'http://127.0.0.1/done',
    'http://[::1]:8080/done',
    'http://app.localhost/done',
  ])('%s is taken', (url) => expect(redirectUrlProblem(url)).toBeNull());
  test.each([
    ['http://app.example.com/done', 'Must use https; http is allowed on a loopback host only.'],
    ['http://10.0.0.1/done', 'Must use https; http is allowed on a loopback host only.'],
    ['http://0.0.0.0/done', 'Must use https; http is allowed on a loopback host only.'],
    ['https://app.example.com/#', 'Must not have a fragment.'],
    ['http://localhost.example.com/done', 'Must use https; http is allowed on a loopback host only.'],
    ['http://127.0.0.1.example.com/done', 'Must use https; http is allowed on a loopback host only.'],
    ['https://app.example.com/done#top', 'Must not have a fragment.'],
    ['https://me@app.example.com/done', 'Must not contain user info (the part before @).'],
    ['javascript:alert(1)', 'Must be an absolute http or https URL.'],
  ])('%s is refused: %s', (url, problem) => expect(redirectUrlProblem(url)).toBe(problem));
});

test('a hub address has neither query nor fragment', () => {
  expect(hubUrlProblem('https://community.example.org/blog')).toBeNull();
  expect(hubUrlProblem('https://community.example.org/?p=1')).toBe('Must not have a query or a fragment.');
  expect(hubUrlProblem('https://community.example.org/#x')).toBe('Must not have a query or a fragment.');
});

test('a URL of 2,048 characters is taken and one more is refused', () => {
  const body = (length: number) => ({
    platforms: [{ platform: 'x', accountId: 'a' }],
    mediaItems: [{ type: 'image', url: 'https://cdn.example.com/'.padEnd(length, 'a') }],
  });
  expect(CreatePostBodySchema.safeParse(body(2048)).success).toBe(true);
  expect(CreatePostBodySchema.safeParse(body(2049)).error?.issues.map((issue) => issue.message)).toEqual([
    'Must have at most 2048 characters.',
  ]);
});
