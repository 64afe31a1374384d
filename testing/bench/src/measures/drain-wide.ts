import { pgBoss } from '../contenders/pg-boss.ts';
import { drained } from '../drained.ts';
import { startInstallation } from '../installation/installation.ts';
import { leadMs, recordDue } from '../installation/record-due.ts';
import { seedDue } from '../installation/seed-due.ts';
import type { Contender, Measure, Sample } from '../measure.ts';

const DUE = 10_000;
const IN_FLIGHT = 4_000;
const DELAY = { fromMs: 200, toMs: 500 };
/** The limits of an account. No network takes as many, and pg-boss has no such limit. */
const SETTINGS = { TARGETS_IN_FLIGHT: String(IN_FLIGHT), WRITES_IN_FLIGHT_PER_ACCOUNT: String(IN_FLIGHT) };
/** As many as pg-boss has before each run. */
const WARM_UP = 1_000;
/** Servers look ahead every 10 s; writing the posts takes a third of it. */
const LEAD_MS = 18_000;

/** With so many calls under way the network is no limit: a perfect schedule takes a second. */
export const drainWide: Measure = {
  name: 'drain-wide',
  answers: `${DUE.toLocaleString('en-US')} posts are due in one second at a network that takes ${DELAY.fromMs} to ${DELAY.toMs} ms, ${IN_FLIGHT.toLocaleString('en-US')} at a time, so that the limit is what runs them: how long until the last one is out, against a perfect schedule? A job of a queue only calls the network. "With records" its worker also stores what publishing has to: an intent before the call, and the result, the ledger's row and the event after it.`,
  unit: '× ideal',
  rounds: 2,
  isCold: true,
  goals: [
    { what: 'of pg-boss', contender: 'Fanfare', of: 'pg-boss', atMost: 0.5 },
    { what: 'of pg-boss with records', contender: 'Fanfare', of: 'pg-boss with records', atMost: 0.5 },
  ],
  async open() {
    const installation = await startInstallation(SETTINGS);
    const { network, server } = installation;
    network.delay(DELAY);
    const judge = (dueMs: number, due = DUE): Promise<Sample> =>
      drained(installation, { due, dueMs, inFlight: IN_FLIGHT, delay: DELAY });
    const drain = { installation, jobs: DUE, inFlight: IN_FLIGHT, judge };
    let dueMs = 0;
    const fanfare: Contender = {
      name: 'Fanfare',
      installation: () => installation,
      pids: () => [server.pid],
      async prepare() {
        const warmMs = Date.now() + leadMs(WARM_UP);
        await recordDue(installation, Array<number>(WARM_UP).fill(warmMs));
        await judge(warmMs, WARM_UP);
        dueMs = Date.now() + LEAD_MS;
        await seedDue(installation, { due: DUE, dueMs });
        return async () => undefined;
      },
      run: () => judge(dueMs),
    };
    return {
      contenders: [
        fanfare,
        pgBoss('pg-boss', { ...drain, records: false }),
        pgBoss('pg-boss with records', { ...drain, records: true }),
      ],
      close: installation.stop,
    };
  },
};
