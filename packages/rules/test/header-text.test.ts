import { expect, test } from 'vitest';
import { headerText } from '../src/header-text.ts';

const asLatin1 = (text: string) => Buffer.from(text).toString('latin1');

test.each([
  ['plain', 'plain'],
  ['', ''],
  [asLatin1('Ünïcode 🎺'), 'Ünïcode 🎺'],
  [asLatin1('\u{feff}with a mark'), '\u{feff}with a mark'],
  // Latin1 that is no UTF-8 stays as it is.
  ['Grüße', 'Grüße'],
  ['\u00e9', '\u00e9'],
])('%j is read as %j', (value, text) => {
  expect(headerText(value)).toBe(text);
});
