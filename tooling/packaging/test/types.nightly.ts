import ts from 'typescript';
import { test } from 'vitest';
import { expectWholeTypes } from './expect-whole-types.ts';
import { packed, packedForCommonjs } from './packed.ts';

const { modules } = await packed();
const commonjs = await packedForCommonjs();
const { CommonJS, Node16, NodeNext } = ts.ModuleKind;
const { Node10, Node16: resolution, NodeNext: newest } = ts.ModuleResolutionKind;

test.each([
  ['node16 from an ES module', modules, 'mts', Node16, resolution],
  ['node16 from CommonJS', commonjs, 'cts', Node16, resolution],
  ['nodenext from an ES module', modules, 'mts', NodeNext, newest],
  ['nodenext from CommonJS', commonjs, 'cts', NodeNext, newest],
  ['node10, of old projects', commonjs, 'ts', CommonJS, Node10],
] as const)('the types are whole with moduleResolution %s', (_, folder, extension, module, moduleResolution) =>
  expectWholeTypes(folder, extension, module, moduleResolution),
);
