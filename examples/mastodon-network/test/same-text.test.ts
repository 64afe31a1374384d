import { expect, test } from 'vitest';
import { formatText } from '../simulator/format-text.ts';
import { isSameText } from '../src/same-text.ts';

const TEXTS = [
  'Fresh rye & butter',
  'Less <b>than</b> "this" & \'that\' > &amp;',
  'One paragraph\n\nand another\nwith a line',
  'See https://bakery.example.com/opening-hours/and/a/very/long/path?x=1&y=2, or http://b.example.',
  'Tea with @ada and @ben@elsewhere.example #tea #grün',
  '日本語 👩🏽‍🚀',
  '  white   space  ',
  '',
];

test.each(TEXTS)('%j matches the server’s HTML of it, and nothing else', (text) => {
  for (const other of TEXTS) {
    expect([other, isSameText(formatText('https://mastodon.example', other), text)]).toEqual([other, other === text]);
  }
});

test('the statuses of the documentation read as they were written', () => {
  expect(isSameText('<p>Hello world</p>', 'Hello world')).toBe(true);
  expect(
    isSameText(
      '<p>i have approximate knowledge.<br />(nb/ace/they)</p><p>email: a@trwnh.com</p>',
      'i have approximate knowledge.\n(nb/ace/they)\n\nemail: a@trwnh.com',
    ),
  ).toBe(true);
});
