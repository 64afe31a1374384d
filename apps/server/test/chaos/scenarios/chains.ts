import { times, withDeployment } from '../deployment.ts';
import { injectFaults } from '../fault-mix.ts';
import { killAtRandom } from '../kill-at-random.ts';
import { keepRequesting, requestPost } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';

const NETWORKS = ['x', 'threads'] as const;
const SETTLE_BOUND_MS = 240_000;
const WIDTH = 12;
/** Posts of a chain, at most. */
const LONGEST = 6;
/** Share of calls that fail, by part. */
const FAULTS: Readonly<Record<string, number>> = { kills: 0, storm: 0.25 };

/** Servers are killed between the posts of chains; in one part a quarter of all calls fails too. */
export const chains: Scenario = {
  name: 'chains',
  about:
    'random kill -9 of four servers amid chains of posts on X and Threads, also with 25 % faults (--targets and --kills per part)',
  parts: Object.keys(FAULTS),
  run(part, options) {
    const wanted = options.targets ?? 500;
    const wantedKills = options.kills ?? 150;
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const { servers = 4, mutants } = options;
    return withDeployment({ servers, mutants, networks: times(4, NETWORKS) }, async (deployment) => {
      const { world, fleet, urls, project, imageUrl } = deployment;
      const share = FAULTS[part]!;
      const faultInjection = injectFaults(world.sandbox, { networks: NETWORKS, share, random });
      const killing = killAtRandom(fleet, random, { kills: wantedKills, pauseMs: 500 });
      let made = 0;
      let reported = 0;
      const requested = await keepRequesting(
        WIDTH,
        () => made >= wanted && fleet.counts.kills >= wantedKills,
        async (n) => {
          if (made >= reported + 50) {
            reported = made;
            options.progress(`${part}: ${made} of ${wanted} chains, ${fleet.counts.kills} of ${wantedKills} kills`);
          }
          const accounts = [random.pick(project.accounts)];
          made += accounts.length;
          return requestPost(
            {
              ...{ urls, project, accounts, timeoutMs: 120_000 },
              chain: random.whole(2, LONGEST),
              isCommented: random.next() < 0.3,
              ...(random.next() < 0.2 && { imageUrl }),
              ...(random.next() < 0.4 && { inMs: random.whole(200, 4_000) }),
            },
            n,
          );
        },
      );
      await killing.stop();
      const faults = await faultInjection.stop();
      const judgement = await judge(world, fleet, { requested, boundMs: SETTLE_BOUND_MS });
      const what = { scenario: 'chains', label: part, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, faults });
    });
  },
};
