import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileOf } from '../src/pages.ts';
import { descriptionOf } from '../src/site/description-of.ts';
import { llmsFullText } from '../src/site/llms.ts';
import { SECTIONS, sectionsOf } from '../src/site/sections.ts';
import { sitePage, vitePressPage } from '../src/site/site-page.ts';

const PAGES: Readonly<Record<string, string>> = {
  'docs/README.md': 'all.md',
  'docs/limits.md': 'limits.md',
  'docs/errors.md': 'errors.md',
  'docs/networks/x.md': 'networks/x.md',
  'docs/adr': 'adr/index.md',
};
const shown = (file: string, markdown: string): string => sitePage(file, markdown, (found) => PAGES[found] ?? null);

test('links to pages lead to pages of the site, other files to the repository, and addresses stay', () => {
  const page =
    '[a](errors.md#target-x) [b](../README.md) [c](adr) [d](https://example.com) [e](#here) [f](README.md "all")\n';
  expect(shown('docs/limits.md', page)).toBe(
    '[a](./errors.md#target-x) [b](https://github.com/fanfare-dev/fanfare/blob/main/README.md) [c](./adr/index.md) [d](https://example.com) [e](#here) [f](./all.md "all")\n',
  );
  expect(shown('docs/networks/x.md', '[a](../errors.md)\n<img src="../errors.md">\n[b]: ../README.md\n')).toBe(
    '[a](../errors.md)\n<img src="../errors.md">\n[b]: ../all.md\n',
  );
});

test('code stays as it is, and what is no HTML is shown as text; the Markdown of the page keeps it', () => {
  const page = 'A <title> of `<code>{{ a }}</code> [x](y.md)` {{ b }}<br>\n```html\n<p>{{ c }} [x](y.md)</p>\n```\n';
  expect(shown('docs/limits.md', page)).toBe(page);
  expect(vitePressPage(page)).toBe(
    'A &lt;title> of `<code>{{ a }}</code> [x](y.md)` &#123;&#123; b }}<br>\n```html\n<p>{{ c }} [x](y.md)</p>\n```\n',
  );
});

test('an anchor above a heading is the anchor of the heading', () => {
  expect(vitePressPage('<a id="target-cancelled"></a>\n\n### `cancelled`\n')).toBe(
    '### `cancelled` {#target-cancelled}\n',
  );
});

test('the sidebar names pages that exist, and none is left out', () => {
  const written = SECTIONS.flatMap(({ pages }) => pages.map(([page]) => page)).filter(
    (page) => page !== 'all' && !/^(?:api|reference)\//.test(page),
  );
  expect(written.filter((page) => !existsSync(fileOf(`${page}.md`)))).toEqual([]);
  const titles = new Map([...written, 'a-new-page', 'adr/0001-a', 'index'].map((page) => [page, `Title of ${page}`]));
  expect(sectionsOf(titles).at(-1)).toEqual({ title: 'More', pages: [['a-new-page', 'Title of a-new-page']] });
});

test('the description of a page is its first paragraph, cut after a word', () => {
  const page =
    '<!-- Written by a command. -->\n\n# Limits\n\n| a | b |\n\nEvery [limit](./a.md) of `x`,\nby **page**.\n\nMore.\n';
  expect(descriptionOf(page)).toBe('Every limit of x, by page.');
  expect(descriptionOf(`# Long\n\n${'word '.repeat(40)}\n`)).toBe(`${'word '.repeat(32).trim()} …`);
  expect(descriptionOf('# Nothing\n')).toBe('');
});

test('llms-full.txt has the sidebar first, then the API, and neither decisions nor types of packages', () => {
  const sidebar = SECTIONS.flatMap(({ pages }) => pages.map(([page]) => (page.endsWith('/') ? `${page}index` : page)));
  const files = ['adr/0001-a', 'reference/sdk/posts', 'api/posts', ...sidebar];
  const text = llmsFullText(new Map(files.map((page) => [`${page}.md`, `# Text of ${page}\n`])));
  expect(
    [...text.matchAll(/^<!-- page: (.+)\.md -->\n\n# Text of (.+)$/gm)].map(([, page, found]) => [page, found]),
  ).toEqual([...sidebar.filter((page) => !page.startsWith('reference/')), 'api/posts'].map((page) => [page, page]));
});
