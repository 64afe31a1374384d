/** Control characters, and marks that change the direction of what follows. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text from outside on one line, without anything that a terminal would obey. */
export const plainText = (text: string): string => text.replace(UNSAFE, ' ').trim();

/** The beginning of a text from outside, on one line. */
export function shortText(text: string, length = 60): string {
  const characters = [...plainText(text)];
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}

/** A count of units, such as `1 unit`. */
export const showUnits = (units: number): string => `${units} ${units === 1 ? 'unit' : 'units'}`;
