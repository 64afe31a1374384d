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
const MAX_MS_PER_TARGET = 200;
const MAX_REACH = 3;

/**
 * Processes are killed around each step of an event, from its statement to its stored delivery,
 * while a receiver refuses and drops some attempts. Half-way the secret is rotated.
 */
export const events: Scenario = {
  name: 'events',
  about:
    'kill -9 at: event written, relaying, relayed, delivery arrived, sent, stored; every event arrives once or more, unchanged (--kills, --targets)',
  parts: ['outbox'],
  async run(part, options) {
    const { servers = SERVERS, kills: wanted = KILLS, targets: least = 0, mutants } = options;
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const crashes = new Map<CrashPoint['point'], number>(STATEMENT_POINTS.map((point) => [point, 0]));
    const onCrash = ({ point }: CrashPoint) => crashes.set(point, crashes.get(point)! + 1);
    const total = () => [...crashes.values()].reduce((sum, n) => sum + n, 0);
    // Every point is reached equally often.
    const share = Math.ceil(wanted / STATEMENT_POINTS.length);
    const fewest = () => Math.min(...crashes.values());
    const receiver = await startEventReceiver(random);
    try {
      return await withDeployment(
        {
          // Networks that publish at once: runs that last are killed so often that they become
          // suspects, which go out one by one.
          ...{ servers, mutants, onCrash, networks: times(3, ['x', 'linkedin'] as const) },
          serverOptions: { jobs: false, waitScale: 60 },
        },
        async ({ world, fleet, urls, project }) => {
          const webhook = await createWebhook(urls[0]!, project.apiKey, receiver.url);
          receiver.trust(Promise.resolve(webhook.secret));
          const next = (): CrashPoint => {
            const points = STATEMENT_POINTS.filter((point) => crashes.get(point) === fewest());
            return { point: random.pick(points), action: 'kill', atReach: random.whole(1, MAX_REACH) };
          };
          const arm = () => fleet.arm(() => [next()]);
          /** No server is killed meanwhile: an answer that is lost loses the secret. */
          const rotate = async (): Promise<string> => {
            await fleet.disarm();
            await fleet.ready();
            const { secret } = await call(urls[0]!, project.apiKey, `/${webhook.id}/rotate-secret`);
            arm();
            return secret;
          };
          arm();
          const endAt = Date.now() + (wanted * MAX_MS_PER_KILL + least * MAX_MS_PER_TARGET + 20_000) * TIMEOUT_FACTOR;
          let reported = 0;
          let targets = 0;
          let rotating: Promise<string> | null = null;
          let isUnrotated = false;
          const requested = await keepRequesting(
            Math.min(WIDTH, wanted),
            () => isUnrotated || (fewest() >= share && targets >= least) || Date.now() > endAt,
            (n) => {
              if (total() >= wanted / 2 && rotating === null) {
                rotating = rotate();
                receiver.trust(rotating);
                // Without crash points nothing would end the load but its time; `await rotating`
                // throws the reason.
                rotating.catch(() => {
                  isUnrotated = true;
                });
              }
              if (total() >= reported + 20) {
                reported = total();
                options.progress(`${reported} of ${wanted} kills`);
              }
              const { accounts } = project;
              const from = n % accounts.length;
              const chosen = [...accounts, ...accounts].slice(from, from + 1 + (n % 3));
              targets += chosen.length;
              return requestPost({ urls, project, accounts: chosen, isCommented: n % 2 === 0, timeoutMs: 60_000 }, n);
            },
          );
          await rotating;
          await fleet.disarm();
          const judgement = await judge(world, fleet, { requested, boundMs: 300_000 });
          const judged = await judgeEvents(world, receiver);
          const points = [...crashes].map(([point, n]) => `${point} ${n}`).join(', ');
          const missing = fewest() < share ? [`killed less than ${share} times at each point: ${points}`] : [];
          const notes = `${judged.notes}; killed at: ${points}`;
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

type Answer = { readonly webhook: { readonly id: string }; readonly secret: string };

async function createWebhook(baseUrl: string, apiKey: string, url: string): Promise<{ id: string; secret: string }> {
  const { webhook, secret } = await call(baseUrl, apiKey, '', { url });
  return { id: webhook.id, secret };
}

async function call(baseUrl: string, apiKey: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${baseUrl}/api/v1/webhooks${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`a call for the webhook was refused with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
