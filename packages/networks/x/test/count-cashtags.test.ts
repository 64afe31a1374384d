import fc from 'fast-check';
import twitterText from 'twitter-text';
import { expect, test } from 'vitest';
import { countCashtags } from '../src/count-cashtags.ts';

test.each([
  ['', 0],
  ['$ABC', 1],
  ['$ABC and $XYZ', 2],
  ['$ABC $ABC', 2],
  ['$BRK.A, $BRK_B!', 2],
  ['$5 and 5$', 0],
  ['a$ABC', 0],
  ['$TOOLONG', 0],
  ['($ABC)', 0],
  ['$ABC\u3000$XYZ', 2],
])('%j holds %i', (text, count) => {
  expect(countCashtags(text)).toBe(count);
});

test('counts what the published parser finds in any text', () => {
  const parts = fc.constantFrom(
    '$',
    'A',
    'bc',
    'TWTR',
    '.',
    '_',
    ' ',
    '\n',
    '\u3000',
    '\u200B',
    '5',
    'é',
    '日',
    '(',
    ')',
    '!',
    '#',
    '😀',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), (words) => {
      const text = words.join('');
      expect(countCashtags(text)).toBe(twitterText.extractCashtags(text).length);
    }),
    { numRuns: 5_000 },
  );
});
