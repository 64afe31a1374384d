import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startInstallation } from './installation/installation.ts';
import { type Measure, USUAL_ROWS } from './measure.ts';
import { MEASURES } from './measures/index.ts';
import { clearProgress, showProgress } from './report/progress.ts';
import { describeMachine, type Results } from './report/results.ts';
import { describeGoals, describeMeasure, writeReport } from './report/write-report.ts';
import { runMeasure } from './run-measure.ts';

/**
 * `pnpm bench [names…]`: measures Fanfare side by side with what else one would use, and writes
 * docs/bench.md. Each measure is kept as soon as it is done, and results of measures that do not
 * run are kept as well. `--report` writes the page anew from the last results. With `--results
 * <file>` they are kept there, and the page stays as it is.
 */
const KEPT = fileURLToPath(new URL('../results.json', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    rows: { type: 'string', default: String(USUAL_ROWS) },
    results: { type: 'string', default: KEPT },
    report: { type: 'boolean', default: false },
  },
});
const isNamed = (name: string) => (measure: Measure) => measure.name === name || measure.group === name;
const unknown = positionals.filter((name) => !MEASURES.some(isNamed(name)));
if (unknown.length > 0) {
  console.error(`There is no measure ${unknown.join(', ')}. There are:`);
  for (const { name, answers } of MEASURES) console.error(`  ${name.padEnd(16)} ${answers}`);
  process.exit(1);
}
if (process.platform !== 'linux') throw new Error('CPU time and memory are read from /proc: this needs Linux.');

if (!values.report)
  await measureAll(
    MEASURES.filter((measure) => positionals.length === 0 || positionals.some((name) => isNamed(name)(measure))),
  );
if (values.results === KEPT) writeReport(readResults(), MEASURES);

async function measureAll(chosen: readonly Measure[]): Promise<void> {
  const options = { seconds: Number(values.seconds), rows: Number(values.rows) };
  const installation = await startInstallation();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void installation.stop().finally(() => process.exit(1)));
  const machine = await describeMachine(installation, options);
  try {
    for (const [n, measure] of chosen.entries()) {
      console.error(`${measure.name}: ${n + 1} of ${chosen.length}`);
      const startedAt = performance.now();
      const run = { rounds: Number(values.rounds), show: showProgress };
      try {
        const found = await runMeasure(measure, { installation, options, ...run });
        clearProgress();
        const tookSeconds = Math.round((performance.now() - startedAt) / 1_000);
        const result = { ...found, machine, tookSeconds, at: new Date().toISOString() };
        console.log(`${describeMeasure(result, machine.cpu)}\n\n${describeGoals([result])}\n`);
        if (result.goals.some(({ isMet }) => !isMet)) process.exitCode = 1;
        keep(result);
      } catch (error) {
        // The others are worth measuring; its last result stays.
        console.error(`${measure.name} failed:`, error);
        process.exitCode = 1;
      }
    }
  } finally {
    await installation.stop();
  }
}

/** In one step, so that a run that is killed loses nothing. */
function keep(result: Results['measures'][number]): void {
  const others = readResults().measures.filter(({ name }) => name !== result.name);
  writeFileSync(`${values.results}.new`, `${JSON.stringify({ measures: [...others, result] }, null, 1)}\n`);
  renameSync(`${values.results}.new`, values.results);
}

function readResults(): Results {
  try {
    return JSON.parse(readFileSync(values.results, 'utf8')) as Results;
  } catch {
    return { measures: [] };
  }
}
