const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  nbsp: ' ',
};

/** Mentions are shown without their server. */
const SERVER_OF_MENTION = /(?<![=/\p{L}\p{N}_])(@[a-z0-9_]+(?:[a-z0-9_.-]*[a-z0-9_])?)@[\p{L}\p{N}.-]*[\p{L}\p{N}]/giu;

/**
 * Whether a status shows the text that was sent. A status is HTML in which the text stands whole,
 * links too: what is too long of them is hidden, not cut (Mastodon, Status entity, `content`, and
 * mastodon/mastodon app/lib/text_formatter.rb, checked 2026-11).
 *
 * @example
 * isSameText('<p>Fresh rye &amp; butter</p>', 'Fresh rye & butter'); // true
 */
export function isSameText(content: string, sent: string): boolean {
  return comparable(plain(content)) === comparable(sent.replace(SERVER_OF_MENTION, '$1'));
}

function plain(content: string): string {
  return content
    .replace(/<\/p>|<br ?\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#39|[a-z]+);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}

const comparable = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
