import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLinks, hasLink } from '../src/links.ts';
import { NEWER_TLDS } from '../src/tlds.gen.ts';
import { hasNewerTld, ours, published } from './published-parser.ts';
import { texts } from './texts.ts';

const found = (text: string) => findLinks(text).map(({ start, length }) => text.slice(start, start + length));

// What stands in a text, and the links in it. Grammar: twitter-text 3.1.0 (checked 2026-11).
const TABLE: readonly (readonly [string, readonly string[]])[] = [
  ['', []],
  ['no dot at all', []],
  ['(example.com)', ['example.com']],
  ['README.md', ['README.md']],
  ['file.zip ok.so read.me MLB.tv', ['file.zip', 'ok.so', 'read.me', 'MLB.tv']],
  ['t.co x.com', ['t.co', 'x.com']],
  ['node.js v1.2.3 3.5 192.168.0.1 localhost:3000 e.g.', []],
  ['http://no-tld foo.baz tar.bz2', []],
  ['domain.com-that john.gov@mail.com', []],
  ['a@b.com #test.com @test.com $TVI.CA', []],
  ['ftp://example.com wss://example.com', []],
  ['日本語example.com中国語', ['example.com']],
  ['http:// example.com/path', ['example.com/path']],
  ['HTTPS://EXAMPLE.COM/A', ['HTTPS://EXAMPLE.COM/A']],
  ['see http://example.com/a. Then', ['http://example.com/a']],
  ['http://example.com/a_(b_(c))', ['http://example.com/a_(b_(c))']],
  ['http://example.com/a(b(c(d)))', ['http://example.com/a']],
  ['http://example.com/a.(b)', ['http://example.com/a']],
  ['http://example.com/(b)', ['http://example.com/(b)']],
  ['http://example.com/пример/ё', ['http://example.com/пример/ё']],
  ['http://example.com/日本', ['http://example.com/']],
  ['http://example.com?a=b!', ['http://example.com?a=b']],
  ['http://example.com:80/a?b#c', ['http://example.com:80/a?b#c']],
  ['a_b.example.com', ['b.example.com']],
  ['http://a_b.example.com', ['http://a_b.example.com']],
  ['http://a_b.com', []],
  ['http://-a.com', []],
  ['http://例え.みんな/あ', ['http://例え.みんな/']],
  ['xn--80ak6aa92e.com http://a.xn--p1ai', ['xn--80ak6aa92e.com', 'http://a.xn--p1ai']],
  ['.example.com -example.com /example.com _example.com', []],
  ['example.com,example.org', ['example.com', 'example.org']],
  [`https://t.co/${'a'.repeat(40)}`, [`https://t.co/${'a'.repeat(40)}`]],
  [`https://t.co/${'a'.repeat(41)}`, []],
  ['https://t.co/abc-def', ['https://t.co/abc']],
  ['https://t.co/abc?x=1', ['https://t.co/abc?x=1']],
  [`https://example.com/${'a'.repeat(4068)}`, [`https://example.com/${'a'.repeat(4068)}`]],
  [`https://example.com/${'a'.repeat(4069)}`, []],
  [`a${'ü'.repeat(50)}.com`, [`a${'ü'.repeat(50)}.com`]],
  [`a${'ü'.repeat(60)}.com`, []],
  ['éa.com', ['a.com']],
  ['\u200Eexample.com', ['example.com']],
  ['😀example.com', ['example.com']],
];

describe('findLinks', () => {
  test.each(TABLE)('%j', (text, links) => {
    expect(found(text)).toEqual(links);
    expect(ours(text)).toEqual(published(text));
  });

  test.each(NEWER_TLDS)('knows the newer ending .%s', (tld) => {
    expect(found(`see example.${tld} now`)).toEqual([`example.${tld}`]);
    expect(published(`see example.${tld} now`).links).toEqual([]);
  });

  test('equals the published parser on any text, given its list of endings', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(ours(text).links).toEqual(published(text).links);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('hasLink', () => {
  test('equals the published parser on any text without a newer ending', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!hasNewerTld(text));
        expect(hasLink(text)).toBe(published(text).links.length > 0);
      }),
      { numRuns: 1_500 },
    );
  });

  test('holds for a text that is not normalised too', () => {
    expect(hasLink('cafe\u0301.fr')).toBe(true);
  });
});
