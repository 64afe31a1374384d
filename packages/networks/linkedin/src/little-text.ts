// LinkedIn, little text format, version 202605 of the page, checked 2026-11:
//   Text ::= anything but the 15 reserved characters, or one of them behind a backslash
//   MentionElement ::= '@[' Text '](' urn of a person or an organization ')'
//   HashtagElement ::= '#' SINGLE_WORD
//   HashtagTemplate ::= '{hashtag|' ('#' or '＃', U+FF03) '|' Text '}'
// The sign stands escaped in a template, as LinkedIn gives templates back.
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;

/** A mention as people write it: the name as it is read, without brackets, and its URN. */
export const MENTION = /@\[([^[\]\n]+)\]\((urn:li:(?:organization|person):[A-Za-z0-9_-]+)\)/g;

/** Whether a text is one mention and no more: a name with brackets cannot be written as one. */
export const isMention = (text: string): boolean => text.match(MENTION)?.[0] === text;

/**
 * A link, which may hold a `#` of its own, or a hashtag. The page says "single word" and no more;
 * here that is letters of any script with their marks, digits, `_` and the joiners that Persian and
 * Indic words hold, with one letter at least: `#1` is a number. A sign inside a word (`C#x`), in an
 * address (`a.example/#top`) or behind another sign starts none.
 */
const LINK_OR_HASHTAG =
  /https?:\/\/\S+|(?<![\p{L}\p{M}\p{N}_#＃&/=@])([#＃])((?=[\p{N}_]*\p{L})[\p{L}\p{N}_][\p{L}\p{M}\p{N}_\u200C\u200D]*)/giu;

/** An escaped character, or a hashtag template. Braces in its text are escaped. */
const ESCAPE_OR_TEMPLATE = /\\(.)|\{hashtag\|\\?([#＃])\|((?:\\.|[^{}\\])*)\}/gsu;

/**
 * Text as LinkedIn's `commentary` wants it: `@[Name](urn)` stays a mention, a `#word` becomes a
 * hashtag, and every other reserved character of "little text" gets a backslash. Left unescaped,
 * LinkedIn answers 201 and cuts the post at the first of them (PipedreamHQ/pipedream issue 17353,
 * checked 2026-11). Comments are plain text and must not pass through here.
 *
 * @example
 * toLittleText('Release #1 (really) #news'); // Release \#1 \(really\) {hashtag|\#|news}
 */
export function toLittleText(text: string): string {
  let written = '';
  let from = 0;
  for (const { 0: found, 1: name = '', 2: urn, index } of text.matchAll(MENTION)) {
    written += `${withHashtags(text.slice(from, index))}@[${escapeText(name)}](${urn})`;
    from = index + found.length;
  }
  return written + withHashtags(text.slice(from));
}

function withHashtags(text: string): string {
  let written = '';
  let from = 0;
  for (const { 0: found, 1: sign, 2: tag, index } of text.matchAll(LINK_OR_HASHTAG)) {
    if (sign === undefined || tag === undefined) continue;
    written += `${escapeText(text.slice(from, index))}{hashtag|${escapeText(sign)}|${escapeText(tag)}}`;
    from = index + found.length;
  }
  return written + escapeText(text.slice(from));
}

const escapeText = (text: string): string => text.replace(RESERVED, '\\$&');

/** The longest commentary: 3,000 characters, each at most a template of 14. */
const MOST_CHARS = 3_000 * 14;

/**
 * Reads a commentary as a reader sees it: escapes removed, a hashtag template shown as `#tag`, a
 * mention as it was written. Reads as much as a commentary can have.
 *
 * @example
 * readLittleText('Release \\#1 {hashtag|\\#|news}'); // Release #1 #news
 */
export function readLittleText(commentary: string): string {
  return commentary
    .slice(0, MOST_CHARS)
    .replace(
      ESCAPE_OR_TEMPLATE,
      (_found, escaped: string | undefined, sign: string | undefined, tag: string | undefined) =>
        escaped ?? `${sign}${readLittleText(tag ?? '')}`,
    );
}
