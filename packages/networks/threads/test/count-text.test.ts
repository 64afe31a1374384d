import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBytes, countText } from '../src/count-text.ts';

const EMOJI = ['👍', '👍🏽', '❤️', '👨‍👩‍👧‍👦', '🇩🇪', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '©', '⌚'];
const CHARACTERS = ['a', 'ß', '日', '한', 'é', 'ع', '1', '#', ' ', '.', '𝒳'];
const emoji = fc.constantFrom(...EMOJI);
const character = fc.constantFrom(...CHARACTERS);

describe('countText', () => {
  it.each([
    ['', 0],
    ['Hello', 5],
    ['Grüße 日本', 8],
    ['👍', 4],
    ['👍🏽', 8],
    ['🇩🇪', 8],
    ['👨‍👩‍👧‍👦', 25],
    ['1️⃣', 7],
    ['Hi 👍', 7],
    ['e\u0301', 2],
    ['a\r\nb', 4],
    ['12#*', 4],
    ['क्षि'.repeat(400), 1_600], // Hindi
    ['কি'.repeat(260), 520], // Bengali
    ['நி'.repeat(260), 520], // Tamil
    ['กำ'.repeat(260), 520], // Thai
    ['မြန်'.repeat(125), 500], // Burmese
    ['Tie\u0302\u0301ng', 7], // Vietnamese, decomposed
    [`a${'\u0301'.repeat(50)}`, 51], // stacked marks
  ])('%j counts %i', (text, count) => {
    expect(countText(text)).toBe(count);
  });

  it('counts plain text by its characters', () => {
    fc.assert(
      fc.property(fc.array(character), (parts) => {
        expect(countText(parts.join(''))).toBe(parts.length);
      }),
    );
  });

  it('counts emoji as their UTF-8 bytes wherever they stand', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(emoji, character)), (parts) => {
        // A space keeps neighbours from joining into one emoji (two flags halves, a joiner).
        const expected = parts.reduce((sum, part) => sum + (EMOJI.includes(part) ? countBytes(part) : 1) + 1, 0);
        expect(countText(parts.map((part) => `${part} `).join(''))).toBe(expected);
      }),
    );
  });

  it('stays between the code points and the bytes of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const count = countText(text);
        expect(count).toBeGreaterThanOrEqual([...text].length);
        expect(count).toBeLessThanOrEqual(countBytes(text));
      }),
    );
  });

  it('never shrinks when a separate word is added', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.oneof(emoji, character)), (text, parts) => {
        const word = parts.join('');
        expect(countText(`${text} ${word}`)).toBe(countText(`${text} `) + countText(word));
      }),
    );
  });
});
