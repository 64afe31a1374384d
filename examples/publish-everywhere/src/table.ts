import { stripVTControlCharacters } from 'node:util';
import { faint } from './say.ts';

const INDENT = '   ';

const widthOf = (text: string): number => stripVTControlCharacters(text).length;

/** Rows in aligned columns, with an optional head. The last column may have any length. */
export function table(rows: readonly (readonly string[])[], head?: readonly string[]): string {
  const all = head ? [head, ...rows] : rows;
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd();
  const lines = rows.map(line);
  if (head) lines.unshift(faint(line(head)), faint('─'.repeat(widthOf(line(head)))));
  return lines.map((text) => INDENT + text).join('\n');
}
