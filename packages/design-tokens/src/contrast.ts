/** The least contrast of text on its ground: WCAG 2.2, success criterion 1.4.3, level AA. */
export const AA_TEXT = 4.5;

/** The contrast of two colours as `#rrggbb`, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `share` of `into` in `colour`, from 0 to 1. */
export function mix(colour: string, into: string, share: number): string {
  const others = channels(into);
  const mixed = channels(colour).map((value, at) => Math.round(value + (others[at]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const channels = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
