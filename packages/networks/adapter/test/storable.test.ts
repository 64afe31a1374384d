import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from '../src/redact.ts';
import { storableCount, storableEnd, storableId, storableText, storableUrl } from '../src/storable.ts';

/** Any text, with unstorable parts far more often than by chance. */
const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud83d', '\udc4b', '👋', 'x'.repeat(300))))
  .map((parts) => parts.join(''));

/** UTF-8 cannot encode half of a surrogate pair, so that it becomes another character. */
const isStorable = (text: string): boolean => Buffer.from(text).toString() === text && !text.includes('\0');

describe('text', () => {
  test.each([
    ['Grüße 👋\n', 'Grüße 👋\n'],
    ['a\0b', 'a\uFFFDb'],
    ['\ud83d', '\uFFFD'],
    ['\udc4b\ud83d', '\uFFFD\uFFFD'],
    ['\ud83d\ud83d\udc4b', '\uFFFD👋'],
  ])('%j is stored as %j', (text, stored) => {
    expect(storableText(text)).toBe(stored);
  });

  test('is cut where it is too long, and never through a character', () => {
    expect([1, 2, 3].map((most) => storableText('a👋b', most))).toEqual(['a', 'a', 'a👋']);
  });

  test('of any kind is storable and within its length, and unchanged when it was already', () => {
    fc.assert(
      fc.property(anyText, fc.nat(400), (text, most) => {
        const stored = storableText(text, most);
        expect([isStorable(stored), stored.length <= most, storableText(stored, most)]).toEqual([true, true, stored]);
        expect(isStorable(redact(text))).toBe(true);
      }),
    );
  });
});

describe('an id', () => {
  test.each([
    ['17841400000000000', '17841400000000000'],
    ['urn:li:share:7', 'urn:li:share:7'],
    [42, '42'],
    [12345678901234567890n, '12345678901234567890'],
    ['', null],
    [null, null],
    [undefined, null],
    [{}, null],
  ])('%s becomes %s', (id, stored) => {
    expect(storableId(id)).toBe(stored);
  });

  test('that cannot be stored as it is stays different from every other one, and is the same each time', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const [first, second] = [storableId(one), storableId(other)];
        expect(storableId(one)).toBe(first);
        expect(first === second).toBe(one === other);
        expect(first === null || (isStorable(first) && first.length <= 255)).toBe(true);
      }),
    );
  });
});

test.each([
  ['https://www.threads.net/@ada/post/1', 'https://www.threads.net/@ada/post/1'],
  ['http://127.0.0.1:4600/x', 'http://127.0.0.1:4600/x'],
  ['javascript:alert(1)', null],
  ['/p/1', null],
  ['https://x.com/\0', null],
  ['https://x.com/\ud83d', null],
  [`https://x.com/${'a'.repeat(2_048)}`, null],
  [7, null],
])('the address %s becomes %s', (url, stored) => {
  expect(storableUrl(url)).toBe(stored);
});

test.each([
  [7, 7],
  ['9007199254740993', Number.MAX_SAFE_INTEGER],
  [1e308, Number.MAX_SAFE_INTEGER],
  [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER],
  [1.5, 1],
  [-1, null],
  [Number.NaN, null],
  ['many', null],
  [undefined, null],
])('the count %s becomes %s', (count, stored) => {
  expect(storableCount(count)).toBe(stored);
});

test.each([
  [1_000.5, 1_000],
  [-1, 0],
  [Number.NEGATIVE_INFINITY, 0],
  [Number.POSITIVE_INFINITY, 500 + 3_650 * 86_400_000],
  [1e308, 500 + 3_650 * 86_400_000],
  [Number.NaN, null],
  ['soon', null],
  [null, null],
])('the end %s becomes %s', (end, stored) => {
  expect(storableEnd(end, 500)).toBe(stored);
});
