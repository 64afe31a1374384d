import { isMet, type Row } from './book.ts';

const COLUMNS = ['client', 'version', 'call', 'expected', 'got'] as const;
const WIDEST = 64;

/** Prints one line a call, `✓` or `✗`, and the sum of each client. */
export function printTable(rows: readonly Row[]): void {
  const shown = rows.map((row) => ({ ...row, got: isMet(row) ? '=' : row.got }));
  const width = (name: (typeof COLUMNS)[number]) =>
    Math.min(WIDEST, Math.max(name.length, ...shown.map((row) => [...row[name]].length)));
  const widths = COLUMNS.map(width);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  console.log(`  ${line(COLUMNS)}`);
  for (const [index, row] of shown.entries()) {
    const isNew = index > 0 && rows[index - 1]?.client !== row.client;
    if (isNew) console.log();
    console.log(`${isMet(rows[index] ?? row) ? '✓' : '✗'} ${line(COLUMNS.map((name) => row[name]))}`);
  }
  console.log();
  for (const client of new Set(rows.map((row) => row.client))) {
    const own = rows.filter((row) => row.client === client);
    console.log(`${client}: ${own.filter(isMet).length} of ${own.length} calls as expected`);
  }
}
