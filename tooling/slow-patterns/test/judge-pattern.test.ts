import { expect, test } from 'vitest';
import { patternsIn } from '../src/find-patterns.ts';
import { judgePattern } from '../src/judge-pattern.ts';

test('a pattern that reads a text again from each of its characters is refused with its growth', () => {
  expect(['/(a+)+$/', String.raw`/\s+$/`, '/[a-z]+/g'].map(judgePattern)).toEqual([
    'exponential',
    '2nd degree polynomial',
    null,
  ]);
});

test('literals are found with their flags, and those that are made while a program runs as they are written', () => {
  expect(
    patternsIn('a.ts', "// /no/\nconst a = /x\\/y/giu;\nconst b = new RegExp('a' +\n  c, 'g');\nconst d = 4 / 2 / 1;"),
  ).toEqual([
    { text: String.raw`/x\/y/giu`, isLiteral: true },
    { text: "new RegExp('a' + c, 'g')", isLiteral: false },
  ]);
});
