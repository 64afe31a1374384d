import type { CrashPoint } from '../crash-points.ts';
import { times, withDeployment } from '../deployment.ts';
import { startEventReceiver } from '../event-receiver.ts';
import { judgeEvents } from '../judge-events.ts';
import { keepRequesting, requestPost } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { STATEMENT_POINTS } from '../statement-points.ts';
import { TIMEOUT_FACTOR } from '../timeout-factor.ts';

const KILLS = 200;
const SERVERS = 4;
const WIDTH = 12;
const MAX_MS_PER_KILL = 4_000;
const MAX_REACH = 3;

/** Processes are killed around each step of an event, from its statement to its stored delivery, while a receiver refuses and drops some attempts. */
export const events: Scenario = {
  name: 'events',
  about:
    'kill -9 at: event written, relaying, relayed, delivery sent, stored; every event arrives once or more, unchanged (--kills)',
  parts: ['outbox'],
  async run(part, options) {
    const { servers = SERVERS, kills: wanted = KILLS, mutants } = options;
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const crashes = new Map<CrashPoint['point'], number>(STATEMENT_POINTS.map((point) => [point, 0]));
    const onCrash = ({ point }: CrashPoint) => crashes.set(point, crashes.get(point)! + 1);
    const total = () => [...crashes.values()].reduce((sum, n) => sum + n, 0);
    const receiver = await startEventReceiver(random);
    try {
      return await withDeployment(
        {
          ...{ servers, mutants, onCrash, networks: times(2, ['x', 'threads', 'linkedin'] as const) },
          serverOptions: { minuteTick: false, waitScale: 60 },
        },
        async ({ world, fleet, urls, project }) => {
          await createWebhook(urls[0]!, project.apiKey, receiver.url);
          const next = (): CrashPoint => {
            const least = Math.min(...crashes.values());
            const points = STATEMENT_POINTS.filter((point) => crashes.get(point) === least);
            return { point: random.pick(points), action: 'kill', atReach: random.whole(1, MAX_REACH) };
          };
          fleet.arm(() => [next()]);
          const endAt = Date.now() + (wanted * MAX_MS_PER_KILL + 20_000) * TIMEOUT_FACTOR;
          let reported = 0;
          const requested = await keepRequesting(
            WIDTH,
            () => total() >= wanted || Date.now() > endAt,
            (n) => {
              if (total() >= reported + 20) {
                reported = total();
                options.progress(`${reported} of ${wanted} kills`);
              }
              const { accounts } = project;
              const from = n % accounts.length;
              const chosen = [...accounts, ...accounts].slice(from, from + 1 + (n % 3));
              return requestPost({ urls, project, accounts: chosen, isCommented: n % 2 === 0, timeoutMs: 60_000 }, n);
            },
          );
          fleet.disarm();
          const judgement = await judge(world, fleet, { requested, boundMs: 120_000 });
          const judged = await judgeEvents(world, receiver.received);
          const missing = total() < wanted ? [`killed ${total()} times of ${wanted}`] : [];
          const points = [...crashes].map(([point, n]) => `${point} ${n}`).join(', ');
          const notes = `${judged.events} events in ${judged.attempts} attempts; ${points}`;
          const what = { scenario: 'events', label: part, seed: options.seed, startedAt };
          const violations = [...judged.violations, ...missing];
          return toRunResult({ ...what, fleet: fleet.counts, judgement, notes, violations });
        },
      );
    } finally {
      await receiver.close();
    }
  },
};

async function createWebhook(baseUrl: string, apiKey: string, url: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (!response.ok) throw new Error(`the webhook was refused with ${response.status}: ${await response.text()}`);
}
