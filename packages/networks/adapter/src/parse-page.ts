import { Parser } from 'htmlparser2';
import { storableText } from './storable.ts';

/** The metadata of a page. Texts are one line each; null where the page has none. */
export type PageFacts = {
  readonly title: string | null;
  readonly description: string | null;
  /** Absolute http(s) address. */
  readonly imageUrl: string | null;
};

const MOST_TITLE_CHARS = 200;
const MOST_DESCRIPTION_CHARS = 300;
const MOST_URL_CHARS = 2_048;

/** Names in order of preference (The Open Graph protocol, ogp.me; X, cards markup; WHATWG HTML; checked 2026-11). */
const TITLES = ['og:title', 'twitter:title'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const IMAGES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

/**
 * Reads the Open Graph data of a page, else its title and description. Accepts any text; text that is not HTML gives no data.
 *
 * @example
 * parsePage('<meta property="og:title" content="Rye">', new URL('https://bakery.example/')).title; // 'Rye'
 */
export function parsePage(html: string, url: URL): PageFacts {
  const meta = new Map<string, string>();
  let base = url.href;
  let title: string | null = null;
  let isInTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta') {
        const key = (attributes.property ?? attributes.name ?? '').trim().toLowerCase();
        if (attributes.content !== undefined && !meta.has(key)) meta.set(key, attributes.content);
      } else if (name === 'base' && attributes.href !== undefined) {
        base = URL.parse(attributes.href, url.href)?.href ?? base;
      } else if (name === 'title' && title === null) {
        isInTitle = true;
        title = '';
      }
    },
    ontext(text) {
      if (isInTitle) title = `${title ?? ''}${text}`;
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false;
    },
  });
  parser.end(html);

  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => meta.get(name)).find((text) => text !== undefined && text.trim() !== '');
  return {
    title: line(first(TITLES) ?? title, MOST_TITLE_CHARS),
    description: line(first(DESCRIPTIONS) ?? null, MOST_DESCRIPTION_CHARS),
    imageUrl: absolute(first(IMAGES), base),
  };
}

function line(text: string | null, maxChars: number): string | null {
  const plain = (text ?? '').replace(/\s+/gu, ' ').trim();
  return plain === '' ? null : storableText(plain, maxChars);
}

function absolute(text: string | undefined, base: string): string | null {
  const url = text === undefined ? null : URL.parse(text.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= MOST_URL_CHARS ? url.href : null;
}
