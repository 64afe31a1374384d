import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { llmsFullText, llmsText } from './site/llms.ts';
import { vitePressPage } from './site/site-page.ts';
import { sitePages } from './site/site-pages.ts';

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));
const SITE = fileURLToPath(new URL('../site', import.meta.url));

/** Writes the pages from which VitePress builds the site, and beside it each page as Markdown. */
const pages = await sitePages(DOCS);
const folder = path.join(SITE, 'pages');
await rm(folder, { recursive: true, force: true });
const write = async (name: string, text: string): Promise<void> => {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
};
for (const [name, text] of pages) {
  await write(name, vitePressPage(text));
  await write(`public/${name}`, text);
}
await write('public/llms.txt', llmsText(pages));
await write('public/llms-full.txt', llmsFullText(pages));
await cp(path.join(DOCS, '../apps/dashboard/src/icons/favicon.svg'), path.join(folder, 'public', 'favicon.svg'));
// On the site the front page stands beside the pages of docs/.
await write('index.md', (await readFile(path.join(SITE, 'home.md'), 'utf8')).replaceAll('../../../docs/', './'));
await cp(path.join(DOCS, 'images'), path.join(folder, 'images'), { recursive: true });
await cp(path.join(DOCS, 'images'), path.join(folder, 'public', 'images'), { recursive: true });
console.info(`Wrote ${pages.size} pages of the site.`);
