import { expect, test } from 'vitest';
import { firstLink } from '../src/first-link.ts';

test.each([
  ['alone', 'https://a.example', 'https://a.example'],
  ['in a sentence', 'Read https://a.example/p, then rest.', 'https://a.example/p'],
  ['at the end of one', 'Read (https://a.example/p).', 'https://a.example/p'],
  ['with brackets of its own', 'See https://a.example/b_(c), or not', 'https://a.example/b_(c)'],
  ['the first of two', 'http://a.example/1 https://a.example/2', 'http://a.example/1'],
  ['as it is written, query and fragment included', 'https://A.example/Ä?q=1#top!', 'https://A.example/Ä?q=1#top'],
  ['behind one that is none', 'https:// https://user:pw@a.example/ https://b.example/', 'https://b.example/'],
  ['in quotation marks', '“https://a.example/p”', 'https://a.example/p'],
])('%s', (_, text, link) => {
  expect(firstLink(text)).toBe(link);
});

test.each(['', 'a.example', 'www.a.example', 'ftp://a.example', 'https://', 'mailto:a@a.example', 'http s://a'])(
  'there is none in "%s"',
  (text) => {
    expect(firstLink(text)).toBeNull();
  },
);
