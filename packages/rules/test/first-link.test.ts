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
  ['in German ones', 'Quelle: „https://a.example/x“, heute', 'https://a.example/x'],
  ['in German ones of one stroke', '‚https://a.example/x‘', 'https://a.example/x'],
  ['in guillemets that point in', '»https://a.example/x«', 'https://a.example/x'],
  ['in guillemets that point out', '« https://a.example/x»', 'https://a.example/x'],
  ['in single guillemets', '‹https://a.example/x›', 'https://a.example/x'],
  ['in Japanese brackets', '「https://a.example/x」と', 'https://a.example/x'],
  ['in wide brackets', '（https://a.example/x）', 'https://a.example/x'],
  ['before a Chinese full stop', '见https://a.example/x。然后', 'https://a.example/x'],
  ['before a zero-width space', 'https://a.example/x\u200Bund', 'https://a.example/x'],
  ['before a dash and a word', 'https://a.example/x—read it', 'https://a.example/x'],
  ['in bold', '*https://a.example/x* and **https://a.example/y**', 'https://a.example/x'],
  ['in strong', '**https://a.example/y**', 'https://a.example/y'],
  ['at the end of an emphasised sentence', 'Now: _read https://a.example/x_.', 'https://a.example/x'],
  ['with a low line at its end', 'See https://a.example/x_', 'https://a.example/x_'],
  ['with an apostrophe and a dash inside', 'https://a.example/L’été_1914–1918', 'https://a.example/L’été_1914–1918'],
])('%s', (_, text, link) => {
  expect(firstLink(text)).toBe(link);
});

test.each(['', 'a.example', 'www.a.example', 'ftp://a.example', 'https://', 'mailto:a@a.example', 'http s://a'])(
  'there is none in "%s"',
  (text) => {
    expect(firstLink(text)).toBeNull();
  },
);
