import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { anchorsOf, localLinks } from '../src/markdown-links.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Every page of the repository, those that were just written included. */
const pages = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .stdout.split('\0')
  .filter((page) => page !== '' && existsSync(path.join(ROOT, page)));

const read = (page: string): string => readFileSync(path.join(ROOT, page), 'utf8');

/** What is wrong with a link of a page; null when it leads somewhere. */
function fault(page: string, target: string): string | null {
  const [address = '', anchor] = decodeURI(target).split('#');
  const file = address === '' ? page : path.posix.normalize(path.posix.join(path.posix.dirname(page), address));
  if (file.startsWith('..') || address.startsWith('/')) return 'leads out of the repository';
  if (!existsSync(path.join(ROOT, file))) return 'there is no such file';
  if (anchor === undefined) return null;
  if (statSync(path.join(ROOT, file)).isDirectory() || !file.endsWith('.md')) return null;
  return anchorsOf(read(file)).has(anchor) ? null : 'there is no such heading';
}

test('there are pages, and they are full of links', () => {
  expect(pages.length).toBeGreaterThan(60);
  expect(pages.flatMap((page) => localLinks(read(page))).length).toBeGreaterThan(500);
});

test('every link of every page leads to a file and a heading that exist', () => {
  const dead = pages.flatMap((page) =>
    localLinks(read(page)).flatMap(({ line, target }) => {
      const wrong = fault(page, target);
      return wrong === null ? [] : [`${page}:${line} ${target}: ${wrong}`];
    }),
  );
  expect(dead).toEqual([]);
});

test('every page of docs/ can be reached from its index', () => {
  const reached = new Set<string>();
  const follow = (page: string): void => {
    if (reached.has(page) || !pages.includes(page)) return;
    reached.add(page);
    for (const { target } of localLinks(read(page))) {
      const [address = ''] = target.split('#');
      const file = path.posix.normalize(path.posix.join(path.posix.dirname(page), address));
      if (pages.includes(file)) follow(file);
      // A folder shows all of its pages.
      else for (const inside of pages) if (path.posix.dirname(inside) === file.replace(/\/$/, '')) follow(inside);
    }
  };
  follow('docs/README.md');
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

test('names of headings are those of GitHub', () => {
  const page = '# One `two_three()` & [four](x.md)\n## Same\n```md\n# not a heading\n```\n## Same\n<a id="own"></a>\n';
  expect([...anchorsOf(page)]).toEqual(['one-two_three--four', 'same', 'same-1', 'own']);
});

test('links in code are none, and those that lead away are not followed', () => {
  const page =
    'See [a](b.md#c) and `[d](e.md)`, <a href="f.md">f</a>, [g](https://example.com).\n~~~\n[h](i.md)\n~~~\n[j]: k.md\n';
  expect(localLinks(page)).toEqual([
    { line: 1, target: 'b.md#c' },
    { line: 1, target: 'f.md' },
    { line: 5, target: 'k.md' },
  ]);
});
