import { setTimeout as sleep } from 'node:timers/promises';
import { lateness } from '../installation/arrivals.ts';
import type { Installation } from '../installation/installation.ts';
import { leadMs, recordDue } from '../installation/record-due.ts';
import type { Contender, Measure } from '../measure.ts';

const RATES = [20, 100, 500];
const GIVE_UP_MS = 60_000;

export const punctuality: Measure = {
  name: 'lateness',
  answers: 'How late do posts reach a network that answers at once, when so many are due each second, evenly?',
  unit: 'p99 ms late',
  seconds: 120,
  rounds: 2,
  goals: [
    { what: 'ms late, p99', contender: '500/s', atMost: 20 },
    { what: 'ms late, the earliest', contender: '500/s', by: 'earliest ms', atLeast: 0 },
  ],
  async open(installation, { seconds }) {
    return { contenders: RATES.map((perSecond) => contender(installation, perSecond, Math.max(3, seconds))) };
  },
};

function contender(installation: Installation, perSecond: number, seconds: number): Contender {
  return {
    name: `${perSecond}/s`,
    pids: () => [installation.server.pid],
    async run() {
      const { network } = installation;
      await network.take();
      const posts = perSecond * seconds;
      const from = Date.now() + leadMs(posts);
      await recordDue(
        installation,
        Array.from({ length: posts }, (_, n) => from + Math.round((n * 1_000) / perSecond)),
      );
      while (network.count() < posts) {
        if (Date.now() > from + seconds * 1_000 + GIVE_UP_MS) throw new Error('posts are missing');
        await sleep(50);
      }
      const arrivals = await network.take();
      return {
        figure: lateness(arrivals, 0.99),
        done: posts,
        more: { 'p50 ms late': lateness(arrivals, 0.5), 'earliest ms': lateness(arrivals, 0) },
      };
    },
  };
}
