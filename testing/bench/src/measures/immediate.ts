import { closedLoop } from '../load.ts';
import type { Measure } from '../measure.ts';
import { publishing, scheduling } from '../requests.ts';

const CLIENTS = 64;

export const immediate: Measure = {
  name: 'immediate',
  answers: `How many posts a second go out at once from ${CLIENTS} clients, when the network answers in 0 ms, against scheduling them?`,
  unit: 'posts/s',
  warmUpSeconds: 30,
  goals: [{ what: 'of scheduling', contender: 'at once', of: 'scheduled', atLeast: 0.35 }],
  async open({ server, projects, network }) {
    network.delay({ fromMs: 0, toMs: 0 });
    const pids = () => [server.pid];
    return {
      contenders: [
        {
          name: 'at once',
          pids,
          run: (seconds) =>
            closedLoop(server.url, { clients: CLIENTS, seconds, next: publishing(projects), status: 201 }),
        },
        {
          name: 'scheduled',
          pids,
          run: (seconds) =>
            closedLoop(server.url, { clients: CLIENTS, seconds, next: scheduling(projects), status: 202 }),
        },
      ],
    };
  },
};
