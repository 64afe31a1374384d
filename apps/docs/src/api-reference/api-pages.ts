import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DeclarationReflection, ReflectionKind, ReflectionType } from 'typedoc';
import { code, page } from '../markdown.ts';
import { API_PACKAGES, type ApiPackage } from './api-packages.ts';
import { type ConvertedApi, convertApi } from './convert-api.ts';

/** The pages about the packages by path, such as `sdk/posts.md`. */
export async function apiPages(api?: ConvertedApi): Promise<ReadonlyMap<string, string>> {
  const { app, project } = api ?? (await convertApi());
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-reference-'));
  try {
    app.options.setValue('outputs', [{ name: 'markdown', path: folder }]);
    await app.generateOutputs(project);
    const modules = project.getChildrenByKind(ReflectionKind.Module);
    const pages = new Map<string, string>();
    for (const [key, apiPackage] of Object.entries(API_PACKAGES)) {
      const own = modules.filter(({ name }) => name.startsWith(`${key}/`));
      checkNames(key, apiPackage, own);
      pages.set(`${key}/README.md`, indexPage(key, apiPackage, own));
    }
    for (const { name } of modules) {
      const text = readFileSync(path.join(folder, `${name}.md`), 'utf8');
      pages.set(`${name}.md`, modulePage(name, text, linksTo(modules, name)));
    }
    return pages;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkNames(key: string, { pages }: ApiPackage, modules: readonly DeclarationReflection[]): void {
  const found = modules.map(({ name }) => name.slice(key.length + 1)).toSorted();
  const named = Object.keys(pages).toSorted();
  if (found.join() !== named.join()) throw new Error(`${key} has the pages ${found}, but these have titles: ${named}.`);
}

function indexPage(key: string, { name, intro, pages }: ApiPackage, modules: readonly DeclarationReflection[]): string {
  const sections = Object.entries(pages).flatMap(([file, title]) => {
    const module = modules.find((one) => one.name === `${key}/${file}`);
    const names = (module?.groups ?? []).flatMap(({ children }) => children.map((child) => child.name));
    return [
      `## [${title}](${file}.md)`,
      withLinks((module?.comment?.summary ?? []).map(({ text }) => text).join('')),
      names.map((one) => `[${code(one)}](${file}.md#${one.toLowerCase()})`).join(' · '),
    ];
  });
  return page([`# ${name}`, intro, ...sections]);
}

/** A comment cannot link what lies outside of its package. */
const withLinks = (text: string): string =>
  text.replaceAll('`docs/errors.md`', '[the list of request errors](../../errors.md#request-errors)');

/** Links to each exported type and each method of the client, seen from one page. */
function linksTo(modules: readonly DeclarationReflection[], from: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  // The mock has a page about connecting as well: names of the page's own package win.
  const ownPackageLast = modules.toSorted((one) => (one.name.split('/')[0] === from.split('/')[0] ? 1 : -1));
  for (const { name: module, children = [] } of ownPackageLast) {
    const file = module === from ? '' : `${path.posix.relative(path.posix.dirname(from), module)}.md`;
    for (const { name, children: own, type } of children) {
      links.set(name, `${file}#${name.toLowerCase()}`);
      const members = own ?? (type instanceof ReflectionType ? type.declaration.children : undefined) ?? [];
      if (module.startsWith('mock/')) continue;
      for (const member of members) {
        const path = `${name === 'PlanUsage' ? 'usage' : name.toLowerCase()}.${member.name}`;
        if (member.kind === ReflectionKind.Method) links.set(path, `${file}#${member.name.toLowerCase()}`);
      }
    }
  }
  return links;
}

function modulePage(name: string, text: string, links: ReadonlyMap<string, string>): string {
  const [key = '', file = ''] = name.split('/');
  const apiPackage = Object.entries(API_PACKAGES).find(([one]) => one === key)?.[1];
  const title = apiPackage?.pages[file] ?? file;
  const body = withLinks(text)
    // The table below shows an object type.
    .replaceAll(/```ts\ntype \w+(?:<[^\n]*>)? = object;\n```\n\n/g, '')
    .replaceAll(/^#+ Returns\n\n`void`$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return page([`# ${title}`, `[${apiPackage?.name}](README.md)`, linked(body, links)]);
}

/** Links names of the API in running text to their section, except inside that section. */
function linked(text: string, links: ReadonlyMap<string, string>): string {
  let isCode = false;
  let section = '';
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('```')) isCode = !isCode;
    const [, heading] = /^##+ (\w+)/.exec(line) ?? [];
    if (heading !== undefined && line.startsWith('## ')) section = heading;
    if (isCode || line.startsWith('#')) return line;
    return line.replaceAll(/(?<!\[|> )`([A-Z]\w+|[a-z]+\.[a-zA-Z]+)`/g, (whole, name: string) => {
      const link = links.get(name);
      return link === undefined || name === section ? whole : `[${whole}](${link})`;
    });
  });
  return lines.join('\n');
}
