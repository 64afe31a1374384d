import { describe, expect, it } from 'vitest';
import { escapeLittleText, readLittleText } from '../src/little-text.ts';

const ESCAPES: readonly (readonly [name: string, text: string, commentary: string])[] = [
  ['each of the 15 reserved characters', '\\|{}@[]()<>#*_~', '\\\\\\|\\{\\}\\@\\[\\]\\(\\)\\<\\>\\#\\*\\_\\~'],
  [
    'nothing in plain text',
    'Release day, 10:30 & 5% off! "Yes" – $4/€5; a+b=c?',
    'Release day, 10:30 & 5% off! "Yes" – $4/€5; a+b=c?',
  ],
  ['a hashtag and brackets', 'Release #1 (really)', 'Release \\#1 \\(really\\)'],
  ['a backslash once, not its escape', 'C:\\new', 'C:\\\\new'],
  ['an escape somebody wrote by hand', '\\(', '\\\\\\('],
  ['what looks like a mention', '@[Acme](urn:li:organization:1)', '\\@\\[Acme\\]\\(urn:li:organization:1\\)'],
  ['underscores inside a link', 'https://a.example/b_c~d', 'https://a.example/b\\_c\\~d'],
  ['no line breaks and no emoji', 'one\n\ntwo 👩‍👩‍👧', 'one\n\ntwo 👩‍👩‍👧'],
  ['an empty text', '', ''],
];

describe('escapeLittleText', () => {
  it.each(ESCAPES)('escapes %s', (_name, text, commentary) => {
    expect(escapeLittleText(text)).toBe(commentary);
  });
});

describe('readLittleText', () => {
  it.each(ESCAPES)('gives the text back: %s', (_name, text, commentary) => {
    expect(readLittleText(commentary)).toBe(text);
  });

  it('shows a hashtag template as a reader sees it', () => {
    expect(readLittleText('Out now {hashtag|\\#|release} {hashtag|#|two\\_words}')).toBe('Out now #release #two_words');
  });

  it('leaves an escaped template alone', () => {
    expect(readLittleText(escapeLittleText('{hashtag|\\#|x}'))).toBe('{hashtag|\\#|x}');
  });
});
