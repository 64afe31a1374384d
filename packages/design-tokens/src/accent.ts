import { type Accent, COLOURS, type Scheme } from './colours.ts';
import { AA_TEXT, contrast, mix } from './contrast.ts';

const BLACK = '#000000';
const WHITE = '#ffffff';
const STEPS = 100;

/** Text, its ground, and their contrast. */
export type ContrastProblem = {
  readonly scheme: Scheme;
  readonly text: string;
  readonly ground: string;
  readonly ratio: number;
  /** The nearest darker or lighter colour that has enough contrast. */
  readonly better: string;
};

/** Reads `#rrggbb` or `#rgb`; null for anything else. */
export function readColour(text: string): string | null {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(text.trim()) ?? [];
  const hex = long ?? short?.replace(/./g, '$&$&');
  return hex === undefined ? null : `#${hex.toLowerCase()}`;
}

/** Derives the accent from a colour: itself in light, with white added in dark. */
export function accentOf(colour: string): Accent {
  const dark = firstReadable('dark', (step) => mix(colour, WHITE, step / STEPS)) ?? WHITE;
  const [light, inDark] = [shadesOf('light', colour), shadesOf('dark', dark)];
  return {
    accent: { light: light.accent, dark: inDark.accent },
    'accent-hover': { light: light.hover, dark: inDark.hover },
    'accent-soft': { light: light.soft, dark: inDark.soft },
    'on-accent': { light: light.on, dark: inDark.on },
  };
}

/** The worst pair of text and ground below 4.5:1 that this accent makes; null for none. */
export function contrastProblem(accent: Accent): ContrastProblem | null {
  const pairs = (['light', 'dark'] as const).flatMap((scheme) => {
    const { accent: main, 'accent-hover': hover, 'accent-soft': soft, 'on-accent': on } = accent;
    return pairsOf(scheme, { accent: main[scheme], hover: hover[scheme], soft: soft[scheme], on: on[scheme] });
  });
  const [worst] = pairs.filter(({ ratio }) => ratio < AA_TEXT).sort((a, b) => a.ratio - b.ratio);
  if (!worst) return null;
  const towards = worst.scheme === 'light' ? BLACK : WHITE;
  const better = firstReadable(worst.scheme, (step) => mix(accent.accent[worst.scheme], towards, step / STEPS));
  return { ...worst, better: better ?? towards };
}

type Shades = { readonly accent: string; readonly hover: string; readonly soft: string; readonly on: string };

function shadesOf(scheme: Scheme, accent: string): Shades {
  const hover = scheme === 'light' ? mix(accent, BLACK, 0.18) : mix(accent, WHITE, 0.3);
  const soft = mix(COLOURS.paper[scheme], accent, scheme === 'light' ? 0.08 : 0.14);
  const on = contrast(accent, WHITE) >= contrast(accent, COLOURS.ink.light) ? WHITE : COLOURS.ink.light;
  return { accent, hover, soft, on };
}

/** Pairs of the accent and its text. */
function pairsOf(scheme: Scheme, { accent, hover, soft, on }: Shades) {
  const grounds = [COLOURS.ground[scheme], COLOURS.paper[scheme], COLOURS.raised[scheme], soft];
  const pairs = [...grounds.map((ground) => [accent, ground] as const), [on, accent] as const, [on, hover] as const];
  return pairs.map(([text, ground]) => ({ scheme, text, ground, ratio: contrast(text, ground) }));
}

function firstReadable(scheme: Scheme, colourAt: (step: number) => string): string | null {
  for (let step = 0; step <= STEPS; step++) {
    const colour = colourAt(step);
    if (pairsOf(scheme, shadesOf(scheme, colour)).every(({ ratio }) => ratio >= AA_TEXT)) return colour;
  }
  return null;
}
