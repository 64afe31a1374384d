import { cpus } from 'node:os';
import { cpuOfPostgres } from './events/cpu-of-postgres.ts';
import { median } from './figures.ts';
import type { Installation } from './installation/installation.ts';
import type { Contender, Goal, Measure, Options } from './measure.ts';
import { busyCpu, cpuOf, rssOf } from './processes.ts';

export type Spread = { readonly median: number; readonly min: number; readonly max: number };

/** All counted rounds of a contender. */
export type ContenderResult = {
  readonly name: string;
  readonly figure: Spread;
  readonly more: Readonly<Record<string, Spread>>;
  /** CPU time per request, in microseconds. */
  readonly nodeUs: Spread | null;
  readonly postgresUs: Spread | null;
  readonly rssMb: number | null;
  /** Share of the machine's CPU time that other programs took meanwhile. */
  readonly othersShare: Spread;
};

export type GoalResult = Goal & { readonly ratio: Spread; readonly isMet: boolean };

export type MeasureResult = {
  readonly name: string;
  readonly answers: string;
  readonly unit: string;
  readonly rounds: number;
  readonly contenders: readonly ContenderResult[];
  readonly skipped: readonly { readonly name: string; readonly skipped: string }[];
  readonly goals: readonly GoalResult[];
};

type Round = {
  readonly figure: number;
  readonly more: Readonly<Record<string, number>>;
  readonly nodeUs: number | null;
  readonly postgresUs: number | null;
  readonly rssMb: number | null;
  readonly othersShare: number;
};

/**
 * Runs the contenders one after the other in each round, in an order that rotates. The first round warms up. Every ratio is of two runs of one round.
 */
export async function runMeasure(
  measure: Measure,
  at: { readonly installation: Installation; readonly options: Options; readonly rounds: number },
): Promise<MeasureResult> {
  const { installation, options } = at;
  const rounds = measure.rounds ?? at.rounds;
  const opened = await measure.open(installation, options);
  try {
    const present = opened.contenders.filter((each): each is Contender => 'run' in each);
    const counted = new Map<string, Round[]>(present.map(({ name }) => [name, []]));
    for (let round = -1; round < rounds; round++) {
      for (let n = 0; n < present.length; n++) {
        const contender = present[(n + round + 1) % present.length]!;
        process.stderr.write(`\r\u001b[K  ${measure.name}: round ${round + 1} of ${rounds}, ${contender.name}`);
        const sample = await runOnce(
          contender,
          installation,
          round < 0 ? Math.min(1, options.seconds) : options.seconds,
        );
        if (round >= 0) counted.get(contender.name)!.push(sample);
      }
    }
    process.stderr.write('\r\u001b[K');
    return {
      ...{ name: measure.name, answers: measure.answers, unit: measure.unit, rounds },
      contenders: [...counted].map(([name, samples]) => summarise(name, samples)),
      skipped: opened.contenders.filter((each) => 'skipped' in each),
      goals: measure.goals.flatMap((goal) => judge(goal, counted)),
    };
  } finally {
    await opened.close?.();
  }
}

async function runOnce(contender: Contender, { postmaster }: Installation, seconds: number): Promise<Round> {
  const pids = contender.pids?.() ?? [];
  const read = () => ({
    busy: busyCpu(),
    node: pids.reduce((us, pid) => us + cpuOf(pid), 0),
    postgres: cpuOfPostgres(postmaster, 0),
    bench: cpuOf(process.pid),
    at: performance.now(),
  });
  const before = read();
  const { figure, done, more = {} } = await contender.run(seconds);
  const after = read();
  const [node, postgres] = [after.node - before.node, after.postgres - before.postgres];
  const own = node + postgres + after.bench - before.bench;
  const availableUs = (after.at - before.at) * 1_000 * cpus().length;
  return {
    ...{ figure, more },
    nodeUs: done && pids.length > 0 ? node / done : null,
    postgresUs: done ? postgres / done : null,
    rssMb: pids.length > 0 ? pids.reduce((mb, pid) => mb + rssOf(pid), 0) : null,
    othersShare: Math.max(0, (after.busy - before.busy - own) / availableUs),
  };
}

function summarise(name: string, rounds: readonly Round[]): ContenderResult {
  const present = (read: (round: Round) => number | null): Spread | null => {
    const values = rounds.map(read).filter((value) => value !== null);
    return values.length === 0 ? null : spreadOf(values);
  };
  return {
    name,
    figure: spreadOf(rounds.map(({ figure }) => figure)),
    more: Object.fromEntries(
      Object.keys(rounds[0]?.more ?? {}).map((key) => [key, spreadOf(rounds.map(({ more }) => more[key]!))]),
    ),
    nodeUs: present(({ nodeUs }) => nodeUs),
    postgresUs: present(({ postgresUs }) => postgresUs),
    rssMb: present(({ rssMb }) => rssMb)?.max ?? null,
    othersShare: spreadOf(rounds.map(({ othersShare }) => othersShare)),
  };
}

/** Nothing where a contender is absent. */
function judge(goal: Goal, counted: ReadonlyMap<string, readonly Round[]>): GoalResult[] {
  const ours = counted.get(goal.contender);
  const theirs = goal.of === undefined ? ours : counted.get(goal.of);
  if (!ours || !theirs) return [];
  const ratio = spreadOf(ours.map(({ figure }, n) => figure / (goal.of === undefined ? 1 : theirs[n]!.figure)));
  const isMet =
    ratio.median >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) &&
    ratio.median <= (goal.atMost ?? Number.POSITIVE_INFINITY);
  return [{ ...goal, ratio, isMet }];
}

const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
});
