import { type Installation, startInstallation } from '../installation/installation.ts';
import { seedDue } from '../installation/seed-due.ts';
import type { Contender, Goal, Measure } from '../measure.ts';
import { peakRssOf } from '../processes.ts';
import { DELAY, drained } from './drain.ts';

type Due = {
  readonly due: number;
  readonly processes: number;
  /** TARGETS_IN_FLIGHT of each process. */
  readonly inFlight: number;
  readonly giveUpMs: number;
  /** Options of Node for each process. */
  readonly nodeOptions?: string;
};

/** As docs/self-hosting.md sets them where memory counts: without them Node takes up to 4 GB before it looks for garbage in earnest, and 128 MB for new objects. */
const SMALL_HEAP = '--max-old-space-size=256 --max-semi-space-size=16';

/** Servers look ahead every 10 s. */
const LEAD_MS = 15_000;
/** Writing a post that is due, with its target and what is reserved, takes a third of it. */
const LEAD_MS_PER_POST = 0.3;

/** An installation of its own for each run, so that what is left of one does not burden the next. */
function dueAtOnce(name: string, { due, processes, inFlight, giveUpMs, nodeOptions }: Due): Contender {
  let installation: Installation | undefined;
  let pids: readonly number[] = [];
  return {
    name,
    pids: () => pids,
    installation: () => installation!,
    async prepare() {
      const settings = {
        ...{ TARGETS_IN_FLIGHT: String(inFlight), WRITES_IN_FLIGHT_PER_ACCOUNT: String(inFlight) },
        ...(nodeOptions === undefined ? {} : { NODE_OPTIONS: nodeOptions }),
      };
      const own = await startInstallation(settings);
      const others = await Promise.all(Array.from({ length: processes - 1 }, () => own.startServer()));
      own.network.delay(DELAY);
      installation = own;
      pids = [own.server, ...others].map(({ pid }) => pid);
      return async () => {
        await Promise.all(others.map((each) => each.stop()));
        await own.stop();
      };
    },
    async run() {
      const dueMs = Date.now() + LEAD_MS + due * LEAD_MS_PER_POST;
      await seedDue(installation!, { due, dueMs });
      const sample = await drained(installation!, { due, dueMs, inFlight: inFlight * processes, giveUpMs });
      return { ...sample, more: { ...sample.more, 'peak MB': pids.reduce((mb, pid) => mb + peakRssOf(pid), 0) } };
    },
  };
}

const LONG = { unit: '× ideal', rounds: 1, isCold: true, isLong: true } as const;
const UNLIMITED_MS = 900_000;

const due = (
  about: Pick<Measure, 'name' | 'answers' | 'seconds'>,
  goals: readonly Goal[],
  runs: readonly Contender[],
) => ({ ...LONG, ...about, goals, open: async () => ({ contenders: runs }) }) satisfies Measure;

export const due100k = due(
  {
    name: 'due-100k',
    answers:
      '100,000 posts are due in one second at a network that takes 200 to 500 ms, 200 at a time: how long until the last one is out, against a perfect schedule?',
    seconds: 400,
  },
  [{ what: 'against the ideal', contender: 'Fanfare', atMost: 1.35 }],
  [dueAtOnce('Fanfare', { due: 100_000, processes: 1, inFlight: 200, giveUpMs: UNLIMITED_MS })],
);

export const due1m = due(
  {
    name: 'due-1m',
    answers: `The same with 1,000,000 posts, 4,000 at a time, counted after two minutes: the time until all are out is projected from those that are. The server runs with NODE_OPTIONS="${SMALL_HEAP}".`,
    seconds: 560,
  },
  [
    { what: 's until all are out', contender: 'Fanfare', by: 's', atMost: 120 },
    { what: 'MB of memory', contender: 'Fanfare', by: 'peak MB', atMost: 400 },
  ],
  [dueAtOnce('Fanfare', { due: 1_000_000, processes: 1, inFlight: 4_000, giveUpMs: 120_000, nodeOptions: SMALL_HEAP })],
);

export const dueProcesses = due(
  {
    name: 'due-processes',
    answers: '10,000 posts are due in one second, and 1, 2 and 4 server processes publish 200 at a time each.',
    seconds: 140,
  },
  [],
  [1, 2, 4].map((processes) =>
    dueAtOnce(String(processes), { due: 10_000, processes, inFlight: 200, giveUpMs: UNLIMITED_MS }),
  ),
);
