import type { Installation } from '../installation/installation.ts';
import type { ServerProcess } from '../installation/server-process.ts';
import { closedLoop } from '../load.ts';
import type { Contender, Measure, Sample } from '../measure.ts';
import { scheduling } from '../requests.ts';

const CLIENTS = 64;
const COUNTS = [1, 2, 4];

export const processes: Measure = {
  name: 'processes',
  answers: `How many scheduled posts a second do 1, 2 and 4 server processes take together from ${CLIENTS} clients?`,
  unit: 'posts/s',
  goals: [],
  async open(installation) {
    const others = await Promise.all(Array.from({ length: Math.max(...COUNTS) - 1 }, () => installation.startServer()));
    const all = [installation.server, ...others];
    return {
      contenders: COUNTS.map((count) => contender(installation, all.slice(0, count))),
      close: async () => void (await Promise.all(others.map((each) => each.stop()))),
    };
  },
};

function contender({ projects }: Installation, servers: readonly ServerProcess[]): Contender {
  const clients = CLIENTS / servers.length;
  return {
    name: String(servers.length),
    pids: () => servers.map(({ pid }) => pid),
    async run(seconds): Promise<Sample> {
      const next = scheduling(projects);
      const samples = await Promise.all(
        servers.map(({ url }) => closedLoop(url, { clients, seconds, next, status: 202 })),
      );
      const sum = (read: (sample: Sample) => number): number => samples.reduce((total, each) => total + read(each), 0);
      return { figure: sum(({ figure }) => figure), done: sum(({ done }) => done!) };
    },
  };
}
