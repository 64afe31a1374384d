import { describe, expect, test } from 'vitest';
import { isSameText } from '../src/same-text.ts';
import type { SeenPost } from '../src/wire.ts';

type Url = { url: string; expanded_url: string };
const post = (text: string, urls: readonly Url[] = [], media = 0): SeenPost => ({
  id: '77',
  text,
  created_at: '2026-11-20T12:00:00.000Z',
  attachments: { media_keys: Array.from({ length: media }, (_, n) => `3_${n}`) },
  entities: { urls: [...urls] },
});
const a = (expanded_url: string): Url => ({ url: 'https://t.co/aaaaaaaaaa', expanded_url });
const own: Url = { url: 'https://t.co/mmmmmmmmmm', expanded_url: 'https://x.com/devteam/status/77/photo/1' };
const A = 'https://t.co/aaaaaaaaaa';
const M = 'https://t.co/mmmmmmmmmm';

describe('is the same', () => {
  test.each<[string, SeenPost, string]>([
    ['plain text', post('Release day'), 'Release day'],
    ...(['note_tweet', 'note_post'] as const).map((name): [string, SeenPost, string] => [
      `a long text, which X cuts, in ${name}`,
      {
        ...post('Once upon a…'),
        [name]: { text: `Once upon a time &amp; ${A}`, entities: { urls: [a('https://example.com')] } },
      },
      'Once upon a time & https://example.com',
    ]),
    ['text X trimmed', post('Release day'), ' Release day \n'],
    ['lines', post('a\n\nb'), 'a\r\n\r\nb'],
    ['text in another normal form', post('caf\u00E9'), 'cafe\u0301'],
    ['escaped characters', post('a &amp; b &lt;c&gt;'), 'a & b <c>'],
    ['escaped escapes', post('a &amp;amp; b'), 'a &amp; b'],
    ['characters X did not escape', post('a & b'), 'a & b'],
    ['a link', post(`see ${A}`, [a('https://example.com/a?b=1#c')]), 'see https://example.com/a?b=1#c'],
    ['a link X gave a slash', post(`see ${A}`, [a('https://example.com/')]), 'see https://example.com'],
    ['a bare domain X gave a protocol', post(`see ${A}.`, [a('http://example.com')]), 'see example.com.'],
    ['a bare domain in capitals', post(A, [a('http://Example.COM/A')]), 'EXAMPLE.com/A'],
    ['a query X left outside the link', post(`${A}?b=1`, [a('http://example.com')]), 'example.com?b=1'],
    ['an international domain', post(A, [a('https://xn--bcher-kva.example.com/x')]), 'https://bücher.example.com/x'],
    ['the same link twice', post(`${A} ${A}`, [a('https://example.com')]), 'https://example.com https://example.com'],
    ['media', post(`Release day ${M}`, [own], 1), 'Release day'],
    ['media that X did not expand', post(`Release day ${M}`, [], 1), 'Release day'],
    ['media alone', post(M, [own], 1), ''],
    ['a link before media', post(`see ${A} ${M}`, [a('https://example.com'), own], 1), 'see https://example.com'],
    ['a link at the end, X appending none', post(`see ${A}`, [a('https://example.com')], 1), 'see https://example.com'],
    [
      'a link to a photo of another post',
      post(A, [a('https://x.com/u/status/5/photo/1')]),
      'https://x.com/u/status/5/photo/1',
    ],
    ['mentions and tags', post('@user #tag $TWTR'), '@user #tag $TWTR'],
  ])('%s', (_, seen, sent) => {
    expect(isSameText(seen, sent)).toBe(true);
  });
});

describe('is another', () => {
  test.each<[string, SeenPost, string]>([
    ['text with one more word', post('Release day today'), 'Release day'],
    ['text in another case', post('release day'), 'Release day'],
    ['text with another link only', post(`New: ${A}`, [a('https://example.com/1')]), 'New: https://example.com/2'],
    ['a path in another case', post(A, [a('https://example.com/A')]), 'https://example.com/a'],
    ['a link that X does not expand', post(`New: ${A}`), 'New: https://example.com/1'],
    ['a link X appended to no media', post(`Release day ${A}`), 'Release day'],
    ['a text whose end X expands as a link', post(`Release day ${A}`, [a('https://example.com')], 1), 'Release day'],
  ])('%s', (_, seen, sent) => {
    expect(isSameText(seen, sent)).toBe(false);
  });
});
