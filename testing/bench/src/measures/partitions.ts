import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOfPostgres } from '../cpu-of-postgres.ts';
import { type Installation, startInstallation } from '../installation/installation.ts';
import type { Project } from '../installation/projects.ts';
import { closedLoop } from '../load.ts';
import type { Contender, Measure, Opened } from '../measure.ts';
import { cpuOf } from '../processes.ts';
import { publishing, scheduling } from '../requests.ts';
import type { Request } from '../send-request.ts';

const PARTITIONS = 4;
const CLIENTS = 64;
const GROUP = 'partitions';
/** Allowed CPU time of a post, against tables without partitions. */
const MOST = 1.15;

/** The contenders of an installation with partitions, beside the same of the usual one. */
async function openBoth(whole: Installation, of: (at: Installation, suffix: string) => Contender[]): Promise<Opened> {
  const partitioned = await startInstallation({}, PARTITIONS);
  for (const { network } of [whole, partitioned]) network.delay({ fromMs: 0, toMs: 0 });
  const own = of(partitioned, ', partitioned').map((contender) => ({ ...contender, installation: () => partitioned }));
  return { contenders: [...of(whole, ''), ...own], close: () => partitioned.stop() };
}

export const partitions: Measure = {
  name: 'partitions',
  group: GROUP,
  answers: `What does a post cost, at once and scheduled, in a database whose large tables have ${PARTITIONS} partitions?`,
  unit: 'posts/s',
  warmUpSeconds: 10,
  rounds: 9,
  goals: ['at once', 'scheduled'].map((what) => ({
    ...{ what: `CPU of a post ${what}`, contender: `${what}, partitioned`, of: what, by: 'CPU µs', atMost: MOST },
  })),
  open: (installation) =>
    openBoth(installation, ({ server, projects, relayed }, suffix) => {
      const load =
        (next: (projects: readonly Project[]) => () => Request, status: number) => async (seconds: number) => {
          const sample = await closedLoop(server.url, { clients: CLIENTS, seconds, next: next(projects), status });
          await relayed();
          return sample;
        };
      const pids = () => [server.pid];
      return [
        { name: `at once${suffix}`, pids, run: load(publishing, 201) },
        { name: `scheduled${suffix}`, pids, run: load(scheduling, 202) },
      ];
    }),
};

export const partitionsIdle: Measure = {
  name: 'partitions-idle',
  group: GROUP,
  answers: `How much of a core do server and PostgreSQL use while nothing is due, with ${PARTITIONS} partitions and without?`,
  unit: '% of a core',
  rounds: 3,
  goals: [],
  open: (installation) =>
    openBoth(installation, ({ server, postmaster }, suffix) => {
      const used = () => cpuOf(server.pid) + cpuOfPostgres(postmaster);
      return [
        {
          name: `idle${suffix}`,
          async run(seconds) {
            const [before, startedAt] = [used(), performance.now()];
            await sleep(seconds * 1_000);
            return { figure: (used() - before) / (performance.now() - startedAt) / 10 };
          },
        },
      ];
    }),
};
