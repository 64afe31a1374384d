import ts from 'typescript';
import { test } from 'vitest';
import { expectWholeTypes } from './expect-whole-types.ts';
import { packed } from './packed.ts';

const { modules, commonjs } = await packed();
const { Node16 } = ts.ModuleKind;
const { Node16: resolution } = ts.ModuleResolutionKind;

test.each([
  ['node16 from an ES module', modules, 'mts', Node16, resolution],
  ['node16 from CommonJS', commonjs, 'cts', Node16, resolution],
] as const)('the types are whole with moduleResolution %s', (_, folder, extension, module, moduleResolution) =>
  expectWholeTypes(folder, extension, module, moduleResolution),
);
