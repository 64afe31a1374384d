import type { OAuthPlatform } from '@fanfare/contract';
import { type Arm, POINTS } from '../arms.ts';
import { ask, keepAsking } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { createWorld, NETWORKS } from '../world.ts';

const SETTLE_BOUND_MS = 120_000;
const WIDTH = 12;
/** A cell that is not reached in this time has no such checkpoint. */
const MAX_MS_PER_KILL = 4_000;

/** kill -9 at every checkpoint of every network, while posts go out at once or at their time. */
export const killAtCheckpoints: Scenario = {
  name: 'kills',
  about: 'kill -9 at each checkpoint of each network, immediate and scheduled (--kills per part)',
  parts: NETWORKS.flatMap((network) => [`${network} immediate`, `${network} scheduled`]),
  async run(part, options) {
    const [network, mode] = part.split(' ') as [OAuthPlatform, 'immediate' | 'scheduled'];
    const wanted = options.kills ?? 270;
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const world = await createWorld(options.mutants);
    try {
      const points = POINTS[network]!;
      const kills = new Map(points.map((point) => [point, 0]));
      const total = () => [...kills.values()].reduce((sum, n) => sum + n, 0);
      // Always where fewest have fallen.
      const nextArm = (): Arm => {
        const least = Math.min(...kills.values());
        const point = random.pick(points.filter((each) => kills.get(each) === least));
        return { point, action: 'kill', atReach: random.whole(1, 4) };
      };
      const fleet = await world.startFleet({
        servers: options.servers ?? 3,
        onFall: (_, [arm]) => arm && kills.set(arm.point, kills.get(arm.point)! + 1),
      });
      await fleet.ready();
      const urls = fleet.slots.map(({ url }) => url);
      const apiKey = await world.createProject();
      const accounts = await world.connect(urls[0]!, apiKey, [network, network, network]);
      fleet.arm(() => [nextArm()]);

      const endAt = Date.now() + wanted * MAX_MS_PER_KILL + 20_000;
      let told = 0;
      const asked = await keepAsking(
        WIDTH,
        () => total() >= wanted || Date.now() > endAt,
        (n) => {
          if (total() >= told + 20) {
            told = total();
            options.progress(`${part}: ${told} of ${wanted} kills, ${n} posts`);
          }
          return ask(
            {
              urls,
              project: { apiKey, accounts },
              accounts: [accounts[n % accounts.length]!],
              imageUrl: world.sandbox.sample('harbour.jpg'),
              patienceMs: 60_000,
              ...(mode === 'scheduled' && { inMs: random.whole(300, 1_500) }),
            },
            n,
          ).then(async (one) => {
            // A scheduled post is answered long before it goes out: no more of them than can be worked off.
            if (mode === 'scheduled') await new Promise((resolve) => setTimeout(resolve, 500));
            return one;
          });
        },
      );
      fleet.disarm();
      const judgement = await judge(world, fleet, { asked, boundMs: SETTLE_BOUND_MS });
      const notes = [...kills].map(([point, n]) => `${point} ${n}`).join(' ');
      const result = toRunResult({
        scenario: 'kills',
        label: part,
        seed: options.seed,
        startedAt,
        fleet: fleet.counts,
        judgement,
        notes,
      });
      await fleet.close();
      return result;
    } finally {
      await world.close();
    }
  },
};
