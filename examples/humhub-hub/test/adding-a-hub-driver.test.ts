import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGE = readFileSync(new URL('../../../docs/adding-a-hub-driver.md', import.meta.url), 'utf8');
const read = (name: string): string => readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8');

const PIECES = [...PAGE.matchAll(/```ts (\S+)\n(.*?)```/gs)].map(([, name = '', code = '']) => [name, code] as const);

test.each(PIECES)('the page shows %s as it is', (name, code) => {
  expect(read(name)).toContain(code);
});

test('the page lists every file of the package, and how long it is', () => {
  const rows = [...PAGE.matchAll(/^\| (`[\w-]+\.ts`(?:, `[\w-]+\.ts`)*) \| .* \| ([\d, ]+) \|$/gm)];
  const listed = rows.flatMap(([, names = '', lines = '']) =>
    names.split(', ').map((name, at) => [name.slice(1, -1), Number(lines.split(', ')[at])] as const),
  );
  const files = readdirSync(new URL('../src/', import.meta.url));
  const counted = files.map((name) => [name, read(name).trimEnd().split('\n').length] as const);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(counted));
});

test('the page shows code of the steps that matter', () => {
  expect(PIECES.map(([name]) => name)).toEqual([
    'server.ts',
    'hub-type.ts',
    'create-humhub.ts',
    'publish.ts',
    'publish.ts',
    'reconcile.ts',
    'error-rows.ts',
  ]);
});
