import { cpus, loadavg } from 'node:os';
import { cpuOfPostgres } from './cpu-of-postgres.ts';
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
  /** CPU time of the bench itself: load, simulated network and what waits for them. */
  readonly benchUs?: Spread | null;
  readonly rssMb: number | null;
  /** Statements that the database got for each request, post or job. */
  readonly statements?: Spread | null;
  /** Share of the machine's CPU time that other programs took meanwhile. */
  readonly othersShare: Spread;
  /** Processes that ran or waited to run, of the last minute, the bench included. */
  readonly load?: Spread;
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
  readonly benchUs: number | null;
  readonly rssMb: number | null;
  readonly statements: number | null;
  readonly othersShare: number;
  readonly load: number;
};

/**
 * Runs the contenders one after the other in each round, in an order that rotates. The first round
 * warms up. Every ratio is of two runs of one round.
 */
export async function runMeasure(
  measure: Measure,
  at: {
    readonly installation: Installation;
    readonly options: Options;
    readonly rounds: number;
    readonly show: (progress: string) => void;
  },
): Promise<MeasureResult> {
  const { installation, options } = at;
  const rounds = measure.rounds ?? at.rounds;
  const opened = await measure.open(installation, options);
  try {
    // What was written to prepare is known to the planner, for all contenders alike. Before the
    // first round, because it outdates the plans of open sessions.
    await installation.db.query('analyze');
    const present = opened.contenders.filter((each): each is Contender => 'run' in each);
    const counted = new Map<string, Round[]>(present.map(({ name }) => [name, []]));
    let round = measure.isCold ? 0 : -1;
    for (; round < rounds; round++) {
      for (let n = 0; n < present.length; n++) {
        const contender = present[(n + round + 1) % present.length]!;
        at.show(`${measure.name}: round ${round + 1} of ${rounds}, ${contender.name}`);
        const sample = await runOnce(
          contender,
          installation,
          round < 0 ? (measure.warmUpSeconds ?? 1) : options.seconds,
        );
        if (round >= 0) counted.get(contender.name)!.push(sample);
      }
    }
    return {
      ...{ name: measure.name, answers: measure.answers, unit: measure.unit, rounds: round },
      contenders: [...counted].map(([name, samples]) => summarise(name, samples)),
      skipped: opened.contenders.filter((each) => 'skipped' in each),
      goals: measure.goals.flatMap((goal) => judge(goal, counted)),
    };
  } finally {
    await opened.close?.();
  }
}

async function runOnce(contender: Contender, shared: Installation, seconds: number): Promise<Round> {
  await shared.relayed();
  const finish = await contender.prepare?.();
  try {
    return await measureRun(contender, contender.installation?.() ?? shared, seconds);
  } finally {
    await finish?.();
  }
}

async function measureRun(
  contender: Contender,
  { postmaster, countStatements }: Installation,
  seconds: number,
): Promise<Round> {
  const pids = contender.pids?.() ?? [];
  const read = () => ({
    busy: busyCpu(),
    node: pids.reduce((us, pid) => us + cpuOf(pid), 0),
    postgres: cpuOfPostgres(postmaster),
    bench: cpuOf(process.pid),
    at: performance.now(),
  });
  const statementsBefore = await countStatements();
  const before = read();
  const { figure, done, more = {} } = await contender.run(seconds);
  const after = read();
  const sent = (await countStatements()) - statementsBefore;
  const [node, postgres] = [after.node - before.node, after.postgres - before.postgres];
  const bench = after.bench - before.bench;
  const own = node + postgres + bench;
  const availableUs = (after.at - before.at) * 1_000 * cpus().length;
  return {
    ...{ figure, more },
    nodeUs: done && pids.length > 0 ? node / done : null,
    postgresUs: done ? postgres / done : null,
    benchUs: done ? bench / done : null,
    rssMb: pids.length > 0 ? pids.reduce((mb, pid) => mb + rssOf(pid), 0) : null,
    statements: done && sent > 0 ? sent / done : null,
    othersShare: Math.max(0, (after.busy - before.busy - own) / availableUs),
    load: loadavg()[0]!,
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
    benchUs: present(({ benchUs }) => benchUs),
    rssMb: present(({ rssMb }) => rssMb)?.max ?? null,
    statements: present(({ statements }) => statements),
    othersShare: spreadOf(rounds.map(({ othersShare }) => othersShare)),
    load: spreadOf(rounds.map(({ load }) => load)),
  };
}

/** Nothing where a contender is absent. */
function judge(goal: Goal, counted: ReadonlyMap<string, readonly Round[]>): GoalResult[] {
  const { contender, of, by } = goal;
  const ours = counted.get(contender);
  const theirs = of === undefined ? ours : counted.get(of);
  if (!ours || !theirs) return [];
  const ratio = spreadOf(
    ours.map((round, n) => (of === undefined ? figureBy(round, by) : figureBy(round, by) / figureBy(theirs[n]!, by))),
  );
  return [{ ...goal, ratio, isMet: isMet(goal, ratio) }];
}

export const isMet = ({ atLeast = Number.NEGATIVE_INFINITY, atMost = Infinity }: Goal, { median }: Spread): boolean =>
  median >= atLeast && median <= atMost;

function figureBy(round: Round, by: string | undefined): number {
  if (by === undefined) return round.figure;
  if (by === 'statements') return round.statements ?? 0;
  if (by === 'CPU µs') return (round.nodeUs ?? 0) + (round.postgresUs ?? 0);
  const figure = round.more[by];
  if (figure === undefined) throw new Error(`there is no figure ${by}`);
  return figure;
}

const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
});
