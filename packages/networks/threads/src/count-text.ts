const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
let graphemes: Intl.Segmenter | null = null;
const utf8 = new TextEncoder();

/**
 * Length of a text as Threads counts it at least: 1 per code point, but an emoji costs its UTF-8
 * bytes (Meta, Threads posts guide, checked 2026-11). Marks of Hindi, Thai or Tamil count, although
 * a reader sees them as part of a letter.
 *
 * @example
 * countText('Hi 👍'); // 7
 * countText('กำ'); // 2
 */
export function countText(text: string): number {
  // Each of these is a character for itself; most texts have no others.
  if (/^[ -~\n]*$/.test(text)) return text.length;
  let count = 0;
  // Made when it is first used: it takes milliseconds.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) {
    count += EMOJI.test(segment) ? countBytes(segment) : [...segment].length;
  }
  return count;
}

/**
 * UTF-8 bytes of a text: what Threads counts at most. Publishers report texts refused that have
 * fewer than 500 characters and more than 500 bytes.
 */
export const countBytes = (text: string): number => utf8.encode(text).length;
