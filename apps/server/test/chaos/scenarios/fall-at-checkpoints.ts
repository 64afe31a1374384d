import { setTimeout as sleep } from 'node:timers/promises';
import type { OAuthPlatform } from '@fanfare/contract';
import { type Arm, POINTS } from '../arms.ts';
import { keepFaulting } from '../fault-mix.ts';
import { ask, keepAsking } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { onStage, times } from '../stage.ts';
import { NETWORKS } from '../world.ts';

const SETTLE_BOUND_MS = 120_000;
const WIDTH = 12;
/** A part that falls more slowly than this ends with what it has. */
const MAX_MS_PER_FALL = 4_000;

type Kind = {
  readonly name: string;
  readonly about: string;
  readonly action: Arm['action'];
  readonly falls: number;
  /** Share of calls that fail on top. */
  readonly faults: number;
};

/** Processes fall at every checkpoint of every network in turn, while posts go out at once or at their time. */
function fallAtCheckpoints(kind: Kind): Scenario {
  return {
    name: kind.name,
    about: kind.about,
    parts: NETWORKS.flatMap((network) => [`${network} immediate`, `${network} scheduled`]),
    run(part, options) {
      const [network, mode] = part.split(' ') as [OAuthPlatform, 'immediate' | 'scheduled'];
      const wanted = options.kills ?? kind.falls;
      const random = createRandom(options.seed);
      const startedAt = Date.now();
      const points = POINTS[network]!;
      const falls = new Map(points.map((point) => [point, 0]));
      const total = () => [...falls.values()].reduce((sum, n) => sum + n, 0);
      // Always where fewest have fallen.
      const nextArm = (): Arm => {
        const least = Math.min(...falls.values());
        const point = random.pick(points.filter((each) => falls.get(each) === least));
        return { point, action: kind.action, atReach: random.whole(1, 4) };
      };
      const onFall = ([arm]: readonly Arm[]) => {
        if (arm) falls.set(arm.point, falls.get(arm.point)! + 1);
      };
      const { servers = 3, mutants } = options;
      return onStage({ servers, mutants, networks: times(3, [network]), onFall }, async (stage) => {
        const { world, fleet, urls, project, imageUrl } = stage;
        const faulting = keepFaulting(world.sandbox, { networks: [network], share: kind.faults, random });
        fleet.arm(() => [nextArm()]);
        const endAt = Date.now() + wanted * MAX_MS_PER_FALL + 20_000;
        let told = 0;
        const asked = await keepAsking(
          WIDTH,
          () => total() >= wanted || Date.now() > endAt,
          async (n) => {
            if (total() >= told + 20) {
              told = total();
              options.progress(`${part}: ${told} of ${wanted} falls, ${n} posts`);
            }
            const accounts = [project.accounts[n % project.accounts.length]!];
            const inMs = mode === 'scheduled' ? { inMs: random.whole(300, 1_500) } : {};
            const one = await ask({ urls, project, accounts, imageUrl, patienceMs: 60_000, ...inMs }, n);
            // A scheduled post is answered long before it goes out: no more of them than can be worked off.
            if (mode === 'scheduled') await sleep(500);
            return one;
          },
        );
        fleet.disarm();
        const faults = await faulting.stop();
        const judgement = await judge(world, fleet, { asked, boundMs: SETTLE_BOUND_MS });
        const notes = [...falls].map(([point, n]) => `${point} ${n}`).join(' ');
        const what = { scenario: kind.name, label: part, seed: options.seed, startedAt };
        return toRunResult({ ...what, fleet: fleet.counts, judgement, faults, notes });
      });
    },
  };
}

export const kills = fallAtCheckpoints({
  name: 'kills',
  about: 'kill -9 at each checkpoint of each network, immediate and scheduled (--kills per part)',
  action: 'kill',
  falls: 260,
  faults: 0,
});

/** A process that sleeps past its lease and goes on where it was. */
export const stops = fallAtCheckpoints({
  name: 'stops',
  about: 'SIGSTOP for twice the lease at each checkpoint, with 10 % faults (--kills per part)',
  action: 'stop',
  falls: 30,
  faults: 0.1,
});
