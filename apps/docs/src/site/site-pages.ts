import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { referencePages } from '../reference-pages.ts';
import { apiReference } from './api-reference.ts';
import { sitePage } from './site-page.ts';

/** Every page of the site by its file, such as `errors.md`, as Markdown. */
export async function sitePages(docs: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const name of readdirSync(docs, { recursive: true, encoding: 'utf8' })) {
    const file = name.split(path.sep).join('/');
    if (file.endsWith('.md') && !file.startsWith('reference/'))
      files.set(`docs/${file}`, readFileSync(path.join(docs, name), 'utf8'));
  }
  for (const [name, text] of await referencePages()) files.set(`docs/reference/${name}`, text);
  for (const [name, text] of apiReference()) files.set(`docs/api/${name}`, text);
  const images = /^docs\/images\//;
  const findPage = (file: string): string | null => {
    if (images.test(file)) return file.slice('docs/'.length);
    if (files.has(file)) return nameOf(file);
    return files.has(`${file}/README.md`) ? nameOf(`${file}/README.md`) : null;
  };
  return new Map([...files].map(([file, text]) => [nameOf(file), sitePage(file, text, findPage)]));
}

/** `docs/README.md` lists all pages; the front page is a page of the site alone. */
const nameOf = (file: string): string =>
  file === 'docs/README.md' ? 'all.md' : file.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
