import { COLOURS, type ColourName } from '@fanfare/design-tokens';

/** Narrow enough to be read on a phone without turning it. */
export const WIDTH = 520;

const USED = [
  'paper',
  'raised',
  'line',
  'line-strong',
  'ink',
  'quiet',
  'accent',
  'accent-soft',
  'good',
  'good-soft',
  'unsure',
  'unsure-soft',
  'plan',
  'plan-soft',
] as const satisfies readonly ColourName[];
type Used = (typeof USED)[number];

const FONT = "system-ui, 'Segoe UI', Roboto, sans-serif";

const fills = (scheme: 'light' | 'dark'): string =>
  USED.map((name) => `.f-${name}{fill:${COLOURS[name][scheme]}}.s-${name}{stroke:${COLOURS[name][scheme]}}`).join('');

/** An SVG file that follows the colour scheme of its reader, on a ground of its own: GitHub shows it as well. */
export function drawing(options: {
  readonly height: number;
  readonly title: string;
  readonly shapes: readonly string[];
}): string {
  const { height, title, shapes } = options;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="${FONT}">
<title>${title}</title>
<style>${fills('light')}@media (prefers-color-scheme:dark){${fills('dark')}}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="f-quiet" d="M0 .5 7.5 4 0 7.5z"/></marker></defs>
<rect class="f-paper s-line" x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="14"/>
${shapes.join('\n')}
</svg>
`;
}

type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill?: Used;
  readonly stroke?: Used;
};

export const box = ({ x, y, width, height, fill = 'raised', stroke = 'line-strong' }: Box): string =>
  `<rect class="f-${fill} s-${stroke}" x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>`;

type Words = {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly bold?: boolean;
  readonly colour?: Used;
  readonly anchor?: 'start' | 'middle' | 'end';
};

export const words = (
  text: string,
  { x, y, size = 15, bold = false, colour = 'ink', anchor = 'start' }: Words,
): string =>
  `<text class="f-${colour}" x="${x}" y="${y}" font-size="${size}"${bold ? ' font-weight="650"' : ''} text-anchor="${anchor}">${text}</text>`;

/** A line with a tip through points. */
export const arrow = (points: readonly (readonly [number, number])[], both = false): string =>
  `<polyline class="s-quiet" fill="none" stroke-width="1.5" points="${points.map((point) => point.join(',')).join(' ')}" marker-end="url(#tip)"${both ? ' marker-start="url(#tip)"' : ''}/>`;

/** A box with a name in its middle and, below it, what it is. */
export function part(place: Box, name: string, what?: string): string {
  const x = place.x + place.width / 2;
  const middle = place.y + place.height / 2;
  const shown = [
    box(place),
    words(name, { x, y: what === undefined ? middle + 5 : middle - 3, bold: true, anchor: 'middle' }),
  ];
  if (what !== undefined) shown.push(words(what, { x, y: middle + 15, size: 12.5, colour: 'quiet', anchor: 'middle' }));
  return shown.join('');
}
