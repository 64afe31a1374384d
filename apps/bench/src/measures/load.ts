import { closedLoop } from '../load.ts';
import type { Measure } from '../measure.ts';
import { scheduling } from '../requests.ts';

const CLIENTS = [1, 4, 16, 64, 256];

export const cost: Measure = {
  name: 'load',
  answers: 'What does a scheduled post cost, with so many clients at once?',
  unit: 'posts/s',
  seconds: 85,
  goals: [],
  async open({ server, projects }) {
    return {
      contenders: CLIENTS.map((clients) => ({
        name: String(clients),
        pids: () => [server.pid],
        run: (seconds: number) => closedLoop(server.url, { clients, seconds, next: scheduling(projects), status: 202 }),
      })),
    };
  },
};
