/** What may follow a link in a sentence without belonging to it. */
const TRAILING = /[.,;:!?'"»”’)\]}>]+$/;

/** Different links of a text: addresses with `http(s)://` and those that start with `www.`. */
export function uniqueLinks(text: string): readonly string[] {
  const found = text.match(/(?<![\p{L}\p{N}@/])(?:https?:\/\/|www\.)[^\s<>"]+/giu) ?? [];
  return [...new Set(found.map((link) => link.replace(TRAILING, '')))];
}
