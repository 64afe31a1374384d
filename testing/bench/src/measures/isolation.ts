import { startFlood } from '../flood.ts';
import { seedPosts } from '../installation/seed-posts.ts';
import { described, openCaller } from '../load.ts';
import type { Measure, Sample } from '../measure.ts';
import { scheduling } from '../requests.ts';
import type { Answer } from '../send-request.ts';
import { largeBodies, largeBodyGoals } from './large-bodies.ts';
import { openSlowWebhooks, slowWebhookGoal } from './slow-webhooks.ts';

const FLOODERS = 24;
const CLIENTS = 4;

/** Figures are of customers in other projects, who schedule posts and read them. */
export const isolation: Measure = {
  name: 'isolation',
  answers: `How long do requests of other projects take while one key calls the slowest list of a large project ${FLOODERS} at a time? How long do their events take to their webhooks while the 20 webhooks of one project answer after 14 s each? How long do their requests take while one project sends bodies of 150,000 unknown fields, or of as many as are still read, as fast as its limit lets it?`,
  unit: 'p99 ms',
  rounds: 3,
  goals: [
    { what: 'against a calm server', contender: 'one floods', of: 'calm', atMost: 1.3 },
    ...largeBodyGoals,
    slowWebhookGoal,
  ],
  async open(installation, { rows }) {
    const { server, projects } = installation;
    const large = projects.at(-1)!;
    await seedPosts(installation, large, rows);
    const others = projects.slice(0, 50);
    const request = { path: '/api/v1/posts?limit=25&status=failed', apiKey: large.apiKey };
    const pids = () => [server.pid];
    const webhooks = await openSlowWebhooks(installation);
    return {
      close: webhooks.close,
      contenders: [
        { name: 'calm', pids, run: (seconds) => customers(server.url, others, seconds) },
        {
          name: 'one floods',
          pids,
          async run(seconds) {
            const stop = startFlood({ url: server.url, clients: FLOODERS, request });
            try {
              return await customers(server.url, others, seconds);
            } finally {
              await stop();
            }
          },
        },
        ...largeBodies({ url: server.url, apiKey: large.apiKey, pids }, (seconds) =>
          customers(server.url, others, seconds),
        ),
        ...webhooks.contenders,
      ],
    };
  },
};

/** Answers of any status count: one that is refused has waited as well. */
async function customers(url: string, projects: Parameters<typeof scheduling>[0], seconds: number): Promise<Sample> {
  const caller = openCaller(url, CLIENTS);
  const next = scheduling(projects);
  const answers: Answer[] = [];
  const end = performance.now() + seconds * 1_000;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const { apiKey, ...request } = next();
      answers.push(await caller.call({ apiKey, ...request }));
      answers.push(await caller.call({ path: '/api/v1/posts?limit=1', apiKey }));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await caller.close();
  const { done, more } = described(answers.map(({ tookMs }) => tookMs));
  const refused = answers.filter(({ status }) => status >= 400).length;
  return { figure: more['p99 ms']!, done, more: { 'p50 ms': more['p50 ms']!, refused } };
}
