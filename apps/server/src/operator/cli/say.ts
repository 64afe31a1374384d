/** Output of commands: results on stdout for pipes, everything else on stderr. */
export const say = {
  result: (text: string): void => void process.stdout.write(`${text}\n`),
  note: (text: string): void => void process.stderr.write(`${text}\n`),
  error: (text: string): void => void process.stderr.write(`fanfare: ${text}\n`),
};

/** Formats rows under headings, in columns as wide as their longest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd();
  return [line(headings), ...rows.map(line)].join('\n');
}
