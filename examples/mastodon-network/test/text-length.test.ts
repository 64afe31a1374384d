import { expect, test } from 'vitest';
import { textLength } from '../src/text-length.ts';

test.each([
  ['', 0],
  ['Fresh rye', 9],
  // One per visible character, however many code points it has.
  ['👩🏽‍🚀', 1],
  ['e\u0301', 1],
  ['日本語', 3],
  // A link is 23, whatever its length; a text without a protocol is no link.
  ['https://a.io', 23],
  [`https://example.com/${'a'.repeat(400)}`, 23],
  ['example.com', 11],
  ['ftp://example.com', 17],
  // The sentence around it is not the link.
  ['(https://example.com/a).', 26],
  ['https://en.wikipedia.org/wiki/Rye_(grain)', 23],
  ['See https://example.com/a, or https://example.com/b!', 23 * 2 + 4 + 5 + 1],
  ['xhttps://example.com', 20],
  // The server of a mention is free.
  ['@ada@mastodon.example', 4],
  ['Hi @ada@mastodon.example!', 8],
  ['@ada', 4],
  ['ada@mastodon.example', 20],
  ['https://mastodon.example/@ada@elsewhere.example', 23],
])('%j has %d characters', (text, length) => {
  expect(textLength(text)).toBe(length);
});

test('a very long text is counted whole', () => {
  expect(textLength('@a'.repeat(50_000))).toBeGreaterThan(0);
  expect(textLength('https://a.io/('.repeat(10_000))).toBe(23);
});
