import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Goal, type Measure, USUAL_ROWS } from '../measure.ts';
import { type GoalResult, isMet } from '../run-measure.ts';
import { figureOf, shareOf, spreadText } from './figure-text.ts';
import type { Results, StoredResult } from './results.ts';
import { SIMPLER_FORM } from './simpler-form.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/bench.md', import.meta.url));

/** Writes docs/bench.md, in the order of `all` measures; those without results are left out. */
export function writeReport(results: Results, all: readonly Measure[]): void {
  const measures = all.flatMap(({ name, goals }) => {
    const result = results.measures.find((measure) => measure.name === name);
    return result ? [{ ...result, goals: judgeAgain(result.goals, goals) }] : [];
  });
  const [first] = measures;
  if (first === undefined) return;
  const sections = measures.map((measure) => describeMeasure(measure, first.machine.cpu));
  const goals = `## Goals\n\n${describeGoals(measures)}`;
  writeFileSync(PAGE, `${[introduction(measures), goals, SIMPLER_FORM, ...sections].join('\n\n')}\n`);
}

/** Compares what was found with the goals as they are now. */
const judgeAgain = (found: readonly GoalResult[], goals: readonly Goal[]): GoalResult[] =>
  goals.flatMap((goal) => {
    const same = found.find((one) => one.contender === goal.contender && one.of === goal.of && one.by === goal.by);
    return same ? [{ ...goal, ratio: same.ratio, isMet: isMet(goal, same.ratio) }] : [];
  });

function introduction(measures: readonly StoredResult[]): string {
  const { machine } = measures[0]!;
  return `# Benchmarks

\`pnpm bench\` writes this page from \`testing/bench/results.json\`. It measures Fanfare side by side with what else you would use, on one machine that also runs
the database, the simulated network and the load.

| | |
|---|---|
| Machine | ${machine.cpu}, ${machine.memoryGb} GB |
| Node.js | ${machine.node} |
| PostgreSQL | ${machine.postgres} |

In each round the contenders run one after the other, in an order that rotates; a first round warms up and is not counted. Figures are the median of all rounds
with minimum and maximum. **A ratio is always of two runs of the same round**, and a goal is compared with the median of these ratios. Absolute figures are of
this machine only.

| Column | What it is |
|---|---|
| Node µs, PostgreSQL µs | CPU time for one request, post or job |
| Bench µs | CPU time of the bench for each of them, which the contender could not use: the load, the simulated network and what waits for them |
| Statements | that PostgreSQL got for each of them, from anybody, without \`begin\` and \`commit\` |
| MB | memory of the contender's processes, without PostgreSQL |
| Load | processes that ran or waited to run, of the last minute |
| Others | share of the machine's CPU time that other programs took meanwhile, the load generator excluded: where it is high, trust the ratio and not the figure |

What all contenders share: the machine, one PostgreSQL with the settings above and no other load, the same tables where they have no own ones, 100 projects with one
account each, statistics (\`analyze\` after all that is written to prepare, before the first round), 1 GB of PostgreSQL's log to write again (a new file of the log holds up every commit for 50 ms, and a server that has run for
an hour has old ones), the load generator with its keep-alive connections and the simulated network. Every status is
checked, every idempotency key is new, and percentiles are of all requests.

| What the bench adds | |
|---|---|
| load | undici's \`dispatch\` in the main thread: 34 to 45 µs of CPU time a request against a bare server of Node on this kind of machine, of which the kernel takes a quarter. A time contains what the answer waits for this thread |
| network | node:http in a thread of its own, which also notes when a call arrived. The \`bare calls\` of [lateness](#lateness) are how late calls of a timer arrive there: no figure of lateness can be below it |
| flood of [isolation](#isolation) | a thread of its own; it uses CPU time that the server would have |
| two cores | server, PostgreSQL, network and load wait for each other's CPU time. This remains in every figure |

What Fanfare is compared with:

| | |
|---|---|
| pgbench | the statement that records a post, sent by PostgreSQL's own benchmark with the same durability and the settings of the server's sessions: the limit of the database. It counts once each session has run the statement ten times, because a new session spends some 20 ms of CPU time until it has planned it |
| Express + Knex | the same endpoints as most teams would write them, on the same tables (\`testing/bench/src/knex-build\`) |
| pg-boss | due jobs that call the network, with its fastest documented settings, after 1,000 jobs that warm the worker up. A job stores nothing |
| pg-boss with records | the same jobs, whose worker also stores what publishing must not lose: an intent before the call; result, ledger's row and event after it. Each is one statement for a batch (\`testing/bench/src/contenders/records.ts\`) |
| bare calls | the network, called without Fanfare |
| bare Node server | uploads into a file and downloads from it, with \`node:http\` and streams alone (\`testing/bench/src/media/bare-server.ts\`) |

| Command | What it does |
|---|---|
| \`pnpm bench\` | measures everything, in some 30 minutes |
| \`pnpm bench scheduled list\` | measures these, and keeps the other results |
| \`pnpm bench media\` | measures hosted files: memory, uploads, serving; needs 6 GB of disk |
| \`pnpm bench --rounds 9 --seconds 5\` | more rounds, longer runs |
| \`pnpm bench pages --rows 10000000\` | lists of ten million posts; needs 20 GB of disk |
| \`pnpm bench --report\` | writes this page from the last results |`;
}

