import { setTimeout as sleep } from 'node:timers/promises';
import { lateness } from '../installation/arrivals.ts';
import type { Installation } from '../installation/installation.ts';
import { addAccount, type Project } from '../installation/projects.ts';
import { leadMs, recordDue } from '../installation/record-due.ts';
import type { Contender, Measure } from '../measure.ts';
import { scheduling } from '../requests.ts';

/** Due at once at the network that is throttled: twice as many as a server has in flight. */
const BURST = 400;
/** Due each second at the other network, from the same instant on. */
const PER_SECOND = 40;
const USUAL_MS = 20;
const THROTTLED = 100;
const GIVE_UP_MS = 60_000;
/** Numbers of accounts that no project has. */
const FIRST_NUMBER = 5_000;

export const throttled: Measure = {
  name: 'throttled',
  answers: `How late are posts on X, ${PER_SECOND} a second, while ${BURST} posts are due at once on LinkedIn, which answers in ${USUAL_MS} ms or takes ${THROTTLED} times as long?`,
  unit: 'p99 ms late',
  rounds: 3,
  seconds: 130,
  goals: [{ what: 'of a network as usual', contender: 'LinkedIn throttled', of: 'LinkedIn as usual', atMost: 1.3 }],
  async open(installation) {
    const { db, network, otherNetwork } = installation;
    const slow = await Promise.all(
      installation.projects.map(async (project, n): Promise<Project> => {
        const accountId = await addAccount(db, project.id, FIRST_NUMBER + n, 'linkedin');
        return { ...project, accountId };
      }),
    );
    network.delay({ fromMs: USUAL_MS, toMs: USUAL_MS });
    return {
      contenders: [
        contender('LinkedIn as usual', { installation, slow, delayMs: USUAL_MS }),
        contender('LinkedIn throttled', { installation, slow, delayMs: USUAL_MS * THROTTLED }),
      ],
      async close() {
        for (const each of [network, otherNetwork]) each.delay({ fromMs: 0, toMs: 0 });
      },
    };
  },
};

type Scene = { readonly installation: Installation; readonly slow: readonly Project[]; readonly delayMs: number };

function contender(name: string, { installation, slow, delayMs }: Scene): Contender {
  const { network, otherNetwork, server } = installation;
  return {
    name,
    pids: () => [server.pid],
    async run(seconds) {
      otherNetwork.delay({ fromMs: delayMs, toMs: delayMs });
      await Promise.all([network.take(), otherNetwork.take()]);
      const posts = PER_SECOND * Math.max(3, Math.ceil(seconds));
      const from = Date.now() + leadMs(posts + BURST);
      const due = Array.from({ length: posts }, (_, n) => from + Math.round((n * 1_000) / PER_SECOND));
      await recordDue(installation, Array<number>(BURST).fill(from), scheduling(slow, 'linkedin'));
      await recordDue(installation, due);
      while (network.count() < posts || otherNetwork.count() < BURST) {
        if (Date.now() > from + GIVE_UP_MS) throw new Error('posts are missing');
        await sleep(50);
      }
      const arrivals = await network.take();
      return {
        figure: lateness(arrivals, 0.99),
        done: posts + BURST,
        more: { 'p50 ms late': lateness(arrivals, 0.5) },
      };
    },
  };
}
