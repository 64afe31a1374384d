import { inspect, parseArgs } from 'node:util';
import { MUTANTS, type Mutant } from './mutants.ts';
import { printTable } from './print-table.ts';
import { openResults } from './results.ts';
import type { RunResult } from './run-result.ts';
import { SCENARIOS } from './scenarios/all.ts';
import { closeWorlds } from './world.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    kills: { type: 'string' },
    targets: { type: 'string' },
    servers: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    mutant: { type: 'string', multiple: true },
    resume: { type: 'string' },
    partitions: { type: 'string' },
    help: { type: 'boolean' },
  },
});

const HELP = `pnpm chaos [scenario…] [--seed N] [--kills N] [--targets N] [--servers N] [--rounds N] [--only REGEXP] [--partitions N] [--resume FILE]

${SCENARIOS.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}

--resume FILE  goes on with what FILE has not got for this commit (default file: .fanfare/chaos-results.jsonl, always appended to)
--partitions N databases whose large tables have so many partitions
--mutant NAME  a service broken on purpose (${MUTANTS.join(', ')}): the run must fail, and is not kept
`;

const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

async function main(): Promise<number> {
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const unknown = positionals.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}.\n\n${HELP}`);
  if (values.partitions !== undefined) process.env.TEST_PARTITIONS = values.partitions;
  const mutants = (values.mutant ?? []) as Mutant[];
  const results = openResults(values.resume);
  const only = values.only === undefined ? undefined : new RegExp(values.only);
  const seed = number(values.seed) ?? Math.floor(Math.random() * 1e9);
  const chosen = SCENARIOS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const startedAt = Date.now();
  const progress = (line: string) => {
    process.stderr.write(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${line}\n`);
  };
  let failed = false;
  stopOnSignals();
  for (const scenario of chosen) {
    for (const part of scenario.parts) {
      if (only && !only.test(part)) continue;
      if (values.resume !== undefined && results.has(scenario.name, part)) continue;
      progress(`${scenario.name} · ${part} (seed ${seed})`);
      const result = await scenario
        .run(part, {
          seed,
          kills: number(values.kills),
          targets: number(values.targets),
          servers: number(values.servers),
          rounds: number(values.rounds),
          mutants,
          progress,
        })
        .catch((error: unknown) => brokenRun({ scenario: scenario.name, label: part, seed }, error));
      if (mutants.length === 0) results.append(result);
      else results.show(result);
      progress(
        `${scenario.name} · ${part}: ${result.violations.length === 0 ? 'held' : 'BROKEN'} in ${result.seconds} s; ${result.notes}`,
      );
      for (const violation of result.violations.slice(0, 20)) process.stderr.write(`    ${violation}\n`);
      if (result.violations.length > 0) {
        failed = true;
        for (const error of result.errors) process.stderr.write(`    ${error}\n`);
        for (const journal of result.journals) process.stderr.write(`    ${journal}\n`);
        process.stderr.write(`    again: pnpm chaos ${scenario.name} --only '^${part}$' --seed ${seed}\n`);
      }
    }
  }
  printTable(results.ofThisCommit());
  return failed ? 1 : 0;
}

/** An interrupted command leaves no database behind. */
function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void closeWorlds().then(() => process.exit(130)));
}

/** A run that cannot be judged counts as failed. */
function brokenRun(run: Pick<RunResult, 'scenario' | 'label' | 'seed'>, error: unknown): RunResult {
  const none = {
    kills: 0,
    stops: 0,
    hangs: 0,
    restarts: 0,
    cuts: 0,
    faults: 0,
    targets: 0,
    published: 0,
    unknownLive: 0,
    unknownAbsent: 0,
  };
  const found = { doubles: 0, unsettled: 0, falseReports: 0, ledger: 0, lost: 0 };
  // With causes: a failed fetch gives its reason only there.
  const text = inspect(error);
  return {
    ...run,
    ...none,
    ...found,
    seconds: 0,
    notes: 'not judged',
    errors: [],
    journals: [],
    violations: [`the run broke: ${text}`],
  };
}

process.exitCode = await main();
