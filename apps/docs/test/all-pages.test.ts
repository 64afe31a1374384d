import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { missing, undocumented, unexplained } from '../src/api-reference/check-api.ts';
import { type ConvertedApi, convertApi } from '../src/api-reference/convert-api.ts';
import { anchorsOf, localLinks } from '../src/markdown-links.ts';
import { referencePages } from '../src/reference-pages.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const ENTRY_POINTS = [
  'sdk/src/index',
  'sdk/src/upload',
  'sdk/src/webhooks',
  'mock/src/index',
  'mock/src/msw',
  'mock/src/playwright',
  'mock/src/server/index',
];

/** Limit of a decision. */
const MOST_WORDS = 450;

let api: ConvertedApi;
/** The reference, by path below the repository. */
let reference: ReadonlyMap<string, string>;
/**
 * Every page of the repository with its text: the committed ones, new ones that git does not
 * ignore, and the reference.
 */
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  api = await convertApi();
  reference = new Map([...(await referencePages(api))].map(([name, text]) => [`docs/reference/${name}`, text]));
  pages = new Map([
    ...committedPages().map((name) => [name, readFileSync(path.join(ROOT, name), 'utf8')] as const),
    ...reference,
  ]);
});

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });

function committedPages(): readonly string[] {
  const { stdout } = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md');
  return stdout.split('\0').filter((name) => name !== '' && existsSync(path.join(ROOT, name)));
}

test('each decision is on the list and takes a page at most', () => {
  const list = pages.get('docs/adr/README.md') ?? '';
  const decisions = [...pages].filter(([name]) => /^docs\/adr\/\d/.test(name));
  expect(decisions.filter(([name]) => !list.includes(`](${path.basename(name)})`)).map(([name]) => name)).toEqual([]);
  expect(decisions.filter(([, text]) => text.split(/\s+/).length > MOST_WORDS).map(([name]) => name)).toEqual([]);
});

test('the reference has everything that @fanfare/sdk and @fanfare/mock export', () => {
  expect(
    missing(
      api,
      ENTRY_POINTS.map((entry) => path.join(ROOT, 'packages', `${entry}.ts`)),
    ),
  ).toEqual([]);
});

test('the reference describes every exported name, method and field', () => {
  expect(undocumented(api)).toEqual([]);
});

test('the reference explains every type it mentions, except those of Playwright', () => {
  expect(unexplained(api)).toEqual(['Route']);
});

test('the reference names no machine and no revision', () => {
  const traces = [ROOT, 'file://', 'node_modules', '/blob/', 'Defined in'];
  for (const [name, text] of reference)
    expect([name, traces.filter((trace) => text.includes(trace))]).toEqual([name, []]);
});

/**
 * Remembers what a function returned for each text: pages have thousands of links to each other.
 */
function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? of(text);
    known.set(text, found);
    return found;
  };
}

const linksIn = remembered(localLinks);
const anchorsIn = remembered(anchorsOf);

/** Says what is wrong with a link of a page; null when it works. */
function fault(page: string, target: string): string | null {
  const [address = '', anchor] = decodeURI(target).split('#');
  const file = address === '' ? page : path.posix.normalize(path.posix.join(path.posix.dirname(page), address));
  if (file.startsWith('..') || address.startsWith('/')) return 'leads out of the repository';
  const text = pages.get(file);
  if (text === undefined) return isCommitted(file) ? null : 'there is no such file';
  return anchor === undefined || anchorsIn(text).has(anchor) ? null : 'there is no such heading';
}

/** A page that somebody built into `docs/reference` earlier does not count. */
const isCommitted = (file: string): boolean => !file.startsWith('docs/reference') && existsSync(path.join(ROOT, file));

test('there are pages, and they are full of links', () => {
  expect(pages.size).toBeGreaterThan(60);
  expect([...pages.values()].flatMap(linksIn).length).toBeGreaterThan(500);
});

test('every link of every page leads to a file and a heading that exist', () => {
  const dead = [...pages].flatMap(([page, text]) =>
    linksIn(text).flatMap(({ line, target }) => {
      const wrong = fault(page, target);
      return wrong === null ? [] : [`${page}:${line} ${target}: ${wrong}`];
    }),
  );
  expect(dead).toEqual([]);
});

test('docs/architecture.md names every package', () => {
  const { stdout } = git(
    'ls-files',
    ...['packages', 'packages/networks', 'packages/hubs', 'apps', 'testing', 'tooling'].map(
      (parent) => `:(glob)${parent}/*/package.json`,
    ),
  );
  const folders = stdout.trim().split('\n').map(path.posix.dirname);
  expect(folders.length).toBeGreaterThan(15);
  const page = pages.get('docs/architecture.md') ?? '';
  expect(folders.filter((folder) => !page.includes(`\`${folder}\``))).toEqual([]);
});

test('every test file that a page names exists', () => {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard').stdout.split('\n');
  const named = [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/`(?:[\w.-]+\/)*[\w.-]+\.test\.ts`/g)].map(([name]) => ({ page, name: name.slice(1, -1) })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ name }) => !files.some((file) => `/${file}`.endsWith(path.posix.resolve('/', name))))).toEqual(
    [],
  );
});

test('every page of docs/ can be reached from its index', () => {
  const reached = new Set<string>();
  const follow = (page: string): void => {
    const text = pages.get(page);
    if (reached.has(page) || text === undefined) return;
    reached.add(page);
    for (const { target } of linksIn(text)) {
      const [address = ''] = target.split('#');
      const file = path.posix.normalize(path.posix.join(path.posix.dirname(page), address));
      if (pages.has(file)) follow(file);
      // A folder shows all of its pages.
      else
        for (const inside of pages.keys()) if (path.posix.dirname(inside) === file.replace(/\/$/, '')) follow(inside);
    }
  };
  follow('docs/README.md');
  expect([...pages.keys()].filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});
