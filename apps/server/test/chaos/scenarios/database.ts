import { setTimeout as sleep } from 'node:timers/promises';
import { keepFaulting } from '../fault-mix.ts';
import { type Asked, ask, keepAsking } from '../load.ts';
import { type Judgement, judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario, ScenarioOptions } from '../scenario.ts';
import { onStage, type Stage, times } from '../stage.ts';
import { NETWORKS } from '../world.ts';

const SETTLE_BOUND_MS = 120_000;
const WIDTH = 12;
const FAULTS = 0.1;
/** Longer than a run asks again before it gives up: what it held is taken up by others. */
const OUTAGE_MS = 25_000;
/** As in production they outlast the outage: a run that fails on its own account has the last word. */
const LONG_LEASES = { leaseSeconds: 40, heartbeatMs: 5_000, sweepMs: 300 };
const ROUNDS: Readonly<Record<string, number>> = { restarts: 50, outages: 5, cuts: 200 };

/** Prepared statements by name, as they stand in a Bind message (PostgreSQL 18, 54.7). Each is a transaction: its answer says that it was committed. */
const COMMITS =
  /\0(?:record_post|intend|resolve_intent|record_resend|settle_published|settle_failed|settle_comment|fail_comment|claim_due|claim_suspects|fill_url)\0/;

/** The database dies under load, is not told to commit, or commits and cannot say so. */
export const database: Scenario = {
  name: 'database',
  about:
    'hard restarts of PostgreSQL; connections cut during COMMIT, half of them before it arrives (--rounds per part)',
  parts: ['restarts', 'outages', 'cuts'],
  run(part, options) {
    const wanted = options.rounds ?? ROUNDS[part]!;
    const startedAt = Date.now();
    const random = createRandom(options.seed);
    const { servers = 3, mutants } = options;
    const orders = part === 'outages' ? { timings: LONG_LEASES } : {};
    return onStage({ servers, mutants, networks: times(2, NETWORKS), orders }, async (stage) => {
      const { world, fleet } = stage;
      const faulting = keepFaulting(world.sandbox, { networks: NETWORKS, share: FAULTS, random });
      let restarts = 0;
      let isOver = false;
      const load = keepAsking(
        WIDTH,
        () => isOver,
        (n) => one(stage, random, n),
      );
      const tell = (n: number) => n % 10 === 0 && options.progress(`${part}: ${n} of ${wanted}`);
      if (part !== 'cuts') {
        for (; restarts < wanted; tell(++restarts)) {
          await sleep(random.whole(1_500, 4_000));
          await world.postgres.crash(part === 'outages' ? OUTAGE_MS : 0);
        }
      } else await cut(stage, wanted, { ...options, tell });
      isOver = true;
      const asked: Asked[] = await load;
      const faults = await faulting.stop();
      const judgement = await judge(world, fleet, { asked, boundMs: SETTLE_BOUND_MS });
      const what = { scenario: 'database', label: part, seed: options.seed, startedAt };
      const { before, after } = world.postgres.proxy.cuts;
      const notes = part === 'cuts' ? `${before} cut before the commit, ${after} after it` : '';
      const violations = ownFaults(judgement);
      return toRunResult({
        ...what,
        ...{ fleet: fleet.counts, judgement, faults, restarts, cuts: before + after, notes, violations },
      });
    });
  },
};

/** A database that comes back is nothing a post may fail of: what did not happen yet is done then. */
const ownFaults = ({ codes, comments }: Judgement): string[] => {
  const failed = (codes.internal_error ?? 0) + (comments.codes.internal_error ?? 0);
  return failed > 0 ? [`${failed} targets or comments failed because the database was away`] : [];
};

async function cut(
  { world }: Stage,
  wanted: number,
  options: ScenarioOptions & { tell: (n: number) => unknown },
): Promise<void> {
  const { proxy } = world.postgres;
  const done = () => proxy.cuts.before + proxy.cuts.after;
  for (let told = 0; done() < wanted; ) {
    proxy.cutNext(COMMITS, proxy.cuts.before > proxy.cuts.after ? 'after' : 'before');
    await sleep(120);
    if (done() >= told + 10) {
      told = done();
      options.tell(told - (told % 10));
    }
  }
  proxy.spare();
}

function one({ urls, project, imageUrl }: Stage, random: ReturnType<typeof createRandom>, n: number): Promise<Asked> {
  const accounts = [random.pick(project.accounts)];
  const inMs = random.next() < 0.4 ? { inMs: random.whole(200, 3_000) } : {};
  return ask({ urls, project, accounts, imageUrl, timeoutMs: 60_000, isCommented: n % 2 > 0, ...inMs }, n);
}