export function describeGoals(measures: readonly StoredResult[]): string {
  const rows = measures.flatMap(({ name, goals }) =>
    goals.map((goal) => {
      const what = `[${name}](#${name})`;
      const subject = `${goal.contender}: ${goal.what}`;
      return `| ${what} | ${subject} | ${spreadText(goal.ratio)} | ${goal.atLeast === undefined ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`} | ${goal.isMet ? 'met' : '**missed**'} |`;
    }),
  );
  return `| Measure | What | Found | Goal | |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

/** The section of a measure. It names the machine where that is not the usual one. */
export function describeMeasure(
  { name, answers, unit, rounds, contenders, skipped, machine, at, tookSeconds }: StoredResult,
  usualCpu: string,
): string {
  // The figure itself is the first column.
  const extra = [...new Set(contenders.flatMap(({ more }) => Object.keys(more)))].filter((key) => key !== unit);
  const heads = [unit, ...extra, 'Node µs', 'PostgreSQL µs', 'Bench µs', 'Statements', 'MB', 'Load', 'Others'];
  const rows = contenders.map(
    ({ name, figure, more, nodeUs, postgresUs, benchUs, statements, rssMb, load, othersShare }) =>
      [
        name,
        spreadText(figure),
        ...extra.map((key) => (more[key] ? figureOf(more[key].median) : '')),
        nodeUs ? figureOf(nodeUs.median) : '',
        postgresUs ? figureOf(postgresUs.median) : '',
        benchUs ? figureOf(benchUs.median) : '',
        statements ? figureOf(statements.median) : '',
        rssMb === null ? '' : figureOf(rssMb),
        load ? figureOf(load.median) : '',
        shareOf(othersShare.median),
      ].join(' | '),
  );
  const commit = machine.commit === undefined ? '' : `, commit ${machine.commit}`;
  const ranAt = `${at.slice(0, 10)}${commit}${machine.cpu === usualCpu ? '' : `, on ${machine.cpu}`}`;
  const absent = skipped.map(({ name, skipped: why }) => `\n${name} was skipped: ${why}\n`).join('');
  return `## ${name}

${answers}

| | ${heads.join(' | ')} |
|---|${'---|'.repeat(heads.length)}
${rows.map((row) => `| ${row} |`).join('\n')}
${absent}
\`pnpm bench ${name}${machine.options.rows === USUAL_ROWS ? '' : ` --rows ${machine.options.rows}`}\`, ${ranAt}: ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${machine.options.seconds} s${tookSeconds === undefined ? '' : `, ${Math.ceil(tookSeconds / 60)} min in all`}.`;
}
