/**
 * An address as it stands in a text. It ends where no address goes on: at white space, quotation
 * marks of every language, brackets and full stops of Chinese and Japanese, the em dash, and marks
 * that show nothing.
 */
const ADDRESS =
  /(?:https?:\/\/|(?<![\p{L}\p{N}@/])www\.)[^\s<>"`\\^{|}“”„‟«»‹›‚—―、。「」『』【】〈〉《》（）［］，．！？；：｡\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/giu;
/** Characters that end a sentence and no address. */
const TRAILING = new Set(".,;:!?'’‘…–·");
const OPENING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
]);
/** A mark of emphasis in plain text, before the first of its words. */
const EMPHASIS = /(?<=^|[\s(*_~])[*_~](?=\S|$)/gu;

/**
 * Addresses in a text that begin with `http://`, `https://` or `www.`, as they are written there,
 * without the punctuation of the sentence around them.
 *
 * @example
 * linksInText('Quelle: „https://a.example/x“ (www.b.example).'); // ['https://a.example/x', 'www.b.example']
 */
export function linksInText(text: string): readonly string[] {
  const firstMarks = new Map<string, number>();
  for (const { 0: mark, index } of text.matchAll(EMPHASIS)) if (!firstMarks.has(mark)) firstMarks.set(mark, index);
  return Array.from(text.matchAll(ADDRESS), ({ 0: found, index }) => {
    const isEmphasis = (mark: string): boolean => (firstMarks.get(mark) ?? index) < index;
    return withoutEnd(found, isEmphasis);
  });
}

/** Looks at each character at the end once: a text may have thousands of them. */
function withoutEnd(found: string, isEmphasis: (mark: string) => boolean): string {
  const brackets = new Map(['(', ')', '[', ']'].map((bracket) => [bracket, found.split(bracket).length - 1]));
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    const opening = OPENING.get(last);
    if (opening !== undefined) {
      // A bracket belongs to the address where it was opened in it.
      const closed = brackets.get(last) ?? 0;
      if (closed <= (brackets.get(opening) ?? 0)) break;
      brackets.set(last, closed - 1);
    } else if (!TRAILING.has(last) && !isEmphasis(last)) break;
  }
  return found.slice(0, end);
}
