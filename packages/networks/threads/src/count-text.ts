const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
let graphemes: Intl.Segmenter | null = null;
const utf8 = new TextEncoder();

/**
 * Length of a text as Threads counts it: 1 per character a reader sees, but an emoji costs its UTF-8 bytes (Meta, Threads posts guide,
 * checked 2026-10).
 *
 * @example
 * countText('Hi 👍'); // 7
 */
export function countText(text: string): number {
  // Each of these is a character for itself; most texts have no others.
  if (/^[ -~\n]*$/.test(text)) return text.length;
  let count = 0;
  // Made when it is first used: it takes milliseconds.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) count += EMOJI.test(segment) ? utf8.encode(segment).length : 1;
  return count;
}
