import { findLinks } from './links.ts';
import type { SeenPost } from './wire.ts';

/** The most layers of escapes of a text. */
const MOST_LAYERS = 5;
const SHORT_LINK = 'https?://t\\.co/[A-Za-z0-9]+';
const SHORT_LINKS = new RegExp(SHORT_LINK, 'g');
const LAST_SHORT_LINK = new RegExp(`(${SHORT_LINK})\\s*$`);

/** Characters that X returns as HTML entities (X API, data dictionary, checked 2026-08). */
function unescaped(text: string): string {
  let plain = text;
  for (let layer = 0; layer < MOST_LAYERS; layer++)
    plain = plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return plain;
}

/** An address in one form: no protocol, lower-case ASCII host, no slash at the end. */
function plainAddress(link: string): string {
  const url = URL.parse(/^https?:\/\//i.test(link) ? link : `https://${link}`);
  return url === null ? link : url.host + url.pathname.replace(/\/$/, '') + url.search + url.hash;
}

/** A text in one form: normalised, single spaces, plain addresses. */
function comparable(text: string): string {
  const normal = unescaped(text).normalize('NFC');
  let plain = '';
  let from = 0;
  for (const { start, length } of findLinks(normal)) {
    plain += normal.slice(from, start) + plainAddress(normal.slice(start, start + length));
    from = start + length;
  }
  return (plain + normal.slice(from)).replace(/\s+/g, ' ').trim();
}

/** X appends a link to attached media; without an entity only the last link can be it. */
function withoutMediaLink(post: SeenPost, targets: ReadonlyMap<string, string>): string {
  const hasMedia = (post.attachments?.media_keys ?? []).length > 0;
  const last = LAST_SHORT_LINK.exec(post.text);
  if (!hasMedia || last?.[1] === undefined) return post.text;
  const target = targets.get(last[1]);
  const appended = target === undefined || target.includes(`/status/${post.id}/`);
  return appended ? post.text.slice(0, last.index) : post.text;
}

/**
 * Whether a post on X has the text that was sent. Links are compared by where they lead, so that
 * two posts which differ in nothing else stay apart; a short link X does not explain equals only
 * itself.
 */
export function isSameText(post: SeenPost, sent: string): boolean {
  const whole = post.note_tweet ?? post.note_post;
  if (whole) return isSameText({ ...post, ...whole, note_tweet: null, note_post: null }, sent);
  const targets = new Map<string, string>();
  for (const { url, expanded_url } of post.entities?.urls ?? [])
    if (url && expanded_url) targets.set(url, expanded_url);
  const shown = withoutMediaLink(post, targets).replace(SHORT_LINKS, (link) => targets.get(link) ?? link);
  return comparable(shown) === comparable(sent);
}
