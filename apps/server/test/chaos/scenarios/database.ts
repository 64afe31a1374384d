import { setTimeout as sleep } from 'node:timers/promises';
import { keepFaulting } from '../fault-mix.ts';
import { type Asked, ask, keepAsking } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario, ScenarioOptions } from '../scenario.ts';
import { onStage, type Stage, times } from '../stage.ts';
import { NETWORKS } from '../world.ts';

const SETTLE_BOUND_MS = 120_000;
const WIDTH = 12;
const FAULTS = 0.1;

/** Prepared statements by name, as they stand in a Bind message (PostgreSQL 18, 54.7). Each is a transaction: its answer says that it was committed. */
const COMMITS =
  /\0(?:record_post|intend|resolve_intent|record_resend|settle_published|settle_failed|claim_due|claim_suspects|fill_url)\0/;

/** The database dies under load, is not told to commit, or commits and cannot say so. */
export const database: Scenario = {
  name: 'database',
  about:
    'hard restarts of PostgreSQL; connections cut during COMMIT, half of them before it arrives (--rounds per part)',
  parts: ['restarts', 'cuts'],
  run(part, options) {
    const wanted = options.rounds ?? (part === 'restarts' ? 50 : 200);
    const startedAt = Date.now();
    const random = createRandom(options.seed);
    const { servers = 3, mutants } = options;
    return onStage({ servers, mutants, networks: times(2, NETWORKS) }, async (stage) => {
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
      if (part === 'restarts') {
        for (; restarts < wanted; tell(++restarts)) {
          await sleep(random.whole(1_500, 4_000));
          await world.postgres.crash();
        }
      } else await cut(stage, wanted, { ...options, tell });
      isOver = true;
      const asked: Asked[] = await load;
      const faults = await faulting.stop();
      const judgement = await judge(world, fleet, { asked, boundMs: SETTLE_BOUND_MS });
      const what = { scenario: 'database', label: part, seed: options.seed, startedAt };
      const { before, after } = world.postgres.proxy.cuts;
      const notes = part === 'cuts' ? `${before} cut before the commit, ${after} after it` : '';
      return toRunResult({ ...what, fleet: fleet.counts, judgement, faults, restarts, cuts: before + after, notes });
    });
  },
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
  return ask({ urls, project, accounts, imageUrl, patienceMs: 60_000, ...inMs }, n);
}
