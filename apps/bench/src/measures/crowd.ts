import { setTimeout as sleep } from 'node:timers/promises';
import { lastAnswer, lateness } from '../installation/arrivals.ts';
import type { Installation } from '../installation/installation.ts';
import { addAccounts, type Project } from '../installation/projects.ts';
import { leadMs, recordDue } from '../installation/record-due.ts';
import type { Contender, Measure } from '../measure.ts';
import { scheduling } from '../requests.ts';
import { DELAY, IN_FLIGHT } from './drain.ts';

/** Due at once in one project: ten times as many as a server has in flight, over so many accounts that none of them is the limit. */
const BURST = 2_000;
const ACCOUNTS = 100;
/** Due each second in the other projects, from the same instant on. */
const PER_SECOND = 40;
const SECONDS = 3;
const GIVE_UP_MS = 60_000;
/** Numbers of accounts that no project has. */
const FIRST_NUMBER = 7_000;

export const crowd: Measure = {
  name: 'crowd',
  answers: `How late are posts of other projects, ${PER_SECOND} a second, alone and while ${BURST.toLocaleString('en-US')} of one project are due at once, at a network that takes ${DELAY.fromMs} to ${DELAY.toMs} ms, ${IN_FLIGHT} at a time?`,
  unit: 'p99 ms late',
  rounds: 3,
  seconds: 150,
  goals: [],
  async open(installation) {
    const { db, network, projects } = installation;
    const large = projects.at(-1)!;
    const accounts = await addAccounts(db, large, { count: ACCOUNTS, from: FIRST_NUMBER });
    network.delay(DELAY);
    return {
      contenders: [
        contender('alone', { installation, accounts, burst: 0 }),
        contender('beside one with much', { installation, accounts, burst: BURST }),
      ],
      close: async () => network.delay({ fromMs: 0, toMs: 0 }),
    };
  },
};

type Scene = { readonly installation: Installation; readonly accounts: readonly Project[]; readonly burst: number };

function contender(name: string, { installation, accounts, burst }: Scene): Contender {
  const { network, projects, server } = installation;
  const others = projects.slice(0, 50);
  return {
    name,
    pids: () => [server.pid],
    async run() {
      await network.take();
      const posts = PER_SECOND * SECONDS;
      const from = Date.now() + leadMs(posts + burst);
      // One millisecond apart from those of the burst, so that arrivals tell them apart by when they were due.
      const due = Array.from({ length: posts }, (_, n) => from + 1 + Math.round((n * 1_000) / PER_SECOND));
      await recordDue(installation, Array<number>(burst).fill(from), scheduling(accounts));
      await recordDue(installation, due, scheduling(others));
      while (network.count() < posts + burst) {
        if (Date.now() > from + GIVE_UP_MS) throw new Error('posts are missing');
        await sleep(50);
      }
      const arrivals = await network.take();
      const ofOthers = { lateMs: arrivals.lateMs.filter((lateMs, n) => arrivals.at[n]! - lateMs !== from) };
      return {
        figure: lateness(ofOthers, 0.99),
        done: posts + burst,
        more: { 'p50 ms late': lateness(ofOthers, 0.5), 's until all are out': (lastAnswer(arrivals) - from) / 1_000 },
      };
    },
  };
}
