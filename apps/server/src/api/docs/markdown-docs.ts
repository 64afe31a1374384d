import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import { DOCS_NAME } from './built-docs.ts';
import { markdownDocsHtml } from './markdown-docs-html.ts';

type Deps = {
  readonly source: string;
  /** Path of the documentation on this server, with a trailing slash. */
  readonly base: string;
};

const REPOSITORY = 'https://github.com/fanfare-dev/fanfare/blob/main';
/** HTML elements of pages. Every other `<` is text, such as a placeholder. */
const HTML = /^<(?:!--|\/?(?:a|img|br|details|summary|kbd|sup|sub)\b)/i;
const ADDRESS = /(<(?:a|img)\s[^<>]{0,500}?(?:href|src)=")([^"]+)(")/g;
/** Packages whose reference only a built site has. */
const REFERENCE = /^docs\/reference\/(sdk|mock|api-suite)\b/;

/**
 * Renders a documentation page from its Markdown, by its path below `/docs/`; null when there is
 * none. A checkout has no built site until somebody builds it.
 */
export async function renderMarkdownPage(deps: Deps, name: string): Promise<Buffer | null> {
  if (!DOCS_NAME.test(name)) return null;
  const asked = name.replace(/(?:^|\/)index\.html$|\.html$/, '').replace(/^all$/, '');
  const file = asked === '' || asked === 'adr' ? path.posix.join(asked, 'README.md') : `${asked}.md`;
  const text = await readPage(deps.source, file);
  if (text === null) return null;
  const body = await rendererOf(deps, file).parse(text);
  const title = /^# (.+)$/m.exec(text)?.[1] ?? 'Documentation';
  return Buffer.from(markdownDocsHtml({ base: deps.base, title, body }));
}

async function readPage(source: string, file: string): Promise<string | null> {
  const found = path.join(source, file);
  return existsSync(found) ? readFile(found, 'utf8') : null;
}

/** Creates a renderer for the page `file`, where its links begin. */
function rendererOf(deps: Deps, file: string): Marked {
  const to = (href: string): string => addressOf(deps, file, href);
  return new Marked(gfmHeadingId(), {
    walkTokens(token) {
      if (token.type === 'link' || token.type === 'image') token.href = to(token.href);
    },
    renderer: {
      html: ({ text }) =>
        HTML.test(text)
          ? text.replaceAll(ADDRESS, (_, before, href, after) => `${before}${to(href)}${after}`)
          : text.replaceAll('<', '&lt;'),
    },
  });
}

/** Resolves a link of a page: a page, a picture, the API explorer, or a file of the repository. */
function addressOf({ source, base }: Deps, file: string, href: string): string {
  if (/^(?:[a-z][a-z+.-]*:|#)/i.test(href)) return href;
  const [name = '', anchor] = href.split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const found = path.posix.join('docs', path.posix.dirname(file), decodeURI(name)).replace(/\/$/, '');
  const below = found.replace(/^docs\/?/, '');
  if (found.startsWith('docs/images/')) return `${base}${below}`;
  if (/^docs\/api\b/.test(found)) return `${base}explorer`;
  const [, reference] = REFERENCE.exec(found) ?? [];
  if (reference !== undefined) return `${REPOSITORY}/packages/${reference}/README.md`;
  if (found === 'docs' || found === 'docs/README.md') return `${base}all${hash}`;
  if (found === 'docs/adr') return `${base}adr/`;
  const isPage = found.startsWith('docs/') && found.endsWith('.md') && existsSync(path.join(source, below));
  return isPage ? `${base}${below.replace(/\.md$/, '')}${hash}` : `${REPOSITORY}/${found}${hash}`;
}
