import type { RunResult } from './run-result.ts';

const COLUMNS = [
  'kills',
  'stops',
  'hangs',
  'restarts',
  'cuts',
  'faults',
  'targets',
  'published',
  'unknownLive',
  'unknownAbsent',
  'doubles',
  'unsettled',
  'falseReports',
  'ledger',
  'lost',
] as const;

const HEADINGS: readonly string[] = [
  'scenario',
  'runs',
  'failed',
  'kills',
  'stops',
  'hangs',
  'restarts',
  'cuts',
  'faults',
  'targets',
  'published',
  'unknown live',
  'unknown not live',
  'doubles',
  'unsettled',
  'false reports',
  'ledger',
  'lost',
];

/** A line per scenario and one of sums, over all runs given. */
export function printTable(runs: readonly RunResult[]): void {
  const names = [...new Set(runs.map(({ scenario }) => scenario))];
  const line = (name: string, of: readonly RunResult[]): string[] => [
    name,
    String(of.length),
    String(of.filter(({ violations }) => violations.length > 0).length),
    ...COLUMNS.map((column) => String(of.reduce((sum, run) => sum + run[column], 0))),
  ];
  const rows = [
    ...names.map((name) =>
      line(
        name,
        runs.filter(({ scenario }) => scenario === name),
      ),
    ),
    line('all', runs),
  ];
  const cells = [[...HEADINGS], HEADINGS.map((heading) => '-'.repeat(heading.length)), ...rows];
  const widths = HEADINGS.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  for (const row of cells) {
    process.stdout.write(
      `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |\n`,
    );
  }
}
