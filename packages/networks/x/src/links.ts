import { bareHosts, createHostEnd } from './hosts.ts';
import { beforeLink, blocksBareLink } from './link-characters.ts';
import { pathEnd, portEnd, queryEnd } from './link-tail.ts';
import { asciiLabelLength } from './punycode-length.ts';
import { isTld, type TldEnd } from './tlds.ts';

/** One link, by UTF-16 position in the text. */
export type Link = { readonly start: number; readonly length: number };

const PROTOCOL = /https?:\/\//iy;
const MAX_URL_LENGTH = 4096;
const MAX_LABEL_LENGTH = 63;
const MAX_TCO_SLUG_LENGTH = 40;
/** An absent protocol counts as `https://` towards the length of the URL. */
const DEFAULT_PROTOCOL_LENGTH = 'https://'.length;
/** Full stops of other scripts split a label in DNS (RFC 3490, section 3.1). */
const FULL_STOPS = /[\u3002\uFF0E\uFF61]/;

function protocolEnd(text: string, at: number): number {
  PROTOCOL.lastIndex = at;
  return PROTOCOL.test(text) ? PROTOCOL.lastIndex : at;
}

function isHostValid(host: string, tld: TldEnd): boolean {
  if (host.startsWith('xn--') && bareHosts(host, 0, host.length, tld).length === 0) return false;
  return host.split('.').every((label) => {
    const parts = label.split(FULL_STOPS);
    const length = parts.reduce((sum, part) => sum + asciiLabelLength(part), parts.length - 1);
    return length >= 1 && length <= MAX_LABEL_LENGTH;
  });
}

/** A t.co link ends after slug and query; over-long slugs are none. `null`: not t.co. */
function tcoLength(url: string): number | null {
  const match = /^https?:\/\/t\.co\/([a-z0-9]+)/i.exec(url);
  if (match?.[1] === undefined) return null;
  return match[1].length > MAX_TCO_SLUG_LENGTH ? 0 : queryEnd(url, match[0].length);
}

/**
 * Finds the links X will turn into t.co addresses. `text` must be in Unicode normal form C, as X
 * stores it; linear in its length. Follows twitter-text 3.1.0 (the parser X published; checked
 * 2026-11), quirks included: without protocol a query that follows the host directly and a port
 * before no path stay outside the link.
 *
 * @example
 * findLinks('see example.com/a.'); // [{ start: 4, length: 13 }]
 */
export function findLinks(text: string, tld: TldEnd = isTld): readonly Link[] {
  if (!text.includes('.')) return [];
  const links: Link[] = [];
  const hostEnd = createHostEnd(text, tld);

  /** Reads one link at `start`; returns where the search continues, or -1 without one. */
  const readLink = (start: number): number => {
    const hostStart = protocolEnd(text, start);
    const hostStop = hostEnd(hostStart);
    if (hostStop < 0) return -1;
    const port = portEnd(text, hostStop);
    const path = pathEnd(text, port);
    const end = queryEnd(text, path);

    const protocolLength = hostStart - start;
    if ((protocolLength || DEFAULT_PROTOCOL_LENGTH) + end - start > MAX_URL_LENGTH) return end;
    if (!isHostValid(text.slice(hostStart, hostStop), tld)) return end;

    if (protocolLength > 0) {
      const length = tcoLength(text.slice(start, end)) ?? end - start;
      if (length > 0) links.push({ start, length });
      return end;
    }
    if (start > 0 && blocksBareLink(text.charAt(start - 1))) return end;
    const hosts = bareHosts(text, start, hostStop, tld);
    for (const [index, host] of hosts.entries()) {
      const tail = index === hosts.length - 1 && path > port ? end - hostStop : 0;
      links.push({ start: host.start, length: host.end - host.start + tail });
    }
    return end;
  };

  for (let at = 0; at < text.length; ) {
    let next = beforeLink(text.charAt(at)) ? readLink(at + 1) : -1;
    if (next < 0 && at === 0) next = readLink(0);
    at = next < 0 ? at + 1 : next;
  }
  return links;
}

/** Whether X charges a text as a post with a URL: bare domains count, `a@b.com` does not. */
export function hasLink(text: string): boolean {
  return findLinks(text.normalize('NFC')).length > 0;
}
