import { stripVTControlCharacters } from 'node:util';

/** Cells below each other in columns as wide as their widest cell. Cells may have colours. */
export function table(rows: readonly (readonly string[])[], indent = ''): string {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  const lineOf = (row: readonly string[]): string =>
    row.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell))).join('  ');
  return rows.map((row) => `${indent}${lineOf(row).trimEnd()}\n`).join('');
}

const widthOf = (cell: string): number => [...stripVTControlCharacters(cell)].length;
