import { setTimeout as sleep } from 'node:timers/promises';
import type { UnpublishPostResponse } from '@fanfare/contract';
import { type CrashPoint, UNPUBLISH_POINTS } from '../crash-points.ts';
import { type Deployment, times, withDeployment } from '../deployment.ts';
import { keepRequesting, type RequestedPost, requestPost } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom, type Random } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { TIMEOUT_FACTOR } from '../timeout-factor.ts';
import { type Removal, removalViolations, removedEvents, targetsToRemove } from '../unpublish-violations.ts';
import type { ChaosAccount } from '../world.ts';

const NETWORKS = ['x', 'threads', 'linkedin'] as const;
const WIDTH = 8;
/** Longer than a lease, so that no attempt of a dead process is alive. */
const LEASES_END_MS = 3_000;
const MOST_TRIES = 60;

const FAULTS = [
  { action: 'drop_before' },
  { action: 'drop_after' },
  { action: 'status_after', status: 500 },
  { action: 'status', status: 500 },
  { action: 'status', status: 429, headers: { 'retry-after': '2' } },
  { action: 'delay_after', delayMs: 2_000 },
] as const;

/**
 * Posts are removed from their networks while servers die at each step, or at any moment with lost
 * answers.
 */
export const unpublish: Scenario = {
  name: 'unpublish',
  about: 'kill -9 at each step of a removal, and storms with lost answers (--kills and --targets per part)',
  parts: ['steps', 'storm'],
  run(part, options) {
    const random = createRandom(options.seed);
    const wantedKills = options.kills ?? (part === 'steps' ? 120 : 60);
    const wanted = options.targets ?? wantedKills * 12;
    const startedAt = Date.now();
    const { servers = 3, mutants } = options;
    return withDeployment({ servers, mutants, networks: times(2, NETWORKS) }, async (deployment) => {
      const { world, fleet, urls, project } = deployment;
      const hubs = await world.connect(urls[0]!, project.apiKey, ['wordpress', 'micropub']);
      const accounts: readonly ChaosAccount[] = [...project.accounts, ...hubs];
      const publishMore = (count: number): Promise<RequestedPost[]> =>
        keepRequesting(
          WIDTH,
          (n) => n >= count,
          (n) => requestPost({ urls, project, accounts: [accounts[n % accounts.length]!], timeoutMs: 60_000 }, n),
        );
      const requested = await publishMore(wanted);
      const judgement = await judge(world, fleet, { requested, boundMs: 60_000 });

      const outages = part === 'steps' ? crashAtSteps(deployment) : crashAnywhere(deployment, random, wantedKills);
      const answered = new Map<string, boolean>();
      const open = await targetsToRemove(world);
      // Removed posts cannot be removed again, so that the run ends when either is used up.
      await keepRequesting(
        WIDTH,
        (n) => n >= open.length,
        async (n) => {
          if (n % 20 === 0) options.progress(`${part}: ${n} of ${open.length} targets, ${fleet.counts.kills} kills`);
          const removal = open[n]!;
          // Fast removals wait for their share of the kills.
          while (part === 'storm' && fleet.counts.kills < Math.ceil(((n + 1) * wantedKills) / open.length))
            await sleep(20);
          if (part === 'storm' && random.next() < 0.5)
            await world.sandbox.fail({
              network: removal.platform,
              method: methodOf(removal),
              path: DELETIONS,
              ...random.pick(FAULTS),
            });
          const callers = part === 'storm' ? 2 : 1;
          const outcomes = await Promise.all(
            Array.from({ length: callers }, (_, i) => callOnceThere(deployment, removal, n + i)),
          );
          if (outcomes.includes('unpublished')) answered.set(removal.targetId, true);
          return requested[0]!;
        },
      );
      await outages.end();
      await world.sandbox.removeFaults();
      await fleet.ready();
      await sleep(LEASES_END_MS * TIMEOUT_FACTOR);
      const violations = await removalViolations(world, answered);

      // Whatever happened to it, one more call removes it.
      for (const [n, removal] of open.entries()) await callUntilRemoved(deployment, removal, n);
      violations.push(...(await removalViolations(world, new Map(open.map(({ targetId }) => [targetId, true])))));
      violations.push(...(await removedEvents(world)));
      const { kills } = fleet.counts;
      if (kills < wantedKills) violations.push(`${kills} kills of ${wantedKills} in ${open.length} removals`);
      const notes = `${answered.size} of ${open.length} removed by their first calls`;
      const what = { scenario: 'unpublish', label: part, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
    });
  },
};

/** Requests of all networks that delete a post, by their paths. */
const DELETIONS = '^/(2/tweets/\\d+|rest/posts/[^/]+|v1\\.0/\\d+|wp-json/wp/v2/posts/\\d+|micropub)$';
const methodOf = ({ type }: Removal): string => (type === 'micropub' ? 'POST' : 'DELETE');

type Outages = { end(): Promise<void> };

/** Each server dies at one step of a removal after the other. */
function crashAtSteps({ fleet }: Deployment): Outages {
  let turn = 0;
  const next = (): readonly CrashPoint[] => [
    { point: UNPUBLISH_POINTS[turn++ % UNPUBLISH_POINTS.length]!, action: 'kill', atReach: 1 + (turn % 2) },
  ];
  fleet.arm(next);
  return { end: () => fleet.disarm() };
}

/** Servers die at any moment; one stays up. */
function crashAnywhere({ fleet }: Deployment, random: Random, wantedKills: number): Outages {
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      await sleep(random.whole(50, 400));
      const up = fleet.slots.filter((slot) => slot.isUp());
      if (up.length > 1 && fleet.counts.kills < wantedKills) fleet.kill(random.pick(up).index);
    }
  })();
  return {
    async end() {
      isOver = true;
      await killing;
    },
  };
}

/** Null for a call whose server died. */
async function callOnce({ urls, project }: Deployment, removal: Removal, n: number): Promise<string | null> {
  try {
    const response = await fetch(`${urls[n % urls.length]}/api/v1/posts/${removal.postId}/unpublish`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${project.apiKey}` },
      signal: AbortSignal.timeout(30_000 * TIMEOUT_FACTOR),
    });
    if (response.status !== 200) return null;
    return ((await response.json()) as UnpublishPostResponse).targets[0]!.status;
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
    return code === 'ECONNREFUSED' ? NO_SERVER : null;
  }
}

const NO_SERVER = 'no server';

/** Waits for a server that is up. A call that its server dies with is not repeated. */
async function callOnceThere(deployment: Deployment, removal: Removal, n: number): Promise<string | null> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const outcome = await callOnce(deployment, removal, n + tries);
    if (outcome !== NO_SERVER) return outcome;
    await sleep(100);
  }
  return null;
}

async function callUntilRemoved(deployment: Deployment, removal: Removal, n: number): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if ((await callOnce(deployment, removal, n + tries)) === 'unpublished') return;
    await sleep(200);
  }
}
