import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosPair, startChaosPair } from '../chaos-pair.ts';
import { type Deployment, times, withDeployment } from '../deployment.ts';
import { keepRequesting, type RequestedPost, requestPost, wasAccepted } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom, type Random } from '../random.ts';
import { recoverDirectly } from '../recover-directly.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { TIMEOUT_FACTOR } from '../timeout-factor.ts';
import { within } from '../within.ts';

const ROUNDS = 10;
/** Longer than any statement is waited for. */
const AWAY_MS = 25_000;
const SETTLE_BOUND_MS = 120_000;
const WIDTH = 6;
const EVERY_COMMIT = 'every commit';
const RESTARTED = 'restarted';
const AWAY = 'standby away';
/** Limit between the promotion and the first answer of servers that know both hosts. */
const ANSWERED_MS = 2_000;
/** Lag of the standby when it is promoted, in ms. */
const LAGS: Readonly<Record<string, number>> = { '0.05 s': 50, '0.2 s': 200, '0.7 s': 700, '4 s': 4_000 };
/**
 * As rare as in the service: the epoch of a sweep finds losses as well, but only those that it fell
 * into.
 */
const TIMINGS = { leaseSeconds: 2, heartbeatMs: 500, sweepMs: 10_000 };

/**
 * A standby is promoted below running servers and while they are away: what it lacks is found
 * before anything happens with it.
 */
export const failover: Scenario = {
  name: 'failover',
  about:
    'a standby promoted again and again, with every commit and without the last ones, and one that is away (--rounds)',
  parts: [EVERY_COMMIT, ...Object.keys(LAGS), RESTARTED, AWAY],
  async run(part, options) {
    const { servers = 2, mutants, rounds = ROUNDS } = options;
    const startedAt = Date.now();
    const random = createRandom(options.seed);
    const stateFolder = await mkdtemp(path.join(tmpdir(), 'fanfare-failover-'));
    const pair = await startChaosPair({ hasHosts: part === EVERY_COMMIT || part === AWAY });
    try {
      const networks = times(2, ['threads', 'x', 'linkedin'] as const);
      const setUp = { servers, mutants, networks, serverOptions: { timings: TIMINGS }, stateFolder };
      return await withDeployment({ ...setUp, postgres: pair }, async (deployment) => {
        const violations: string[] = [];
        const requested: RequestedPost[] = [];
        const found: string[] = [];
        const answeredMs: number[] = [];
        for (let n = 0; n < rounds; n++) {
          // Every other time, servers that are away find a standby with every commit.
          const lagMs = LAGS[part] ?? (part === RESTARTED && n % 2 > 0 ? 1_000 : null);
          const round = { pair, random, lagMs, isRestarted: part === RESTARTED };
          const seen = part === AWAY ? await beAway(deployment, pair, random) : await promoteOnce(deployment, round);
          requested.push(...seen.requested);
          violations.push(...seen.violations.map((each) => `round ${n}, ${each}`));
          if (seen.isLost) found.push(String(n));
          if (seen.answeredMs !== null) answeredMs.push(seen.answeredMs);
          options.progress(`${part}: ${n + 1} of ${rounds}${seen.isLost ? ', lost commits were found' : ''}`);
        }
        const { world, fleet } = deployment;
        const judgement = await judge(world, fleet, { requested, boundMs: SETTLE_BOUND_MS });
        const what = { scenario: 'failover', label: part, seed: options.seed, startedAt };
        const notes = [
          part === AWAY
            ? `${rounds} times without the standby`
            : `${found.length} of ${rounds} promotions lacked commits`,
          ...(answeredMs.length > 0 ? [`first answer after ${Math.max(...answeredMs)} ms at most`] : []),
        ].join(', ');
        // Servers that refuse to start exit by themselves, as they should.
        const counts = { ...fleet.counts, crashes: 0 };
        return toRunResult({
          ...what,
          fleet: counts,
          judgement,
          restarts: part === AWAY ? 0 : rounds,
          notes,
          violations,
        });
      });
    } finally {
      await rm(stateFolder, { recursive: true, force: true });
    }
  },
};

type Round = {
  readonly pair: ChaosPair;
  readonly random: Random;
  /**
   * Null for a standby with every commit: a synchronous one, or one that caught up with servers
   * that are away.
   */
  readonly lagMs: number | null;
  readonly isRestarted: boolean;
};

type Seen = {
  readonly requested: readonly RequestedPost[];
  readonly violations: readonly string[];
  readonly isLost: boolean;
  /**
   * Time from the promotion, or the return of the standby, to the first answer; null where callers
   * do not go on.
   */
  readonly answeredMs: number | null;
};

