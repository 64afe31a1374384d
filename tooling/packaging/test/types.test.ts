import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { MOCK, SDK } from './expect-whole-types.ts';
import { packed } from './packed.ts';
import { projectIn } from './project.ts';
import { typeErrors } from './type-errors.ts';

const { modules } = await packed();
const { ModuleKind, ModuleResolutionKind } = ts;

const inBrowsers = { types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] };

// The nightly tries every other setting; that the types resolve in each of them is in
// `tarballs.test.ts`.
test('the types are whole with moduleResolution bundler, with the types of browsers alone, and what is wrong is found', () => {
  projectIn(modules).write('page.ts', SDK + MOCK);
  projectIn(modules).write('wrong.ts', `import { Fanfare } from '@fanfare/sdk'; new Fanfare({ apiKey: 1 });`);
  const options = { ...inBrowsers, module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler };
  expect(typeErrors(modules, ['page.ts', 'wrong.ts'], options)).toEqual([
    "wrong.ts: Type 'number' is not assignable to type 'string'.",
  ]);
});

test.each(['@fanfare/sdk', '@fanfare/mock'] as const)('no type of %s is `any`', (name) => {
  const declarations = readdirSync(path.join(modules, 'node_modules', name, 'dist')).filter((file) =>
    file.endsWith('.d.ts'),
  );
  const lines = declarations.flatMap((file) => projectIn(modules).read(name, `dist/${file}`).toString().split('\n'));
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => !/^\s*(?:\/\*\*|\*)/.test(line) && /\bany\b/.test(line))).toEqual([]);
});
