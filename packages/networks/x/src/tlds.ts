import { continuesTld, inLabel, inPunycode } from './link-characters.ts';
import { NEWER_TLDS, TWITTER_TEXT_TLDS } from './tlds.gen.ts';

/** Returns the end of a domain ending that begins at `at`, or -1, below `limit`. */
export type TldEnd = (text: string, at: number, limit: number) => number;

/** Case as JavaScript ignores it: never across the border of ASCII (Kelvin sign). */
function fold(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    const upper = unit.toUpperCase();
    folded += upper.length === 1 && (unit < '\u0080' || upper >= '\u0080') ? upper : unit;
  }
  return folded;
}

const PUNYCODE = 'XN--';

export function createTldEnd(tlds: readonly string[]): TldEnd {
  const known = new Set(tlds.map(fold));
  const longest = Math.max(...tlds.map((tld) => tld.length));

  return (text, at, limit) => {
    let most = at;
    while (most < limit && most < at + longest && inLabel(text.charAt(most))) most++;
    const word = fold(text.slice(at, most));
    for (let length = word.length; length > 0; length--) {
      const end = at + length;
      if (known.has(word.slice(0, length)) && (end === limit || !continuesTld(text.charAt(end)))) return end;
    }
    if (fold(text.slice(at, Math.min(at + PUNYCODE.length, limit))) !== PUNYCODE) return -1;
    let end = at + PUNYCODE.length;
    while (end < limit && inPunycode(text.charAt(end))) end++;
    return end > at + PUNYCODE.length ? end : -1;
  };
}

/** The endings of links on X: those of its parser, and newer ones of the root zone. */
export const isTld: TldEnd = createTldEnd([...TWITTER_TEXT_TLDS, ...NEWER_TLDS]);
