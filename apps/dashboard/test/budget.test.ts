import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildDashboard, DIST } from './build-dashboard.ts';

type Chunk = { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] };
type Manifest = Readonly<Record<string, Chunk>>;

const FIRST_LOAD_BYTES = 150_000;

let manifest: Manifest;
beforeAll(() => {
  buildDashboard();
  manifest = JSON.parse(readFileSync(path.join(DIST, 'manifest.json'), 'utf8'));
});

/** The files that a browser needs to show an entry: its chunk, what that imports, and their CSS. */
function filesOf(entry: string, seen = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = manifest[entry]!;
  if (seen.has(file)) return seen;
  for (const name of [file, ...css]) seen.add(name);
  for (const name of imports) filesOf(name, seen);
  return seen;
}

/** Files of the front page of somebody who is signed in. */
const firstLoad = (): string[] => [...filesOf('src/pages/home/page.tsx', filesOf('index.html'))];

const read = (file: string): Buffer => readFileSync(path.join(DIST, file));

test('the first load is at most 150 KB of scripts and styles, compressed with gzip', () => {
  const files = firstLoad();
  const bytes = files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);
  console.log(`first load: ${(bytes / 1000).toFixed(1)} KB gzip in ${files.length} files`);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
});

test('schemas, menus and dialogs are not part of it', () => {
  const code = firstLoad()
    .filter((file) => file.endsWith('.js'))
    .map((file) => read(file).toString());
  expect(code.join('\n')).not.toMatch(/ZodError|invalid_union|data-base-ui-focus-guard/);
});

test('what reads files comes with the first file of the composer, not with its page', () => {
  const reader = manifest['../../packages/media-file/src/index.ts']!.file;
  expect([...filesOf('src/pages/compose/page.tsx')]).not.toContain(reader);
  expect(read(reader).toString()).toContain('moov');
});
