import { times, withDeployment } from '../deployment.ts';
import { injectFaults } from '../fault-mix.ts';
import { killAtRandom } from '../kill-at-random.ts';
import { keepRequesting, requestPost } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { NETWORKS } from '../world.ts';

const SETTLE_BOUND_MS = 180_000;
const WIDTH = 16;
const FAULTS = 0.25;
const PARTS = 10;

/**
 * Everything at once: processes are killed at random while a quarter of all calls fails, with posts
 * to all networks.
 */
export const storm: Scenario = {
  name: 'storm',
  about: 'random kill -9 on four servers with 25 % faults, mixed networks (--targets and --kills in all)',
  parts: Array.from({ length: PARTS }, (_, i) => `part ${i + 1}`),
  run(part, options) {
    const targets = Math.ceil((options.targets ?? 5_000) / PARTS);
    const wantedKills = Math.ceil((options.kills ?? 500) / PARTS);
    const random = createRandom(options.seed + PARTS * Number(part.split(' ')[1]));
    const startedAt = Date.now();
    const { servers = 4, mutants } = options;
    return withDeployment({ servers, mutants, networks: times(3, NETWORKS) }, async (deployment) => {
      const { world, fleet, urls, project, imageUrl } = deployment;
      const faultInjection = injectFaults(world.sandbox, { networks: NETWORKS, share: FAULTS, random });
      const killing = killAtRandom(fleet, random, { kills: wantedKills, pauseMs: 700 });
      let made = 0;
      let reported = 0;
      const requested = await keepRequesting(
        WIDTH,
        () => made >= targets && fleet.counts.kills >= wantedKills,
        async (n) => {
          if (made >= reported + 100) {
            reported = made;
            options.progress(`${part}: ${made} of ${targets} targets, ${fleet.counts.kills} of ${wantedKills} kills`);
          }
          // Some posts go to one account, some to all.
          const size = random.whole(1, 4);
          const from = random.whole(0, project.accounts.length - 1);
          const accounts = times(2, project.accounts).slice(from, from + size);
          made += size;
          return requestPost(
            {
              urls,
              project,
              accounts,
              timeoutMs: 90_000,
              ...(accounts.some(({ platform }) => platform === 'instagram') || random.next() < 0.3 ? { imageUrl } : {}),
              isCommented: random.next() < 0.4,
              ...(random.next() < 0.4 && { inMs: random.whole(200, 4_000) }),
            },
            n,
          );
        },
      );
      await killing.stop();
      const faults = await faultInjection.stop();
      const judgement = await judge(world, fleet, { requested, boundMs: SETTLE_BOUND_MS });
      const what = { scenario: 'storm', label: part, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, faults });
    });
  },
};
