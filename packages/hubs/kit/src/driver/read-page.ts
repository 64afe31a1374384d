import { Parser } from 'htmlparser2';

/** The page that a visitor finds at an address. */
export type Page = {
  readonly status: number;
  /** Without white space: pages wrap lines where they like. */
  readonly text: string;
  readonly images: readonly { readonly url: string; readonly alt: string }[];
  readonly links: readonly string[];
};

const TIMEOUT_MS = 20_000;
const UNSEEN = new Set(['script', 'style', 'template']);

/** Reads a page as an anonymous visitor, with redirects. Null without an answer. */
export async function readPage(url: string): Promise<Page | null> {
  const answer = await visit(url);
  if (answer === null) return null;
  const text = await answer.text().catch(() => '');
  return { status: answer.status, ...(isHtml(answer) ? readHtml(text, answer.url) : readSource(text, answer.url)) };
}

/** Whether a visitor gets an image at an address. */
export async function isImage(url: string): Promise<boolean> {
  const answer = await visit(url);
  if (answer === null) return false;
  const bytes = await answer.arrayBuffer().catch(() => new ArrayBuffer(0));
  return answer.status === 200 && bytes.byteLength > 0 && /^image\//.test(answer.headers.get('content-type') ?? '');
}

export const withoutSpace = (text: string): string => text.normalize('NFC').replace(/\s+/g, '');

async function visit(url: string): Promise<Response | null> {
  try {
    return await fetch(url, { headers: { accept: 'text/html, */*' }, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    return null;
  }
}

const isHtml = ({ headers }: Response): boolean => /html/i.test(headers.get('content-type') ?? '');

function readHtml(html: string, base: string): Omit<Page, 'status'> {
  const images: Page['images'][number][] = [];
  const links: string[] = [];
  let text = '';
  let unseen = 0;
  const parser = new Parser({
    onopentag(name, { src, alt, href }) {
      if (UNSEEN.has(name)) unseen += 1;
      if (name === 'img' && src) images.push({ url: absolute(src, base), alt: alt ?? '' });
      if (name === 'a' && href) links.push(absolute(href, base));
    },
    ontext(piece) {
      if (unseen === 0) text += piece;
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen -= 1;
    },
  });
  parser.end(html);
  return { text: withoutSpace(text), images, links };
}

/** The source of a page, for hubs with a site generator: front matter with `url`, `alt`. */
function readSource(source: string, base: string): Omit<Page, 'status'> {
  const found = source.matchAll(/(?:url|photo|value):\s*['"]?([^\s'"]+)['"]?\s+alt:\s*['"]?([^\n'"]+)['"]?\s*$/gm);
  const images = [...found].map(([, url = '', alt = '']) => ({ url: absolute(url, base), alt: alt.trim() }));
  return { text: withoutSpace(source), images, links: [] };
}

const absolute = (url: string, base: string): string => URL.parse(url, base)?.href ?? url;
