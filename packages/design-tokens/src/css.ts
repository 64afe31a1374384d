import { ACCENT_NAMES, type Accent, COLOURS, type ColourName, MEASURES, type Schemed } from './colours.ts';

const properties = (values: Iterable<readonly [string, string]>): string =>
  [...values].map(([name, value]) => `  --${name}: ${value};\n`).join('');

const lightDark = ({ light, dark }: Schemed): string => (light === dark ? light : `light-dark(${light}, ${dark})`);

/** The custom properties of the dashboard, which `tokens.css` holds. */
export function dashboardTokens(): string {
  const colours = Object.entries(COLOURS).map(([name, value]) => [name, lightDark(value)] as const);
  return `/* Written by \`pnpm golden\` from src/colours.ts. */\n:root {\n  color-scheme: light dark;\n${properties([...colours, ...Object.entries(MEASURES)])}}\n\n@media (prefers-reduced-motion: reduce) {\n  :root {\n    --quick: 0ms;\n  }\n}\n`;
}

/** Writes the colours of an installation for the dashboard. */
export const accentCss = (accent: Accent): string =>
  `:root{${ACCENT_NAMES.map((name) => `--${name}:${lightDark(accent[name])}`).join(';')}}`;

/** Colours by name for the given scheme, with an installation's own accent. */
export const colourOf = (accent: Accent | null, name: ColourName): Schemed =>
  (accent as Partial<Record<ColourName, Schemed>> | null)?.[name] ?? COLOURS[name];
