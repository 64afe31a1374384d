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

/** A line per scenario and a line of sums over all given runs; below it a line per part. */
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
  print([[...HEADINGS], ...rows], 1);
  process.stdout.write('\n');
  print([['scenario', 'part', 'runs', 'seconds', 'result', 'measured last'], ...partsOf(runs)], 2);
}

/** A line per part, with the measurements of its last run. */
function partsOf(runs: readonly RunResult[]): string[][] {
  const parts = new Map<string, RunResult[]>();
  for (const run of runs) {
    const name = `${run.scenario} ${run.label}`;
    parts.set(name, [...(parts.get(name) ?? []), run]);
  }
  return [...parts.values()].map((of) => {
    const { scenario, label, seconds, violations, notes } = of.at(-1)!;
    const broken = of.filter((run) => run.violations.length > 0).length;
    const result = violations.length > 0 ? 'BROKEN' : broken > 0 ? `held, ${broken} BROKEN before` : 'held';
    return [scenario, label, String(of.length), String(seconds), result, notes];
  });
}

/** The first columns are words, the others numbers; the last may be a sentence. */
function print([headings, ...rows]: readonly (readonly string[])[], words: number): void {
  if (!headings) return;
  const cells = [headings, headings.map((heading) => '-'.repeat(heading.length)), ...rows];
  const last = headings.length - 1;
  const widths = headings.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  for (const row of cells) {
    const padded = row.map((cell, i) => {
      if (i === last && words > 1) return cell;
      return i < words ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!);
    });
    process.stdout.write(`| ${padded.join(' | ')} |\n`);
  }
}
