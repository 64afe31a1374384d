import { expect, test } from 'vitest';
import { ConnectHubBodySchema, CreatePostBodySchema, formatPath, unknownKeys } from '../src/index.ts';

test('a known body has no unknown keys', () => {
  expect(
    unknownKeys(CreatePostBodySchema, {
      content: 'a',
      mediaItems: [{ type: 'image', url: 'u', altText: 'a' }],
      platforms: [{ platform: 'x', accountId: 'a', mediaItems: [{ type: 'video', url: 'u', thumbOffsetMs: 1 }] }],
      idempotencyKey: 'k',
      publishAt: 't',
    }),
  ).toEqual([]);
});

test('every unknown key is named with the nearest known one', () => {
  expect(
    unknownKeys(CreatePostBodySchema, {
      text: 'a',
      platform: [],
      platforms: [
        { platform: 'x', acountId: 'a' },
        { platform: 'x', accountId: 'a', mediaItems: [{ type: 'image', url: 'u' }, { alttext: 'a' }] },
      ],
      scheduledFor: 't',
    }),
  ).toEqual([
    { path: 'text', message: 'Unknown field, ignored.' },
    { path: 'platform', message: 'Unknown field, ignored; did you mean `platforms`?' },
    { path: 'platforms[0].acountId', message: 'Unknown field, ignored; did you mean `accountId`?' },
    { path: 'platforms[1].mediaItems[1].alttext', message: 'Unknown field, ignored; did you mean `altText`?' },
    { path: 'scheduledFor', message: 'Unknown field, ignored.' },
  ]);
});

test('looks below refinements', () => {
  expect(unknownKeys(ConnectHubBodySchema, { huburl: 'u' })).toEqual([
    { path: 'huburl', message: 'Unknown field, ignored; did you mean `hubUrl`?' },
  ]);
});

test('names of the object prototype are unknown like any other', () => {
  expect(unknownKeys(CreatePostBodySchema, JSON.parse('{"__proto__":1,"constructor":1,"toString":1}'))).toEqual([
    { path: '__proto__', message: 'Unknown field, ignored.' },
    { path: 'constructor', message: 'Unknown field, ignored.' },
    { path: 'toString', message: 'Unknown field, ignored.' },
  ]);
});

test('bodies of another shape have none', () => {
  for (const body of [null, undefined, 'text', 1, [], [{ a: 1 }], { platforms: 'x', mediaItems: {} }]) {
    expect(unknownKeys(CreatePostBodySchema, body)).toEqual([]);
  }
});

test('at most 100 are listed, each cut to 64 characters', () => {
  const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${'😀'.repeat(80)}${index}`, 1]));
  const found = unknownKeys(CreatePostBodySchema, body);
  expect(found).toHaveLength(100);
  expect(found[0]).toEqual({ path: '😀'.repeat(64), message: 'Unknown field, ignored.' });
});

test('a lone surrogate in a key does not reach the answer', () => {
  expect(unknownKeys(CreatePostBodySchema, { 'a\ud800': 1 })).toEqual([
    { path: 'a\ufffd', message: 'Unknown field, ignored.' },
  ]);
});

test('paths are written like JavaScript', () => {
  expect(formatPath([])).toBe('');
  expect(formatPath(['platforms', 1, 'mediaItems', 2, 'url'])).toBe('platforms[1].mediaItems[2].url');
  expect(formatPath([0, 'a'])).toBe('[0].a');
});
