import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLittleText, toLittleText } from '../src/little-text.ts';

const ESCAPES: readonly (readonly [name: string, text: string, commentary: string])[] = [
  ['each of the 15 reserved characters', '\\|{}@[]()<>#*_~', '\\\\\\|\\{\\}\\@\\[\\]\\(\\)\\<\\>\\#\\*\\_\\~'],
  [
    'nothing in plain text',
    'Release day, 10:30 & 5% off! "Yes" – $4/€5; a+b=c?',
    'Release day, 10:30 & 5% off! "Yes" – $4/€5; a+b=c?',
  ],
  ['a hashtag and brackets', 'Release #1 (really)', 'Release \\#1 \\(really\\)'],
  ['a backslash once, not its escape', 'C:\\new', 'C:\\\\new'],
  ['an escape in the original text', '\\(', '\\\\\\('],
  ['underscores inside a link', 'https://a.example/b_c~d', 'https://a.example/b\\_c\\~d'],
  ['no line breaks and no emoji', 'one\n\ntwo 👩‍👩‍👧', 'one\n\ntwo 👩‍👩‍👧'],
  ['an empty text', '', ''],
];

/** A hashtag as LinkedIn's page documents it: `{hashtag|`, the sign, `|`, the word, `}`. */
const HASHTAGS: readonly (readonly [name: string, text: string, commentary: string])[] = [
  ['alone', '#coffee', '{hashtag|\\#|coffee}'],
  ['between words, before punctuation', 'Try #coffee, #tea!', 'Try {hashtag|\\#|coffee}, {hashtag|\\#|tea}!'],
  ['on a line of its own', 'Out now\n#release', 'Out now\n{hashtag|\\#|release}'],
  ['in brackets', '(#coffee)', '\\({hashtag|\\#|coffee}\\)'],
  ['with an underscore', '#two_words', '{hashtag|\\#|two\\_words}'],
  ['with digits, of which one letter makes a word', '#2026goals #1st', '{hashtag|\\#|2026goals} {hashtag|\\#|1st}'],
  [
    'in any script',
    '#Größe #東京 #कॉफ़ी #кофе',
    '{hashtag|\\#|Größe} {hashtag|\\#|東京} {hashtag|\\#|कॉफ़ी} {hashtag|\\#|кофе}',
  ],
  ['under the wide sign', '＃東京', '{hashtag|＃|東京}'],
  ['behind a backslash of the original text', '\\#coffee', '\\\\{hashtag|\\#|coffee}'],
  ['up to a hyphen, which ends a word', '#spider-man', '{hashtag|\\#|spider}-man'],
];

/** Text that looks like a hashtag and is not. */
const NO_HASHTAGS: readonly (readonly [name: string, text: string, commentary: string])[] = [
  ['a number', 'We are #1', 'We are \\#1'],
  ['a sign alone, twice, or before a space', '# ## C# x', '\\# \\#\\# C\\# x'],
  ['a sign within a word', 'C#code', 'C\\#code'],
  ['a part of an address', 'https://a.example/p#top #news', 'https://a.example/p\\#top {hashtag|\\#|news}'],
  ['a part of an address without a protocol', 'a.example/#top', 'a.example/\\#top'],
  ['a keycap', '#️⃣ one', '\\#️⃣ one'],
  ['a character reference', '&#39;', '&\\#39;'],
  ['a template in the original text', '{hashtag|#|x}', '\\{hashtag\\|\\#\\|x\\}'],
];

/** A mention: the name is escaped, its URN is not. */
const MENTIONS: readonly (readonly [name: string, text: string, commentary: string])[] = [
  [
    'of an organization',
    'Thanks, @[Harbour Coffee](urn:li:organization:90314427)!',
    'Thanks, @[Harbour Coffee](urn:li:organization:90314427)!',
  ],
  ['of a person, in brackets', '(@[Ada Park](urn:li:person:k3_V-b8))', '\\(@[Ada Park](urn:li:person:k3_V-b8)\\)'],
  [
    'with reserved characters in the name',
    '@[Rye & Sons (UK) #1](urn:li:organization:7)',
    '@[Rye & Sons \\(UK\\) \\#1](urn:li:organization:7)',
  ],
  [
    'beside another and a hashtag',
    '@[A](urn:li:person:a)@[B](urn:li:organization:2) #news',
    '@[A](urn:li:person:a)@[B](urn:li:organization:2) {hashtag|\\#|news}',
  ],
];

/** Text that looks like a mention and is not. */
const NO_MENTIONS: readonly (readonly [name: string, text: string, commentary: string])[] = [
  ['of another URN', '@[Acme](urn:li:school:1)', '\\@\\[Acme\\]\\(urn:li:school:1\\)'],
  ['of an address', '@[Acme](https://a.example)', '\\@\\[Acme\\]\\(https://a.example\\)'],
  ['without a name', '@[](urn:li:person:a)', '\\@\\[\\]\\(urn:li:person:a\\)'],
  ['without a sign', '[Acme](urn:li:person:a)', '\\[Acme\\]\\(urn:li:person:a\\)'],
  ['without an end', '@[Acme](urn:li:person:a', '\\@\\[Acme\\]\\(urn:li:person:a'],
  ['over two lines', '@[Ac\nme](urn:li:person:a)', '\\@\\[Ac\nme\\]\\(urn:li:person:a\\)'],
];

describe('toLittleText', () => {
  it.each(ESCAPES)('escapes %s', (_name, text, commentary) => {
    expect(toLittleText(text)).toBe(commentary);
  });

  it.each(HASHTAGS)('makes a hashtag of a word behind the sign: %s', (_name, text, commentary) => {
    expect(toLittleText(text)).toBe(commentary);
  });

  it.each(MENTIONS)('keeps a mention %s', (_name, text, commentary) => {
    expect(toLittleText(text)).toBe(commentary);
  });

  it.each(NO_MENTIONS)('escapes a mention %s', (_name, text, commentary) => {
    expect(toLittleText(text)).toBe(commentary);
  });

  it.each(NO_HASHTAGS)('leaves as text: %s', (_name, text, commentary) => {
    expect(toLittleText(text)).toBe(commentary);
  });
});

describe('readLittleText', () => {
  it.each([...ESCAPES, ...HASHTAGS, ...NO_HASHTAGS, ...MENTIONS, ...NO_MENTIONS])(
    'returns the text: %s',
    (_name, text, commentary) => {
      expect(readLittleText(commentary)).toBe(text);
    },
  );

  it('shows a hashtag template as a reader sees it', () => {
    expect(readLittleText('Out now {hashtag|\\#|release} {hashtag|#|two\\_words}')).toBe('Out now #release #two_words');
  });

  it('returns any text', () => {
    const piece = fc.constantFrom(
      '#',
      '＃',
      'a',
      '東',
      '1',
      '_',
      '\\',
      '{',
      '}',
      '|',
      'hashtag',
      ' ',
      '\n',
      '@',
      '@[a',
      '](urn:li:person:a)',
      'https://',
      '/',
      '🏳️‍🌈',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (written) => {
        expect(readLittleText(toLittleText(written))).toBe(written);
      }),
    );
  });

  it('leaves an escaped template alone', () => {
    expect(readLittleText(toLittleText('{hashtag|\\#|x}'))).toBe('{hashtag|\\#|x}');
  });
});
