import { setTimeout as sleep } from 'node:timers/promises';
import type { Way } from '../cutting-proxy.ts';
import { type Deployment, times, withDeployment } from '../deployment.ts';
import { injectFaults } from '../fault-mix.ts';
import { keepRequesting, type RequestedPost, requestPost } from '../load.ts';
import { type Judgement, judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario, ScenarioOptions } from '../scenario.ts';
import { NETWORKS } from '../world.ts';

const SETTLE_BOUND_MS = 120_000;
const WIDTH = 12;
/** Statements find out, and work goes on in between. */
const BETWEEN_VANISHES_MS = 8_000;
const FAULTS = 0.1;
/** Longer than a run retries before it gives up: other runs take over what it held. */
const OUTAGE_MS = 25_000;
/** As in production, leases outlast the outage, so that a run that fails settles its own target. */
const LONG_LEASES = { leaseSeconds: 40, heartbeatMs: 5_000, sweepMs: 300 };
const ROUNDS: Readonly<Record<string, number>> = { restarts: 50, outages: 5, cuts: 200, vanishes: 50 };
/**
 * A statement that is not answered is given up after two seconds more. Leases outlast that, as in
 * the service.
 */
const VANISHING = { timings: { leaseSeconds: 8, heartbeatMs: 2_000, sweepMs: 300 }, statementTimeoutMs: 1_000 };

/**
 * Prepared statements by name, as in a Bind message (PostgreSQL 18, 54.7). Each is a transaction:
 * its answer confirms the commit.
 */
const COMMITS =
  /\0(?:record_posts?|intend|resolve_intent|record_resend|settle_published|settle_failed|settle_comment|fail_comment|claim_due|claim_suspects|fill_url)\0/;

/** The database crashes under load, misses a commit, or commits and loses the answer. */
export const database: Scenario = {
  name: 'database',
  about:
    'hard restarts of PostgreSQL; connections cut, or the whole host gone without a word, during COMMIT, half of them before it arrives (--rounds and least --targets per part)',
  parts: ['restarts', 'outages', 'cuts', 'vanishes'],
  run(part, options) {
    const wanted = options.rounds ?? ROUNDS[part]!;
    const startedAt = Date.now();
    const random = createRandom(options.seed);
    const { servers = 3, mutants } = options;
    const serverOptions = part === 'outages' ? { timings: LONG_LEASES } : part === 'vanishes' ? VANISHING : {};
    const isCut = part === 'cuts' || part === 'vanishes';
    return withDeployment({ servers, mutants, networks: times(2, NETWORKS), serverOptions }, async (deployment) => {
      const { world, fleet } = deployment;
      const faultInjection = injectFaults(world.sandbox, { networks: NETWORKS, share: FAULTS, random });
      let restarts = 0;
      let isOver = false;
      const load = keepRequesting(
        WIDTH,
        (requested) => isOver && requested >= (options.targets ?? 0),
        (n) => one(deployment, random, n),
      );
      const report = (n: number) => n % 10 === 0 && options.progress(`${part}: ${n} of ${wanted}`);
      if (!isCut) {
        for (; restarts < wanted; report(++restarts)) {
          await sleep(random.whole(1_500, 4_000));
          await world.postgres.crash(part === 'outages' ? OUTAGE_MS : 0);
        }
      } else await cut(deployment, wanted, { ...options, report, way: part === 'cuts' ? 'cut' : 'vanish' });
      isOver = true;
      const requested: RequestedPost[] = await load;
      const faults = await faultInjection.stop();
      const judgement = await judge(world, fleet, { requested, boundMs: SETTLE_BOUND_MS });
      const what = { scenario: 'database', label: part, seed: options.seed, startedAt };
      const { before, after } = world.postgres.proxy.cuts;
      const notes = isCut ? `${before} cut before the commit, ${after} after it` : '';
      const violations = ownFaults(judgement);
      return toRunResult({
        ...what,
        ...{ fleet: fleet.counts, judgement, faults, restarts, cuts: before + after, notes, violations },
      });
    });
  },
};

/** No post may fail because of an outage that ended: the work continues afterwards. */
const ownFaults = ({ codes, comments }: Judgement): string[] => {
  const failed = (codes.internal_error ?? 0) + (comments.codes.internal_error ?? 0);
  return failed > 0 ? [`${failed} targets or comments failed because the database was away`] : [];
};

async function cut(
  { world }: Deployment,
  wanted: number,
  options: ScenarioOptions & { readonly report: (n: number) => unknown; readonly way: Way },
): Promise<void> {
  const { proxy } = world.postgres;
  const done = () => proxy.cuts.before + proxy.cuts.after;
  for (let reported = 0; done() < wanted; ) {
    proxy.cutNext(COMMITS, proxy.cuts.before > proxy.cuts.after ? 'after' : 'before', options.way);
    await sleep(options.way === 'cut' ? 120 : BETWEEN_VANISHES_MS);
    if (done() >= reported + 10) {
      reported = done();
      options.report(reported - (reported % 10));
    }
  }
  proxy.spare();
}

function one(
  { urls, project, imageUrl }: Deployment,
  random: ReturnType<typeof createRandom>,
  n: number,
): Promise<RequestedPost> {
  const accounts = [random.pick(project.accounts)];
  const inMs = random.next() < 0.4 ? { inMs: random.whole(200, 3_000) } : {};
  return requestPost({ urls, project, accounts, imageUrl, timeoutMs: 60_000, isCommented: n % 2 > 0, ...inMs }, n);
}
