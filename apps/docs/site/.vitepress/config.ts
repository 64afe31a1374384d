import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { slugOf } from '../../src/markdown-links.ts';
import { sectionsOf } from '../../src/site/sections.ts';
import { titleOf } from '../../src/site/title-of.ts';

const PAGES = fileURLToPath(new URL('../pages', import.meta.url));

const titles = new Map(
  readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('public'))
    .map((name) => [
      name.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1'),
      titleOf(readFileSync(path.join(PAGES, name), 'utf8')),
    ]),
);

type Token = { readonly type: string; readonly content: string; tag: string };

/** A header cell without text is a plain cell: there is nothing to announce. */
function withoutEmptyHeaders({ tokens }: { readonly tokens: Token[] }): void {
  for (const [index, token] of tokens.entries()) {
    const [, inline, close] = tokens.slice(index, index + 3);
    if (token.type === 'th_open' && inline?.content === '' && close) {
      token.tag = 'td';
      close.tag = 'td';
    }
  }
}

export default defineConfig({
  title: 'Fanfare',
  description: 'One API call publishes to several social networks.',
  lang: 'en',
  srcDir: 'pages',
  outDir: '../dist',
  // The server puts its own path in its place (apps/server/src/docs/built-docs.ts).
  base: '/__fanfare_docs__/',
  cleanUrls: true,
  metaChunk: true,
  // The Markdown of each page, which is copied as it is.
  srcExclude: ['public/**'],
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  transformHead: ({ page }) =>
    page === 'index.md' || page === '404.md'
      ? []
      : [['link', { rel: 'alternate', type: 'text/markdown', href: `/__fanfare_docs__/${page}` }]],
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => void markdown.core.ruler.push('empty-table-headers', withoutEmptyHeaders),
  },
  // The policy of the server lets fonts come from files alone.
  vite: { build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/all' },
      { text: 'API', link: '/api/' },
      { text: 'Errors', link: '/errors' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
    sidebar: sectionsOf(titles).map(({ title, pages }) => ({
      text: title,
      items: pages.map(([page, text]) => ({ text, link: `/${page}` })),
    })),
    notFound: {
      title: 'There is nothing at this address',
      quote: 'Check the address, search, or start from the front page.',
      linkText: 'Front page',
      linkLabel: 'Front page',
    },
    socialLinks: [{ icon: 'github', link: 'https://github.com/fanfare-dev/fanfare' }],
  },
});
