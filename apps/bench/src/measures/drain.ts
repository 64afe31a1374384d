import { setTimeout as sleep } from 'node:timers/promises';
import { queueContenders } from '../contenders/queues.ts';
import { lastAnswer, lateness } from '../installation/arrivals.ts';
import type { Installation } from '../installation/installation.ts';
import { leadMs, recordDue } from '../installation/record-due.ts';
import type { Contender, Measure, Sample } from '../measure.ts';
import { showProgress } from '../report/progress.ts';

const DUE = 2_000;
/** Of the network, for each post. */
export const DELAY = { fromMs: 200, toMs: 500 };
/** Posts under way at once: TARGETS_IN_FLIGHT of the server, and as many jobs of each queue. */
export const IN_FLIGHT = 200;
const GIVE_UP_MS = 120_000;
/** A line for each look would disturb a short run. */
const SHOW_AFTER_MS = 10_000;

/** What a perfect scheduler takes: the longest call, or every place busy until the end. */
const idealMs = (due: number, inFlight: number): number =>
  Math.max(DELAY.toMs, (due / inFlight) * ((DELAY.fromMs + DELAY.toMs) / 2) + (DELAY.toMs - DELAY.fromMs) / 2);

export const drain: Measure = {
  name: 'drain',
  answers: `${DUE.toLocaleString('en-US')} posts are due in one second at a network that takes ${DELAY.fromMs} to ${DELAY.toMs} ms, ${IN_FLIGHT} at a time: how long until the last one is out, against a perfect schedule?`,
  unit: '× ideal',
  rounds: 2,
  seconds: 300,
  goals: [{ what: 'against the ideal', contender: 'Fanfare', atMost: 1.35 }],
  async open(installation) {
    installation.network.delay(DELAY);
    const judge = (dueMs: number): Promise<Sample> => drained(installation, { due: DUE, dueMs });
    const queues = await queueContenders({ installation, jobs: DUE, inFlight: IN_FLIGHT, judge });
    return {
      contenders: [fanfare('Fanfare', installation, DUE, (sample) => sample), ...queues.contenders],
      async close() {
        await queues.close();
        installation.network.delay({ fromMs: 0, toMs: 0 });
      },
    };
  },
};

const BACKLOGS = [200, 1_000, 2_000, 4_000];

export const backlog: Measure = {
  name: 'backlog',
  answers: `How late is the last percent of the posts, when so many are due in one second, at a network of ${DELAY.fromMs} to ${DELAY.toMs} ms?`,
  unit: 'p99 ms late',
  rounds: 1,
  seconds: 110,
  goals: [],
  async open(installation) {
    installation.network.delay(DELAY);
    return {
      contenders: BACKLOGS.map((due) =>
        fanfare(String(due), installation, due, (sample) => ({ ...sample, figure: sample.more!['p99 ms late']! })),
      ),
      close: async () => installation.network.delay({ fromMs: 0, toMs: 0 }),
    };
  },
};

/** Recording the posts is not part of what is measured. */
function fanfare(name: string, installation: Installation, due: number, read: (sample: Sample) => Sample): Contender {
  let dueMs = 0;
  return {
    name,
    pids: () => [installation.server.pid],
    async prepare() {
      dueMs = Date.now() + leadMs(due);
      await recordDue(installation, Array<number>(due).fill(dueMs));
      await installation.network.take();
      return async () => undefined;
    },
    run: async () => read(await drained(installation, { due, dueMs })),
  };
}

type Drain = { readonly due: number; readonly dueMs: number; readonly inFlight?: number; readonly giveUpMs?: number };

/** What is not out when the time is up counts as if the rest went on at the same rate; its share is reported. */
export async function drained(
  { network }: Pick<Installation, 'network'>,
  { due, dueMs, inFlight = IN_FLIGHT, giveUpMs = GIVE_UP_MS }: Drain,
): Promise<Sample> {
  while (network.count() < due && Date.now() < dueMs + giveUpMs) {
    const afterMs = Date.now() - dueMs;
    if (afterMs > SHOW_AFTER_MS)
      showProgress(
        `${network.count().toLocaleString('en-US')} of ${due.toLocaleString('en-US')} posts out, ${Math.round(afterMs / 1_000)} s`,
      );
    await sleep(20);
  }
  const arrivals = await network.take();
  if (arrivals.count === 0) throw new Error(`none of ${due} posts arrived`);
  const lastMs = lastAnswer(arrivals) - dueMs;
  const tookMs = (lastMs * due) / arrivals.count;
  return {
    figure: tookMs / idealMs(due, inFlight),
    done: arrivals.count,
    more: {
      s: tookMs / 1_000,
      'p99 ms late': lateness(arrivals, 0.99),
      'earliest ms': lateness(arrivals, 0),
      'share out': arrivals.count / due,
    },
  };
}
