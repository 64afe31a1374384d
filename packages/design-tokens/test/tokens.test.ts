import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accentOf, contrastProblem, readColour } from '../src/accent.ts';
import { COLOURS, type ColourName } from '../src/colours.ts';
import { AA_TEXT, contrast } from '../src/contrast.ts';
import { dashboardTokens } from '../src/css.ts';
import { PAGE_STYLE, PAGE_STYLE_HASH } from '../src/page-style.gen.ts';
import { pageStyle } from '../src/page-style.ts';

test('what `pnpm golden` writes is up to date', () => {
  expect(readFileSync(new URL('../tokens.css', import.meta.url), 'utf8')).toBe(dashboardTokens());
  expect(PAGE_STYLE).toBe(pageStyle());
  expect(PAGE_STYLE_HASH).toBe(createHash('sha256').update(pageStyle()).digest('base64'));
});

test('the page style names no colour that the table has not', () => {
  const values = new Set(Object.values(COLOURS).flatMap(({ light, dark }) => [light, dark] as string[]));
  const named = [...pageStyle().matchAll(/#[0-9a-f]{3,6}\b/g)].map(([colour]) => colour);
  // Logos are drawn for white.
  expect(named.filter((colour) => !values.has(colour) && colour !== '#fff')).toEqual([]);
});

const GROUNDS: readonly ColourName[] = ['ground', 'paper', 'raised'];
const STATES = ['accent', 'good', 'bad', 'warn', 'unsure', 'plan'] as const;
const PAIRS: readonly (readonly [ColourName, ColourName])[] = [
  ...(['ink', 'quiet', ...STATES] as const).flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ...STATES.map((state) => [state, `${state}-soft`] as const),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
];

test.each(PAIRS)('%s on %s has enough contrast in light and in dark', (text, ground) => {
  for (const scheme of ['light', 'dark'] as const)
    expect(contrast(COLOURS[text][scheme], COLOURS[ground][scheme])).toBeGreaterThanOrEqual(AA_TEXT);
});

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  // The lightest grey that text may have on white, and the next one.
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.47],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(Math.floor(contrast(one, other) * 100) / 100).toBe(ratio);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

describe('an own colour', () => {
  test.each([
    ['#0F766E', '#0f766e'],
    [' #07c ', '#0077cc'],
    ['teal', null],
    ['#0f766', null],
    ['#0f766e80', null],
    ['0f766e', null],
    ['#0f766e;}body{display:none', null],
  ])('%j is read as %j', (text, colour) => {
    expect(readColour(text)).toBe(colour);
  });

  test('is itself in light, and lighter in dark', () => {
    expect(accentOf('#0f766e').accent).toEqual({ light: '#0f766e', dark: '#559e98' });
    expect(contrastProblem(accentOf('#0f766e'))).toBeNull();
  });

  test('that is too light is refused with the pair, its ratio, and one that is not', () => {
    expect(contrastProblem(accentOf('#fb923c'))).toEqual({
      ...{ scheme: 'light', text: '#fb923c', ground: '#f3f2ee', better: '#a15d26' },
      ratio: expect.closeTo(2.02, 2),
    });
  });

  test('in every case has enough contrast in both schemes, or is refused with one that has', () => {
    const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(colours, (colour) => {
        const accent = accentOf(colour);
        const problem = contrastProblem(accent);
        if (problem) {
          expect(problem.scheme).toBe('light');
          expect(contrastProblem(accentOf(problem.better))).toBeNull();
          return;
        }
        for (const scheme of ['light', 'dark'] as const) {
          for (const ground of [COLOURS.ground, COLOURS.paper, COLOURS.raised, accent['accent-soft']])
            expect(contrast(accent.accent[scheme], ground[scheme])).toBeGreaterThanOrEqual(AA_TEXT);
          for (const ground of [accent.accent, accent['accent-hover']])
            expect(contrast(accent['on-accent'][scheme], ground[scheme])).toBeGreaterThanOrEqual(AA_TEXT);
        }
      }),
    );
  });
});
