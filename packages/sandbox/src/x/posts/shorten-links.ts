import twitterText from 'twitter-text';
import type { LinkEntity } from '../content.ts';

const SLUG_LENGTH = 10;
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const MAX_SHOWN_PATH = 15;

export type Shortened = { readonly text: string; readonly links: readonly LinkEntity[] };

/** The addresses that X links, with and without a protocol. */
export function findLinks(
  text: string,
): readonly { readonly url: string; readonly start: number; readonly end: number }[] {
  return twitterText
    .extractUrlsWithIndices(text, { extractUrlsWithoutProtocol: true })
    .map(({ url, indices: [start, end] }) => ({ url, start, end }));
}

/**
 * The text as X stores it: `&`, `<` and `>` as HTML entities, each link as `https://t.co/…`, and
 * one more at the end for media. Positions count code points.
 */
export function shortenLinks(
  text: string,
  deps: { readonly randomHex: (bytes: number) => string },
  media: { readonly address: string; readonly keys: readonly string[] } | null,
): Shortened {
  const links: LinkEntity[] = [];
  let stored = '';
  function addLink(
    expandedUrl: string,
    displayUrl: string,
    mediaKey: string | null,
    url = `https://t.co/${slug(deps.randomHex)}`,
  ): string {
    const start = Array.from(stored).length;
    links.push({ start, end: start + url.length, url, expandedUrl, displayUrl, mediaKey });
    return url;
  }

  let done = 0;
  for (const link of findLinks(text)) {
    stored += escapeText(text.slice(done, link.start));
    const address = /^https?:\/\//i.test(link.url) ? link.url : `http://${link.url}`;
    stored += addLink(address, shownAddress(address), null);
    done = link.end;
  }
  stored += escapeText(text.slice(done));
  if (!media) return { text: stored, links };

  if (stored !== '') stored += ' ';
  // One t.co for all files of a post, listed once for each of them.
  const [first, ...others] = media.keys;
  const shown = `pic.x.com/${slug(deps.randomHex)}`;
  const url = addLink(media.address, shown, first ?? null);
  for (const key of others) addLink(media.address, shown, key, url);
  return { text: stored + url, links };
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function shownAddress(address: string): string {
  const bare = address.replace(/^https?:\/\/(www\.)?/i, '');
  const at = bare.indexOf('/');
  return at !== -1 && bare.length - at > MAX_SHOWN_PATH ? `${bare.slice(0, at + MAX_SHOWN_PATH)}…` : bare;
}

function slug(randomHex: (bytes: number) => string): string {
  const bytes = Buffer.from(randomHex(SLUG_LENGTH), 'hex');
  return Array.from(bytes, (byte) => ALPHANUMERIC[byte % ALPHANUMERIC.length]).join('');
}
