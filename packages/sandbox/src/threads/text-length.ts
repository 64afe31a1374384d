const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/**
 * Length as Threads counts it: one per code point, but an emoji by its UTF-8 bytes (Meta, Threads
 * posts, checked 2026-11).
 */
export function threadsLength(text: string): number {
  let length = 0;
  for (const { segment } of graphemes.segment(text))
    length += emoji.test(segment) ? Buffer.byteLength(segment) : Array.from(segment).length;
  return length;
}

const address = /https?:\/\/[^\s<>"']+/gi;

/** Different links of a text; punctuation behind one is not part of it. */
export function linksOf(text: string): ReadonlySet<string> {
  return new Set((text.match(address) ?? []).map((link) => link.replace(/[.,;:!?)\]]+$/, '')));
}