/** Callers publish, the standby replaces the primary, and the servers say what they think of it. */
async function promoteOnce(deployment: Deployment, { pair, random, lagMs, isRestarted }: Round): Promise<Seen> {
  const { fleet } = deployment;
  const violations: string[] = [];
  const isSynchronous = lagMs === null && !isRestarted;
  const answeredAt: number[] = [];
  if (isSynchronous) await pair.beSynchronous();
  let isOver = false;
  // A repeated key that was lost publishes again, as docs/guarantees.md says: callers give up
  // instead.
  const isRepeated = lagMs === null;
  const load = keepRequesting(
    WIDTH,
    () => isOver,
    async (n) => {
      const post = await one(deployment, random, { n, isRepeated });
      if (wasAccepted(post)) answeredAt.push(performance.now());
      return post;
    },
  );
  await sleep(random.whole(1_500, 3_000));
  if (lagMs !== null) {
    await pair.cut(false);
    await sleep(lagMs);
  }
  if (isRestarted) {
    await fleet.takeDown();
    if (lagMs === null) await pair.cut(true);
  }
  await pair.promote();
  const promotedAt = performance.now();
  isOver = !isSynchronous;
  const before = await readState(pair);
  const crashes = fleet.counts.crashes;
  pair.follow();
  if (isRestarted) fleet.bringUp();
  const isLost = await within('all servers to judge the standby', async () => {
    if (isRestarted && fleet.counts.crashes >= crashes + fleet.slots.length) return true;
    const states = await Promise.all(deployment.urls.map(readReadyz));
    if (states.every((state) => state === 'ready')) return false;
    return states.every((state) => state === 'database restored') ? true : null;
  });
  if (isLost) {
    const { work } = await readState(pair);
    if (work !== before.work) violations.push(`worked on it: ${before.work} became ${work}`);
    if (lagMs === null) violations.push('stopped: servers refuse a standby with every commit');
    await recoverDirectly(pair.directUrl);
    await fleet.ready();
    await within('servers to go on', async () => {
      const states = await Promise.all(deployment.urls.map(readReadyz));
      return states.every((state) => state === 'ready') || null;
    });
  }
  // Callers publish through a promotion that loses nothing.
  const firstAt = isSynchronous
    ? await within('an answer after the promotion', () => answeredAt.find((at) => at > promotedAt) ?? null)
    : null;
  const answeredMs = firstAt && Math.round(firstAt - promotedAt);
  if (answeredMs !== null && answeredMs > ANSWERED_MS * TIMEOUT_FACTOR)
    violations.push(`late: the first answer came ${answeredMs} ms after the promotion`);
  isOver = true;
  const posts = await load;
  const { keys } = await readState(pair);
  const lost = posts.filter((post) => wasAccepted(post) && !keys.includes(post.key));
  if (!isLost && lost.length > 0) violations.push(`went on: servers publish without ${lost.length} answered posts`);
  await pair.rebuild();
  return { requested: isLost ? posts.filter((post) => !lost.includes(post)) : posts, violations, isLost, answeredMs };
}

/** Servers go on without the standby that each commit waits for, until it is back. */
async function beAway(deployment: Deployment, pair: ChaosPair, random: Random): Promise<Seen> {
  await pair.beSynchronous();
  let isOver = false;
  let unanswered = 0;
  const answeredAt: number[] = [];
  const load = keepRequesting(
    WIDTH,
    () => isOver,
    async (n) => {
      const post = await one(deployment, random, { n, isRepeated: true });
      if (wasAccepted(post)) answeredAt.push(performance.now());
      // Callers give up after 30 s. A post at once also waits for its network.
      if (n % 2 > 0 && post.answers.includes(0)) unanswered++;
      return post;
    },
  );
  await sleep(random.whole(1_500, 3_000));
  await pair.cut(false);
  const awayAt = performance.now();
  await sleep(AWAY_MS);
  const meanwhile = answeredAt.filter((at) => at > awayAt + 1_000).length;
  const backAt = performance.now();
  await pair.uncut();
  const firstAt = await within(
    'an answer once the standby is back',
    () => answeredAt.find((at) => at > backAt) ?? null,
  );
  isOver = true;
  const requested = await load;
  const violations = meanwhile > 0 ? [`confirmed: ${meanwhile} posts that the standby does not have`] : [];
  if (unanswered > 0) violations.push(`waited: ${unanswered} requests were not answered in time`);
  return { requested, violations, isLost: false, answeredMs: Math.round(firstAt - backAt) };
}

/** Half is published at once, half within seconds. */
function one(
  { urls, project }: Deployment,
  random: Random,
  { n, isRepeated }: { readonly n: number; readonly isRepeated: boolean },
): Promise<RequestedPost> {
  const inMs = n % 2 > 0 ? { inMs: random.whole(300, 3_000) } : {};
  return requestPost(
    { urls, project, accounts: [random.pick(project.accounts)], timeoutMs: 60_000, isRepeated, ...inMs },
    n,
  );
}

/** Reads what claims, records and sends leave behind, and the keys that the standby has. */
async function readState(pair: ChaosPair): Promise<{ readonly work: string; readonly keys: readonly string[] }> {
  const [row] = await pair.query<{ work: string; keys: string[] }>(
    `select (select count(*) from posts) || ' posts, ' || (select count(*) from write_intents) || ' intents, '
       || (select coalesce(sum(lease_token), 0) from targets) || ' claims' as work, array(select key from idempotency_keys) as keys`,
  );
  return row!;
}

async function readReadyz(url: string): Promise<string> {
  try {
    return ((await (await fetch(`${url}/readyz`)).json()) as { status: string }).status;
  } catch {
    return 'no answer';
  }
}
