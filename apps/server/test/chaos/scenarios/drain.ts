import { setTimeout as sleep } from 'node:timers/promises';
import { times, withDeployment } from '../deployment.ts';
import { keepRequesting, requestPost } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { NETWORKS } from '../world.ts';

const MAX_EXIT_MS = 45_000;
const WIDTH = 12;

/** Graceful stops under load lose nothing and leave nothing in doubt. */
export const drain: Scenario = {
  name: 'drain',
  about: 'SIGTERM under load: ends within 45 s, nothing in doubt (--rounds)',
  parts: ['sigterm'],
  run(label, options) {
    const rounds = options.rounds ?? 50;
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const { servers = 3, mutants } = options;
    // Networks answer at real speed: waiting work must be handed over, not waited for.
    const serverOptions = {
      waitScale: 1,
      timeoutScale: 1,
      timings: { leaseSeconds: 20, heartbeatMs: 5_000, sweepMs: 1_000 },
    };
    return withDeployment({ servers, mutants, networks: times(2, NETWORKS), serverOptions }, async (deployment) => {
      const { world, fleet, urls, project, imageUrl } = deployment;
      // Long enough that a stop meets pictures in preparation.
      for (const network of NETWORKS) await world.sandbox.control(network, 'processing', { ms: 1_500 });
      let isOver = false;
      const load = keepRequesting(
        WIDTH,
        () => isOver,
        (n) => {
          const inMs = random.next() < 0.4 ? { inMs: random.whole(200, 3_000) } : {};
          return requestPost(
            {
              ...{ urls, project, accounts: [random.pick(project.accounts)], imageUrl, timeoutMs: 60_000, ...inMs },
              isCommented: random.next() < 0.4,
            },
            n,
          );
        },
      );
      const exits: number[] = [];
      while (exits.length < rounds) {
        await sleep(random.whole(200, 1_000));
        const up = fleet.slots.filter((slot) => slot.isUp());
        if (up.length < 2) continue;
        exits.push(await fleet.terminate(random.pick(up).index));
        if (exits.length % 10 === 0) options.progress(`${exits.length} of ${rounds} stops`);
      }
      isOver = true;
      const requested = await load;
      const judgement = await judge(world, fleet, { requested, boundMs: 60_000 });
      const violations = exits.filter((ms) => ms > MAX_EXIT_MS).map((ms) => `a stop took ${Math.round(ms)} ms`);
      const unknown = judgement.unknownLive + judgement.unknownAbsent + judgement.comments.unknown;
      if (unknown > 0) violations.push(`${unknown} targets or comments were left in doubt by orderly stops`);
      const notes = `${rounds} SIGTERM, the slowest took ${Math.round(Math.max(...exits))} ms`;
      const what = { scenario: 'drain', label, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
    });
  },
};
