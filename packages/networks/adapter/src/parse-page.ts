import { readTags } from './read-tags.ts';
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

/** Names in order of preference (ogp.me; X, cards markup; WHATWG HTML; checked 2026-11). */
const TITLES = ['og:title', 'twitter:title'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const IMAGES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

/**
 * Reads the Open Graph data of a page, else its title and description. Accepts any text; text that
 * is not HTML gives no data.
 *
 * @example
 * parsePage('<meta property="og:title" content="Rye">', new URL('https://bakery.example/')).title; // 'Rye'
 */
export function parsePage(html: string, url: URL): PageFacts {
  const meta = new Map<string, string>();
  let base = url.href;
  let title: string | null = null;
  let isFirstTitle = false;
  readTags(html, {
    names: ['meta', 'base', 'title'],
    onTag({ name, attributes }) {
      const [content, href] = [attributes.get('content'), attributes.get('href')];
      if (name === 'meta') {
        const key = (attributes.get('property') ?? attributes.get('name') ?? '').trim().toLowerCase();
        if (content !== undefined && !meta.has(key)) meta.set(key, content);
      } else if (name === 'base' && href !== undefined) {
        base = URL.parse(href, url.href)?.href ?? base;
      } else if (name === 'title') {
        isFirstTitle = title === null;
        title ??= '';
      }
    },
    onText(text, name) {
      if (name === 'title' && isFirstTitle) title += text;
    },
  });

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
