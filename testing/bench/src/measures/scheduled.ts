import { pgbench } from '../contenders/pgbench.ts';
import { recordScript } from '../contenders/record-statement.ts';
import { startKnexBuild } from '../knex-build/start.ts';
import { closedLoop } from '../load.ts';
import type { Measure } from '../measure.ts';
import { scheduling, schedulingRows } from '../requests.ts';

const CLIENTS = 64;

/** `projects`: how many of them the posts are distributed over. */
function scheduled(projects: number, about: Pick<Measure, 'name' | 'answers' | 'goals'>): Measure {
  return {
    ...about,
    unit: 'posts/s',
    warmUpSeconds: 30,
    async open(installation) {
      const { server } = installation;
      const build = await startKnexBuild(installation);
      const own = installation.projects.slice(0, projects);
      const load = { clients: CLIENTS };
      return {
        contenders: [
          {
            name: 'Fanfare',
            pids: () => [server.pid],
            run: (seconds) => closedLoop(server.url, { ...load, seconds, next: scheduling(own), status: 202 }),
          },
          pgbench('pgbench', {
            installation,
            clients: CLIENTS,
            script: await recordScript({ from: 1, to: projects }),
          }),
          {
            name: 'Express + Knex',
            pids: () => [build.pid],
            run: (seconds) => closedLoop(build.url, { ...load, seconds, next: schedulingRows(own), status: 202 }),
          },
        ],
        close: () => build.stop(),
      };
    },
  };
}

export const scheduledMany = scheduled(100, {
  name: 'scheduled',
  answers: `How many scheduled posts a second does POST /posts take from ${CLIENTS} clients of 100 projects, key and limits included?`,
  goals: [
    { what: 'of pgbench', contender: 'Fanfare', of: 'pgbench', atLeast: 0.8 },
    { what: 'of Express + Knex', contender: 'Fanfare', of: 'Express + Knex', atLeast: 4 },
  ],
});

export const scheduledHot = scheduled(1, {
  name: 'scheduled-hot',
  answers: `The same with all ${CLIENTS} clients in one project, whose counter every post changes.`,
  goals: [{ what: 'of pgbench', contender: 'Fanfare', of: 'pgbench', atLeast: 1.5 }],
});
