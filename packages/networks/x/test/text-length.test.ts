import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invalidCharacter, weightedLength } from '../src/text-length.ts';
import { hasNewerTld, ours, published } from './published-parser.ts';
import { texts } from './texts.ts';

// twitter-text conformance suite, validate.yml, version 3 (checked 2026-11), and what follows from
// its rules.
const TABLE: readonly (readonly [string, string, number])[] = [
  ['nothing', '', 0],
  ['a short link', 'Hi http://test.co', 26],
  ['ten links and ten spaces', 'https://www.twitter.com/aloha '.repeat(10), 240],
  ['160 Chinese characters', '故'.repeat(160), 320],
  ['emoji of several kinds', 'H🐱☺👨‍👩‍👧‍👦', 7],
  ['a skin tone and a profession', '🙋🏽👨‍🎤', 4],
  ['140 families', '👨‍👩‍👧‍👦'.repeat(140), 280],
  ['a keycap', '1⃣', 2],
  ['text with an emoji', 'Hello, world! 👋', 16],
  ['a combining accent', 'A\u0301B', 2],
  ['a label of 64 characters is no host', `${'a'.repeat(64)}.com`, 68],
  ['a label of 63 characters is one', `${'a'.repeat(63)}.com`, 23],
  ['a bare domain', 'example.com', 23],
  ['a long link', `https://example.com/${'a'.repeat(300)}`, 23],
  ['trailing space and newline count', 'a \n', 3],
  ['mentions and hashtags count in full', '@user #tag', 10],
  ['a copyright sign is text', '©', 1],
  ['a copyright sign with emoji presentation is an emoji', '©\uFE0F', 2],
  ['a query right after a bare domain stays outside', 'example.com?a=1', 27],
  ['a query after a protocol does not', 'https://example.com?a=1', 23],
  ['a port before a path belongs to the link', 'example.com:8080/a', 23],
  ['a port without a path stays outside', 'example.com:8080', 28],
  ['full-width forms weigh two', 'ＡＢ', 4],
  ['general punctuation weighs one', '“—”', 3],
  ['a lone surrogate weighs two', '\uD83D', 2],
];

describe('weightedLength', () => {
  test.each(TABLE)('%s', (_, text, weight) => {
    expect(weightedLength(text)).toBe(weight);
    expect(published(text).weight).toBe(weight);
  });

  test('a newer ending makes a link where the published parser sees text', () => {
    expect(weightedLength('hear.music')).toBe(23);
    expect(published('hear.music').weight).toBe(10);
  });

  test('equals the published parser on any text, given its list of endings', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(ours(text).weight).toBe(published(text).weight);
      }),
      { numRuns: 3_000 },
    );
  });

  test('equals the published parser on any text without a newer ending', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!hasNewerTld(text));
        expect(weightedLength(text)).toBe(published(text).weight);
      }),
      { numRuns: 1_500 },
    );
  });

  test('equals the published parser on plain Unicode', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(ours(text)).toEqual(published(text));
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('invalidCharacter', () => {
  test.each([
    ['\uFFFE', 'U+FFFE'],
    ['a\uFEFFb', 'U+FEFF'],
    ['\uFFFF', 'U+FFFF'],
    ['https://example.com/\uFEFF', 'U+FEFF'],
  ])('names the character in %j', (text, name) => {
    expect(invalidCharacter(text)).toBe(name);
  });

  test('is null for every other text', () => {
    expect(invalidCharacter('a\u200B👨‍👩‍👧‍👦\uFFFD')).toBeNull();
  });
});
