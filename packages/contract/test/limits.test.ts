import { expect, test } from 'vitest';
import { LIMITS } from '../src/index.ts';

/** The ways a sentence may write a number. */
function spellings(value: number): string[] {
  const words: Record<number, string> = { 2: 'two', 60000: 'minute', 600000: '10 minutes', 240000: 'four minutes' };
  return [
    value.toLocaleString('en-US'),
    String(value),
    words[value],
    value % 1000 === 0 ? `${value / 1000} seconds` : undefined,
    value % (1024 * 1024) === 0 ? `${value / 1024 / 1024} MB` : undefined,
  ].filter((spelling) => spelling !== undefined);
}

test.each(Object.entries(LIMITS))('the sentence of %s names its number', (_, { value, sentence }) => {
  expect(spellings(value).some((spelling) => sentence.includes(spelling))).toBe(true);
  expect(sentence).toMatch(/\.$/);
});
