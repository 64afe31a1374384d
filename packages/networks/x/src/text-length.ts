import { EMOJI } from './emoji.gen.ts';
import { INVALID } from './link-characters.ts';
import { findLinks } from './links.ts';
import type { TldEnd } from './tlds.ts';

/** twitter-text configuration, version 3 (checked 2026-11). */
export const MAX_WEIGHTED_LENGTH = 280;
/**
 * For accounts with X Premium (Codeinwp/tweet-old-post pull request 1090; no page of X's API says
 * it, 2026-11).
 */
export const MAX_PREMIUM_LENGTH = 25_000;
const LINK_WEIGHT = 23;
const EMOJI_WEIGHT = 2;
const HEAVY = 2;
const LIGHT = 1;
const LIGHT_RANGES: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

const INVALID_CHARACTER = new RegExp(`[${INVALID}]`);

/** Code points beyond the first plane weigh 2, so one UTF-16 unit is enough to decide. */
function weightOf(unit: number): number {
  return LIGHT_RANGES.some(([from, to]) => unit >= from && unit <= to) ? LIGHT : HEAVY;
}

/**
 * Length of a text as X counts it: after normalisation (NFC) a link weighs 23, an emoji 2, Latin
 * and most alphabets 1 a character, everything else 2. Linear in the text's length. A post may
 * weigh at most 280.
 *
 * @example
 * weightedLength('Hi http://test.co'); // 26
 */
export function weightedLength(text: string, tld?: TldEnd): number {
  const normal = text.normalize('NFC');
  const links = new Map(findLinks(normal, tld).map((link) => [link.start, link.length]));
  const emoji = new Map(Array.from(normal.matchAll(EMOJI), (match) => [match.index, match[0].length]));

  let weight = 0;
  for (let at = 0; at < normal.length; ) {
    const link = links.get(at);
    const sequence = emoji.get(at);
    if (link !== undefined) {
      weight += LINK_WEIGHT;
      at += link;
    } else if (sequence !== undefined) {
      weight += EMOJI_WEIGHT;
      at += sequence;
    } else {
      const point = normal.codePointAt(at) ?? 0;
      weight += point > 0xffff ? HEAVY : weightOf(point);
      at += point > 0xffff ? 2 : 1;
    }
  }
  return weight;
}

/** The first character X accepts nowhere, as `U+FEFF`, or null. */
export function invalidCharacter(text: string): string | null {
  const found = INVALID_CHARACTER.exec(text);
  return found === null ? null : `U+${found[0].charCodeAt(0).toString(16).toUpperCase()}`;
}
