import { setTimeout as sleep } from 'node:timers/promises';
import { type Arrivals, lateness } from '../installation/arrivals.ts';
import type { Installation } from '../installation/installation.ts';
import { leadMs, recordDue } from '../installation/record-due.ts';
import { openCaller } from '../load.ts';
import type { Contender, Measure, Sample } from '../measure.ts';

/** Each second. */
const RATES = [20, 100, 500];
const GIVE_UP_MS = 60_000;

export const punctuality: Measure = {
  name: 'lateness',
  answers:
    'How late do posts reach a network that answers at once, when so many are due each second, evenly? Bare calls are sent by a timer of the bench to the same network: what the measurement itself adds.',
  unit: 'p99 ms late',
  rounds: 2,
  goals: [
    { what: 'ms late, p99', contender: '500/s', atMost: 30 },
    { what: 'ms late, the earliest', contender: '500/s', by: 'earliest ms', atLeast: 0 },
  ],
  async open(installation, { seconds }) {
    const long = Math.max(3, seconds);
    const ours = RATES.map((perSecond) => contender(installation, perSecond, long));
    return { contenders: [...ours, bareCalls(installation, Math.max(...RATES), long)] };
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
      return described(await network.take());
    },
  };
}

function bareCalls({ network }: Installation, perSecond: number, seconds: number): Contender {
  return {
    name: `${perSecond}/s, bare calls`,
    async run() {
      await network.take();
      const caller = openCaller(network.url, 256);
      const posts = perSecond * seconds;
      const from = Date.now() + 100;
      const calls: Promise<unknown>[] = [];
      for (let n = 0; n < posts; n++) {
        const dueMs = from + Math.round((n * 1_000) / perSecond);
        // A timer may fire a millisecond early.
        while (Date.now() < dueMs) await sleep(dueMs - Date.now());
        const body = { text: `due ${dueMs} ${n}` };
        calls.push(caller.call({ method: 'POST', path: '/2/tweets', apiKey: 'bare', body }));
      }
      await Promise.all(calls);
      await caller.close();
      return described(await network.take());
    },
  };
}

const described = (arrivals: Arrivals): Sample => ({
  figure: lateness(arrivals, 0.99),
  done: arrivals.count,
  more: { 'p50 ms late': lateness(arrivals, 0.5), 'earliest ms': lateness(arrivals, 0) },
});
