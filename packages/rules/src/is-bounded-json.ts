type Bounds = {
  /** Texts, numbers, lists, objects and the like, each counted once. */
  readonly mostValues: number;
  /** Lists and objects around a value. */
  readonly mostDepth: number;
};

/** Codes, not characters: those beyond Latin-1 would be made anew as strings. */
const [QUOTE, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST, COMMA, BACKSLASH] = [
  0x22, 0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x5c,
];

/**
 * Whether a JSON text holds at most so many values, so deep. Reads it once and makes nothing, so
 * that a text of small values, which costs fifty times its size as objects and is checked one by
 * one, is refused before it is parsed. A text that is no JSON may pass.
 *
 * @example
 * isBoundedJson('[1,[2]]', { mostValues: 10, mostDepth: 1 }); // false
 */
export function isBoundedJson(text: string, { mostValues, mostDepth }: Bounds): boolean {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        values++;
        depth++;
        if (depth > mostDepth || values > mostValues) return false;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth--;
        break;
      case COMMA:
        values++;
        if (values > mostValues) return false;
        break;
    }
  }
  return true;
}

/** Finds the quote that ends a string: without an odd number of backslashes before it. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - backslashes - 1) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
