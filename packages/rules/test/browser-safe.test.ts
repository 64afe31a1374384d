import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const SRC = new URL('../src/', import.meta.url);

test('the rules load in a browser: they import the contract and nothing else', async () => {
  const files = await readdir(SRC);
  expect(files).toContain('index.ts');
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, SRC), 'utf8')));
  const imported = sources.flatMap((code) =>
    code
      .split(';\n')
      .filter((statement) => !statement.trimStart().startsWith('import type '))
      .flatMap((statement) => [...statement.matchAll(/(?:from|import) '([^']+)'/g)].map(([, from]) => from)),
  );
  expect([...new Set(imported.filter((from) => !from?.startsWith('./')))]).toEqual(['@fanfare/contract']);
});
