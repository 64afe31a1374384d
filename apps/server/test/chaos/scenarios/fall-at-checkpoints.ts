import { setTimeout as sleep } from 'node:timers/promises';
import type { Arm } from '../arms.ts';
import { fallsOf, LANES, nameOf, nextArm, type OpenLane, openLane } from '../falls.ts';
import { keepFaulting } from '../fault-mix.ts';
import { keepAsking } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import type { ServerOrders } from '../server-orders.ts';
import { onStage } from '../stage.ts';
import { TIMEOUT_FACTOR } from '../timeout-factor.ts';

/** A part that falls more slowly than this ends with what it has. */
const MAX_MS_PER_FALL = 4_000;
/** What is still on its way when all has settled would be seen. */
const LINGER_MS = 2_500;
/** A run is to fall at its first, second or third pass of a checkpoint. */
const MAX_REACH = 3;

type Kind = {
  readonly name: string;
  readonly about: string;
  readonly fall: (random: ReturnType<typeof createRandom>) => Pick<Arm, 'action' | 'forMs'>;
  /** By default, over all lanes of the part. */
  readonly falls: number;
  /** Share of calls that fail on top. */
  readonly faults: number;
  readonly servers: number;
  readonly accounts: number;
  /** Requests at a time, over all lanes. */
  readonly width: number;
  readonly settleBoundMs: number;
  readonly lingerMs?: number;
  readonly orders: Partial<ServerOrders>;
  readonly parts: readonly string[];
};

/** All lanes in one run, which has no time for a world of each. */
export const EVERY_NETWORK = 'every network';

/** Processes fall at every checkpoint of every network in turn, while posts go out at once or at their time. */
function fallAtCheckpoints(kind: Kind): Scenario {
  return {
    name: kind.name,
    about: kind.about,
    parts: kind.parts,
    run(part, options) {
      const chosen = LANES.filter((lane) => part === EVERY_NETWORK || nameOf(lane) === part);
      const wanted = options.kills ?? kind.falls;
      const random = createRandom(options.seed);
      const startedAt = Date.now();
      const { servers = kind.servers, mutants } = options;
      let lanes: OpenLane[] = [];
      const onFall = ({ projectId, point }: Arm) => {
        const fallen = lanes.find((lane) => lane.projectId === projectId);
        fallen?.falls.set(point, fallen.falls.get(point)! + 1);
      };
      return onStage({ servers, mutants, networks: [], onFall, orders: kind.orders }, async (stage) => {
        const { world, fleet } = stage;
        lanes = await Promise.all(chosen.map((lane) => openLane(stage, lane, { accounts: kind.accounts, random })));
        const networks = [...new Set(chosen.map(({ network }) => network))];
        const faulting = keepFaulting(world.sandbox, { networks, share: kind.faults, random });
        // Each lane falls as often as any other: whoever has had its share waits for the rest.
        const share = Math.ceil(wanted / lanes.length);
        const open = () => lanes.filter((lane) => fallsOf(lane) < share);
        fleet.arm(() => open().map((lane) => ({ ...nextArm(lane, random, MAX_REACH), ...kind.fall(random) })));
        const endAt = Date.now() + (wanted * MAX_MS_PER_FALL + 20_000) * TIMEOUT_FACTOR;
        const total = () => lanes.reduce((sum, lane) => sum + fallsOf(lane), 0);
        let told = 0;
        const asked = await Promise.all(
          lanes.map((lane) =>
            keepAsking(
              Math.ceil(kind.width / lanes.length),
              () => fallsOf(lane) >= share || Date.now() > endAt,
              async (n) => {
                if (total() >= told + 20) {
                  told = total();
                  options.progress(`${part}: ${told} of ${wanted} falls`);
                }
                const one = await lane.next(n);
                // A scheduled post is answered long before it goes out: no more of them than can be worked off.
                if (lane.mode === 'scheduled') await sleep(500);
                return one;
              },
            ),
          ),
        );
        fleet.disarm();
        const faults = await faulting.stop();
        const { settleBoundMs: boundMs, lingerMs = LINGER_MS } = kind;
        const judgement = await judge(world, fleet, { asked: asked.flat(), boundMs, lingerMs });
        const notes = lanes
          .map((lane) => `${nameOf(lane)} ${[...lane.falls].map(([point, n]) => `${point} ${n}`).join(' ')}`)
          .join('; ');
        const violations = lanes
          .filter((lane) => fallsOf(lane) < share)
          .map((lane) => `${nameOf(lane)} fell ${fallsOf(lane)} times of ${share}`);
        const what = { scenario: kind.name, label: part, seed: options.seed, startedAt };
        return toRunResult({ ...what, fleet: fleet.counts, judgement, faults, notes, violations });
      });
    },
  };
}

const EACH_LANE = LANES.map(nameOf);

export const kills = fallAtCheckpoints({
  name: 'kills',
  about: 'kill -9 at each checkpoint of each network, immediate and scheduled (--kills per part)',
  fall: () => ({ action: 'kill' }),
  falls: 260,
  faults: 0,
  servers: 6,
  accounts: 3,
  width: 16,
  settleBoundMs: 120_000,
  // Networks show at once what they did, so that waits for it may be short; a busy machine is given its time.
  orders: { minuteTick: false, waitScale: 60 },
  parts: EACH_LANE,
});

/** A process that sleeps past its lease and goes on where it was. */
export const stops = fallAtCheckpoints({
  name: 'stops',
  about: 'SIGSTOP for twice the lease at each checkpoint, with 10 % faults (--kills per part)',
  fall: () => ({ action: 'stop' }),
  falls: 30,
  faults: 0.1,
  servers: 3,
  accounts: 3,
  width: 12,
  settleBoundMs: 120_000,
  orders: {},
  parts: EACH_LANE,
});

/** Some runs come back: later than a public call may start after its intent was asked for, or after their target was settled without them. */
const BACK_MS = { late: 30_000, tooLate: 165_000 };

/** A run that never comes back, or late, in a process that is well: its lease is kept up to its deadline of two and a half minutes, then it is settled without it. */
export const hangs = fallAtCheckpoints({
  name: 'hangs',
  about: 'runs that never come back in processes that live on, at each checkpoint (--kills in all)',
  fall: (random) => {
    const forMs = random.pick([undefined, BACK_MS.late, BACK_MS.tooLate]);
    return { action: 'hang', ...(forMs !== undefined && { forMs }) };
  },
  falls: 240,
  faults: 0,
  servers: 3,
  accounts: 8,
  width: 32,
  settleBoundMs: 240_000,
  // Until the last of them is back, and for a moment more.
  lingerMs: 20_000,
  orders: { minuteTick: false },
  parts: [EVERY_NETWORK],
});
