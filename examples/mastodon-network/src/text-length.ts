/** A link counts as so many characters (Mastodon, Posting, Links, checked 2026-11). */
const LINK_CHARACTERS = 23;

/** Links begin with http:// or https://, and not in the middle of a word. */
const LINK = /(?<![\p{L}\p{N}@$#])https?:\/\/[\p{L}\p{N}][^\s<>"]*/giu;

/**
 * A mention, of which only `@alice` of `@alice@example.com` counts (Mastodon, Mentions, 2026-11).
 */
const MENTION = /(?<![=/\p{L}\p{N}_])@([a-z0-9_]+(?:[a-z0-9_.-]*[a-z0-9_])?)@[\p{L}\p{N}.-]*[\p{L}\p{N}]/giu;

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The length of a text as Mastodon counts it: what a reader sees as one character is one, a link is
 * 23, and the server of a mention is free (mastodon/mastodon, StatusLengthValidator, checked
 * 2026-11). Linear in the text.
 *
 * @example
 * textLength('Hi @ada@mastodon.example 👩🏽‍🚀'); // 9
 */
export function textLength(text: string): number {
  let counted = '';
  let from = 0;
  for (const { 0: match, index } of text.matchAll(LINK)) {
    const link = withoutTail(match);
    counted += withoutServers(text.slice(from, index)) + '_'.repeat(LINK_CHARACTERS);
    from = index + link.length;
  }
  counted += withoutServers(text.slice(from));
  let length = 0;
  for (const _ of CHARACTERS.segment(counted)) length += 1;
  return length;
}

const withoutServers = (text: string): string => text.replace(MENTION, '@$1');

/** Characters after a link that end a sentence or close a parenthesis. */
function withoutTail(match: string): string {
  let end = match.length;
  let open = 0;
  for (const character of match) open += character === '(' ? 1 : character === ')' ? -1 : 0;
  for (; end > 0; end -= 1) {
    const last = match.charAt(end - 1);
    if (last === ')' && open < 0) open += 1;
    else if (!/[.,:;!?'\]}…]/.test(last)) break;
  }
  return match.slice(0, end);
}
