import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startInstallation } from './installation/installation.ts';
import { MEASURES } from './measures/index.ts';
import { describeMachine, type Results } from './report/results.ts';
import { printMeasure } from './report/terminal.ts';
import { writeReport } from './report/write-report.ts';
import { runMeasure } from './run-measure.ts';

/**
 * `pnpm bench [names…]`: measures Fanfare side by side with what else one would use, and writes docs/bench.md. Results of measures that do not run are kept.
 * `--report` writes the page anew from the last results. With `--results <file>` they are kept there, and the page stays as it is.
 */
const KEPT = fileURLToPath(new URL('../results.json', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    rows: { type: 'string', default: '1000000' },
    results: { type: 'string', default: KEPT },
    report: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !MEASURES.some((measure) => measure.name === name));
if (unknown.length > 0) {
  console.error(`There is no measure ${unknown.join(', ')}. There are:`);
  for (const { name, answers } of MEASURES) console.error(`  ${name.padEnd(16)} ${answers}`);
  process.exit(1);
}
if (process.platform !== 'linux') throw new Error('CPU time and memory are read from /proc: this needs Linux.');

const chosen = MEASURES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (!values.report) {
  const options = { seconds: Number(values.seconds), rows: Number(values.rows) };
  const installation = await startInstallation();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void installation.stop().finally(() => process.exit(1)));
  let results = readResults();
  const machine = await describeMachine(installation, options);
  try {
    for (const measure of chosen) {
      const result = await runMeasure(measure, { installation, options, rounds: Number(values.rounds) });
      printMeasure(result);
      if (result.goals.some(({ isMet }) => !isMet)) process.exitCode = 1;
      const others = results.measures.filter(({ name }) => name !== measure.name);
      results = { measures: [...others, { ...result, machine, at: new Date().toISOString() }] };
      writeFileSync(values.results, `${JSON.stringify(results, null, 1)}\n`);
    }
  } finally {
    await installation.stop();
  }
}
const order = MEASURES.map(({ name }) => name);
if (values.results === KEPT) await writeReport(readResults(), order);

function readResults(): Results {
  try {
    return JSON.parse(readFileSync(values.results, 'utf8')) as Results;
  } catch {
    return { measures: [] };
  }
}
