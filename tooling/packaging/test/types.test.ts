import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { expectWholeTypes, MOCK, SDK } from './expect-whole-types.ts';
import { packed } from './packed.ts';
import { projectIn } from './project.ts';
import { typeErrors } from './type-errors.ts';

const { modules, commonjs } = await packed();
const { ModuleKind, ModuleResolutionKind } = ts;

const inBrowsers = { types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] };

test.each([
  ['nodenext from an ES module', modules, 'mts', ModuleKind.NodeNext, ModuleResolutionKind.NodeNext],
  ['nodenext from CommonJS', commonjs, 'cts', ModuleKind.NodeNext, ModuleResolutionKind.NodeNext],
  ['node10, of old projects', commonjs, 'ts', ModuleKind.CommonJS, ModuleResolutionKind.Node10],
] as const)('the types are whole with moduleResolution %s', (_, folder, extension, module, moduleResolution) =>
  expectWholeTypes(folder, extension, module, moduleResolution),
);

test('the types are whole with moduleResolution bundler, with the types of browsers alone', () => {
  projectIn(modules).write('page.ts', SDK + MOCK);
  const options = { ...inBrowsers, module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler };
  expect(typeErrors(modules, ['page.ts'], options)).toEqual([]);
});

test('what is wrong is found', () => {
  projectIn(modules).write('wrong.ts', `import { Fanfare } from '@fanfare/sdk'; new Fanfare({ apiKey: 1 });`);
  const options = { ...inBrowsers, module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler };
  expect(typeErrors(modules, ['wrong.ts'], options)).toEqual([
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
