import { drained } from '../drained.ts';
import { addAccounts } from '../installation/projects.ts';
import { seedDue } from '../installation/seed-due.ts';
import type { Measure } from '../measure.ts';

const DUE = 10_000;
const ACCOUNTS = 20;
/** WRITES_IN_FLIGHT_PER_ACCOUNT of the server. */
const PER_ACCOUNT = 4;
const NETWORK_MS = 200;
const DELAY = { fromMs: NETWORK_MS, toMs: NETWORK_MS };
/** Numbers of accounts that no project has. */
const FIRST_NUMBER = 8_000;
/** Servers look ahead every 10 s; writing the posts takes a third of it. */
const LEAD_MS = 18_000;
/**
 * Time at which a perfect schedule, whose slots are all in use until the end, begins the last
 * hundredth.
 */
const IDEAL_MS = (0.99 * DUE * NETWORK_MS) / (ACCOUNTS * PER_ACCOUNT);

export const due10k: Measure = {
  name: 'due-10k',
  answers: `${DUE.toLocaleString('en-US')} posts of ${ACCOUNTS} accounts of one project are due in one second at a network that takes ${NETWORK_MS} ms, ${PER_ACCOUNT} at a time for each account: when does the last hundredth reach the network, against a perfect schedule (${(IDEAL_MS / 1_000).toFixed(2)} s)?`,
  unit: '× ideal',
  rounds: 2,
  goals: [{ what: 'against the ideal', contender: 'Fanfare', atMost: 1.2 }],
  async open(installation) {
    const { db, network, projects, server } = installation;
    const accounts = await addAccounts(db, projects.at(-1)!, { count: ACCOUNTS, from: FIRST_NUMBER });
    network.delay(DELAY);
    let dueMs = 0;
    return {
      contenders: [
        {
          name: 'Fanfare',
          pids: () => [server.pid],
          async prepare() {
            dueMs = Date.now() + LEAD_MS;
            await seedDue({ ...installation, projects: accounts }, { due: DUE, dueMs });
            await network.take();
            return async () => undefined;
          },
          async run() {
            const inFlight = ACCOUNTS * PER_ACCOUNT;
            const sample = await drained(installation, { due: DUE, dueMs, inFlight, delay: DELAY });
            return { ...sample, figure: sample.more!['p99 ms late']! / IDEAL_MS };
          },
        },
      ],
      close: async () => network.delay({ fromMs: 0, toMs: 0 }),
    };
  },
};
