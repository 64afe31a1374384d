import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ENTRIES = ['index', 'upload', 'webhooks'].map((name) =>
  fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url)),
);
const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

test('everything users can see says what it is: every export, method and field', () => {
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noLib: true,
    types: [],
  };
  const program = ts.createProgram(ENTRIES, { ...options, allowImportingTsExtensions: true, noEmit: true });
  const checker = program.getTypeChecker();
  const silent: string[] = [];
  let seen = 0;
  const look = (symbol: ts.Symbol, name: string): void => {
    seen++;
    if (symbol.getDocumentationComment(checker).length === 0) silent.push(name);
  };
  const modules = ENTRIES.map((entry) => checker.getSymbolAtLocation(program.getSourceFile(entry)!)!);
  for (const exported of modules.flatMap((module) => checker.getExportsOfModule(module))) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    look(symbol, symbol.name);
    for (const member of symbol.members?.values() ?? []) {
      const [declaration] = member.declarations ?? [];
      if (!declaration?.getSourceFile().fileName.startsWith(SOURCE)) continue;
      // Names with # are nobody's business; overrides and iterators are what they always are.
      if (/^(__|#)/.test(member.name) || member.name === 'then') continue;
      if (symbol.name === 'PlatformNames' || member.flags & ts.SymbolFlags.TypeParameter) continue;
      look(member, `${symbol.name}.${member.name}`);
    }
  }
  expect(silent).toEqual([]);
  expect(seen).toBeGreaterThan(300);
});
