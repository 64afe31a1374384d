import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A regular expression in the code, and its files. One made at run time has no flags. */
export type Pattern = { readonly text: string; readonly isLiteral: boolean; readonly files: readonly string[] };

/**
 * Every regular expression of some source files, in the order of their texts.
 *
 * @example
 * findPatterns(root, ['packages/rules/src']); // [{ text: '/:\\w+/g', isLiteral: true, files: ['packages/rules/src/routing.ts'] }, …]
 */
export function findPatterns(root: string, folders: readonly string[]): readonly Pattern[] {
  const found = new Map<string, { isLiteral: boolean; files: Set<string> }>();
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }));
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const { text, isLiteral } of patternsIn(file, source)) {
      const one = found.get(text) ?? { isLiteral, files: new Set<string>() };
      found.set(text, { isLiteral, files: one.files.add(file) });
    }
  }
  return [...found]
    .map(([text, { isLiteral, files: its }]) => ({ text, isLiteral, files: [...its].sort() }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
}

/** The regular expressions of a source text: literals, and calls of `RegExp`. */
export function patternsIn(file: string, source: string): readonly Omit<Pattern, 'files'>[] {
  const found: Omit<Pattern, 'files'>[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ text: node.text, isLiteral: true });
    const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
    if (isMade) found.push({ text: node.getText().replaceAll(/\s+/g, ' '), isLiteral: false });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}
