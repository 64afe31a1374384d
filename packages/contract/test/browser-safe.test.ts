import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const SRC = new URL('../src/', import.meta.url);

async function importsOf(file: string): Promise<string[]> {
  const code = await readFile(new URL(file, SRC), 'utf8');
  return [...code.matchAll(/(?:from|import) '([^']+)'/g)].map(([, specifier]) => specifier!);
}

test('what index.ts reaches imports zod, ts-rest and nothing else', async () => {
  const reached = new Set(['index.ts']);
  const outside = new Set<string>();
  for (const file of reached) {
    for (const specifier of await importsOf(file)) {
      if (specifier.startsWith('.')) reached.add(path.posix.join(path.posix.dirname(file), specifier));
      else outside.add(specifier);
    }
  }
  expect([...outside].sort()).toEqual(['@ts-rest/core', 'zod']);
  const unreached = (await readdir(SRC, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !reached.has(file),
  );
  expect(unreached.sort()).toEqual([
    'openapi-about.ts',
    'openapi-options.ts',
    'openapi-schema.ts',
    'openapi-states.ts',
    'openapi-webhooks.ts',
    'openapi-yaml.ts',
    'openapi.ts',
  ]);
});
