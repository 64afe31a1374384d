import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figureOf, shareOf, spreadText } from './figure-text.ts';
import { drawPlots } from './plots.ts';
import type { Results, StoredResult } from './results.ts';
import { goalText } from './terminal.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/bench.md', import.meta.url));

/** Writes docs/bench.md. `order` are the names of all measures; those without results are left out. */
export async function writeReport(results: Results, order: readonly string[]): Promise<void> {
  const measures = order.flatMap((name) => results.measures.find((measure) => measure.name === name) ?? []);
  const [first] = measures;
  if (first === undefined) return;
  const plots = await drawPlots(results);
  const sections = measures.map((measure) => section(measure, plots.get(measure.name)));
  writeFileSync(PAGE, `${[introduction(measures), summary(measures), ...sections].join('\n\n')}\n`);
}

function introduction(measures: readonly StoredResult[]): string {
  const { machine } = measures[0]!;
  return `# Benchmarks

\`pnpm bench\` writes this page from \`apps/bench/results.json\`. It measures Fanfare side by side with what else you would use, on one machine that also runs
the database, the simulated network and the load.

| | |
|---|---|
| Machine | ${machine.cpu}, ${machine.memoryGb} GB |
| Node.js | ${machine.node} |
| PostgreSQL | ${machine.postgres} |

In each round the contenders run one after the other, in an order that rotates; a first round warms up and is not counted. Figures are the median of all rounds
with minimum and maximum. **A ratio is always of two runs of the same round**, and a goal is compared with the median of these ratios. Absolute figures are of
this machine only. "Others" is the share of the machine's CPU time that other programs took meanwhile: where it is high, trust the ratio and not the figure.

| Command | What it does |
|---|---|
| \`pnpm bench\` | measures everything |
| \`pnpm bench scheduled list\` | measures these, and keeps the other results |
| \`pnpm bench --rounds 9 --seconds 5\` | more rounds, longer runs |
| \`pnpm bench --report\` | writes this page from the last results |`;
}

function summary(measures: readonly StoredResult[]): string {
  const rows = measures.flatMap(({ name, goals }) =>
    goals.map((goal) => {
      const what = `[${name}](#${name})`;
      const subject = `${goal.contender} ${goal.what}`;
      return `| ${what} | ${subject} | ${spreadText(goal.ratio)} | ${goalText(goal).slice('goal: '.length)} | ${goal.isMet ? 'met' : '**missed**'} |`;
    }),
  );
  return `## Goals\n\n| Measure | What | Found | Goal | |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

type Plot = { readonly file: string; readonly title: string };

function section(
  { name, answers, unit, rounds, contenders, skipped, machine, at }: StoredResult,
  plot: Plot | undefined,
): string {
  const extra = [...new Set(contenders.flatMap(({ more }) => Object.keys(more)))];
  const heads = [unit, ...extra, 'Node µs', 'PostgreSQL µs', 'MB', 'Others'];
  const rows = contenders.map(({ name, figure, more, nodeUs, postgresUs, rssMb, othersShare }) =>
    [
      name,
      spreadText(figure),
      ...extra.map((key) => (more[key] ? figureOf(more[key].median) : '')),
      nodeUs ? figureOf(nodeUs.median) : '',
      postgresUs ? figureOf(postgresUs.median) : '',
      rssMb === null ? '' : figureOf(rssMb),
      shareOf(othersShare.median),
    ].join(' | '),
  );
  const absent = skipped.map(({ name, skipped: why }) => `\n${name} was skipped: ${why}\n`).join('');
  return `## ${name}

${answers}

| | ${heads.join(' | ')} |
|---|${'---|'.repeat(heads.length)}
${rows.map((row) => `| ${row} |`).join('\n')}
${absent}${plot ? `\n![${plot.title}](images/${plot.file})\n` : ''}
Measured ${at.slice(0, 10)}: ${rounds} rounds of ${machine.options.seconds} s. Node and PostgreSQL µs are CPU time for one request, post or job.`;
}
