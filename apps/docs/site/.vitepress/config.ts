import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesIn } from '@fanfare/third-party';
import { defineConfig } from 'vitepress';
import { slugOf } from '../../src/markdown-links.ts';
import { descriptionOf } from '../../src/site/description-of.ts';
import { titleOf } from '../../src/site/title-of.ts';
import { isApiPage, markMethods, splitOperations } from './operations.ts';
import { searchable } from './searchable.ts';
import { sidebarOf } from './sidebar.ts';
import { markTables } from './tables.ts';

const PAGES = fileURLToPath(new URL('../pages', import.meta.url));
const CACHE = fileURLToPath(new URL('cache', import.meta.url));
/** The server puts its own path in its place (apps/server/src/api/docs/built-docs.ts). */
const BASE = '/__fanfare_docs__/';

const pageText = (name: string): string => readFileSync(path.join(PAGES, name), 'utf8');

const titles = new Map(
  readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('public'))
    .map((name) => [name.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1'), titleOf(pageText(name))]),
);

/** Pages of several parts have headings with the same words. */
const TITLES: readonly (readonly [RegExp, string])[] = [
  [/^api\//, ':title · API · Fanfare'],
  [/^reference\/sdk\//, ':title · SDK · Fanfare'],
  [/^reference\/mock\//, ':title · Mock · Fanfare'],
];

/** Writes the list of packages in the site, for the notices of the server that carries it. */
const writePackages = {
  name: 'write-packages',
  apply: ({ build }: { readonly build?: { readonly ssr?: boolean | string } }) => !build?.ssr,
  generateBundle(_: unknown, output: Parameters<typeof packagesIn>[0]) {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(path.join(CACHE, 'third-party.json'), JSON.stringify(packagesIn(output)));
  },
};

export default defineConfig({
  title: 'Fanfare',
  titleTemplate: ':title · Fanfare',
  description: 'One API call publishes to several social networks.',
  lang: 'en',
  srcDir: 'pages',
  outDir: '../dist',
  base: BASE,
  cleanUrls: true,
  metaChunk: true,
  // The Markdown of each page, which is copied as it is.
  srcExclude: ['public/**'],
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}favicon.svg` }]],
  transformHead: ({ page }) =>
    page === 'index.md' || page === '404.md'
      ? []
      : [['link', { rel: 'alternate', type: 'text/markdown', href: `${BASE}${page}` }]],
  transformPageData(data) {
    if (data.relativePath === 'index.md' || data.isNotFound) return {};
    const [, titleTemplate] = TITLES.find(([pattern]) => pattern.test(data.relativePath)) ?? [];
    return {
      description: descriptionOf(pageText(data.relativePath)),
      ...(titleTemplate !== undefined && { titleTemplate }),
      ...(isApiPage(data.relativePath) && {
        frontmatter: { ...data.frontmatter, aside: false, pageClass: 'api-page' },
      }),
    };
  },
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(markdown) {
      markdown.core.ruler.push('tables', markTables);
      markdown.core.ruler.push('operations', splitOperations);
      // VitePress writes the tag of a table itself, without attributes.
      markdown.renderer.rules.table_open = (tokens, index, options, _env, renderer) => {
        tokens[index]?.attrSet('tabindex', '0');
        return renderer.renderToken(tokens, index, options);
      };
      const { code_inline: render } = markdown.renderer.rules;
      if (render) markdown.renderer.rules.code_inline = markMethods(render);
    },
  },
  // The policy of the server lets fonts come from files alone.
  vite: { build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 }, plugins: [writePackages] },
  themeConfig: {
    logo: { src: '/favicon.svg', alt: '' },
    search: { provider: 'local', options: { _render: searchable } },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/all' },
      { text: 'API', link: '/api/' },
      { text: 'Errors', link: '/errors' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
    sidebar: sidebarOf(titles),
    notFound: {
      title: 'There is nothing at this address',
      quote: 'Check the address, search, or start from the front page.',
      linkText: 'Front page',
      linkLabel: 'Front page',
    },
    socialLinks: [{ icon: 'github', link: 'https://github.com/fanfare-dev/fanfare' }],
  },
});
