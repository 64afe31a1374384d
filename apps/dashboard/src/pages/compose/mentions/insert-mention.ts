/** A part of a text, in UTF-16 code units. */
type Selection = { readonly start: number; readonly end: number };

const NAME = /^[\p{L}\p{N}-]*$/u;
const PART_OF_WORD = /^[\p{L}\p{N}_.]$/u;

/**
 * The position of the `@` that begins a mention just before the cursor; -1 for none, as in an
 * e-mail address.
 */
function beginOf(before: string): number {
  const at = before.lastIndexOf('@');
  return at === -1 || !NAME.test(before.slice(at + 1)) || PART_OF_WORD.test(before.charAt(at - 1)) ? -1 : at;
}

/** The name that somebody began to type after `@` just before the cursor; empty for none. */
export function begunName(text: string, { start }: Selection): string {
  const at = beginOf(text.slice(0, start));
  return at === -1 ? '' : text.slice(at + 1, start);
}

/**
 * The text with a mention in place of what is selected and of a mention begun before it, and where
 * the cursor is then.
 */
export function insertMention(
  text: string,
  { start, end }: Selection,
  mention: string,
): { readonly text: string; readonly cursor: number } {
  const at = beginOf(text.slice(0, start));
  const from = at === -1 ? start : at;
  return { text: text.slice(0, from) + mention + text.slice(end), cursor: from + mention.length };
}
