import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosServerOptions } from '../chaos-server-options.ts';
import type { CrashPoint } from '../crash-points.ts';
import { withDeployment } from '../deployment.ts';
import { injectFaults } from '../fault-mix.ts';
import { isHub, leftoversOf, loseAnswers } from '../hubs.ts';
import { crashesOf, HUB_LANES, LANES, type Lane, nameOf, nextCrashPoint, type OpenLane, openLane } from '../lanes.ts';
import { keepRequesting } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { TIMEOUT_FACTOR } from '../timeout-factor.ts';
import type { ChaosNetwork, World } from '../world.ts';

/** A part that crashes more slowly than this ends early. */
const MAX_MS_PER_CRASH = 4_000;
/** Long enough to see what is still on its way after everything has settled. */
const LINGER_MS = 2_500;
/**
 * Scheduled posts that may be open before the next one is requested. Their answers do not wait for
 * them, so without a limit the posts of a slow machine pile up between two crashes; thousands of
 * runs that wait for a network then ask it too often to get anywhere, since waits are short here.
 */
const MOST_OPEN = 200;
/** A run crashes at its first, second or third pass of a checkpoint. */
const MAX_REACH = 3;

type Kind = {
  readonly name: string;
  readonly about: string;
  readonly lanes: readonly Lane[];
  readonly crash: (random: ReturnType<typeof createRandom>) => Pick<CrashPoint, 'action' | 'forMs'>;
  /** By default, over all lanes of the part. */
  readonly crashes: number;
  /**
   * Share of calls that fail in addition; on hubs the share of public calls whose answers are lost.
   */
  readonly faults: number;
  readonly servers: number;
  readonly accounts: number;
  /** Concurrent requests, over all lanes. */
  readonly width: number;
  readonly settleBoundMs: number;
  readonly lingerMs?: number;
  readonly serverOptions: Partial<ChaosServerOptions>;
  readonly parts: readonly string[];
};

/** All lanes in one run, for runs without time for a separate world per lane. */
export const EVERY_NETWORK = 'every network';

/**
 * Processes crash at every checkpoint of every network in turn, while posts go out immediately or
 * on schedule.
 */
function crashAtCheckpoints(kind: Kind): Scenario {
  return {
    name: kind.name,
    about: kind.about,
    parts: kind.parts,
    run(part, options) {
      const chosen = kind.lanes.filter((lane) => part === EVERY_NETWORK || nameOf(lane) === part);
      const wanted = options.kills ?? kind.crashes;
      const random = createRandom(options.seed);
      const startedAt = Date.now();
      const { servers = kind.servers, mutants } = options;
      let lanes: OpenLane[] = [];
      const onCrash = ({ projectId, point }: CrashPoint) => {
        const crashed = lanes.find((lane) => lane.projectId === projectId);
        crashed?.crashes.set(point, crashed.crashes.get(point)! + 1);
      };
      return withDeployment(
        { servers, mutants, networks: [], onCrash, serverOptions: kind.serverOptions },
        async (deployment) => {
          const { world, fleet } = deployment;
          lanes = await Promise.all(
            chosen.map((lane) => openLane(deployment, lane, { accounts: kind.accounts, random })),
          );
          const networks = [...new Set(chosen.map(({ network }) => network))];
          const faultInjection = startFaults(world, networks, { share: kind.faults, random });
          // Each lane crashes equally often: a lane with its share waits for the others.
          const share = Math.ceil(wanted / lanes.length);
          const open = () => lanes.filter((lane) => crashesOf(lane) < share);
          fleet.arm(() =>
            open().map((lane) => ({ ...nextCrashPoint(lane, random, MAX_REACH), ...kind.crash(random) })),
          );
          const endAt = Date.now() + (wanted * MAX_MS_PER_CRASH + 20_000) * TIMEOUT_FACTOR;
          const isOver = (lane: OpenLane) => crashesOf(lane) >= share || Date.now() > endAt;
          const total = () => lanes.reduce((sum, lane) => sum + crashesOf(lane), 0);
          let reported = 0;
          const requested = await Promise.all(
            lanes.map((lane) =>
              keepRequesting(
                Math.ceil(kind.width / lanes.length),
                () => isOver(lane),
                async (n) => {
                  if (total() >= reported + 20) {
                    reported = total();
                    options.progress(`${part}: ${reported} of ${wanted} crashes`);
                  }
                  const one = await lane.next(n);
                  if (lane.mode === 'scheduled')
                    do await sleep(500);
                    while (!isOver(lane) && (await openTargets(world)) > MOST_OPEN);
                  return one;
                },
              ),
            ),
          );
          await fleet.disarm();
          const faults = await faultInjection.stop();
          const { settleBoundMs: boundMs, lingerMs = LINGER_MS } = kind;
          const judgement = await judge(world, fleet, { requested: requested.flat(), boundMs, lingerMs });
          const crashes = lanes.map(
            (lane) => `${nameOf(lane)} ${[...lane.crashes].map(([point, n]) => `${point} ${n}`).join(' ')}`,
          );
          const notes = [...crashes, ...(await leftoverNotes(world, networks))].join('; ');
          const violations = lanes
            .filter((lane) => crashesOf(lane) < share)
            .map((lane) => `${nameOf(lane)} crashed ${crashesOf(lane)} times of ${share}`);
          const what = { scenario: kind.name, label: part, seed: options.seed, startedAt };
          return toRunResult({ ...what, fleet: fleet.counts, judgement, faults, notes, violations });
        },
      );
    },
  };
}

async function openTargets({ postgres }: World): Promise<number> {
  const [row] = await postgres.query<{ open: number }>('select count(*)::int as open from targets where not done');
  return row!.open;
}

type Faults = { readonly share: number; readonly random: ReturnType<typeof createRandom> };

function startFaults({ sandbox }: World, networks: readonly ChaosNetwork[], faults: Faults) {
  const roles = networks.filter(isHub);
  if (roles.length > 0) return loseAnswers(sandbox, { roles, ...faults });
  return injectFaults(sandbox, { networks: networks.filter((network) => !isHub(network)), ...faults });
}

/** Leftovers are no violation: readers of the hub do not see them. */
async function leftoverNotes({ sandbox }: World, networks: readonly ChaosNetwork[]): Promise<string[]> {
  const roles = networks.filter(isHub);
  if (roles.length === 0) return [];
  const { drafts, uploads } = await leftoversOf(sandbox, roles);
  return [`left over: ${drafts} drafts, ${uploads} uploads`];
}

const EACH_LANE = LANES.map(nameOf);

export const kills = crashAtCheckpoints({
  name: 'kills',
  about: 'kill -9 at each checkpoint of each network, immediate and scheduled (--kills per part)',
  lanes: LANES,
  crash: () => ({ action: 'kill' }),
  crashes: 260,
  faults: 0,
  servers: 6,
  accounts: 3,
  width: 16,
  settleBoundMs: 120_000,
  // Networks show their posts at once, so that waits can be short; a busy machine gets more time.
  serverOptions: { jobs: false, waitScale: 60 },
  parts: EACH_LANE,
});

/** Texts, single images and carousels on both kinds of hubs. */
export const hubs = crashAtCheckpoints({
  name: 'hubs',
  about:
    'kill -9 at each checkpoint of both hub drivers, with 20 % of the answers to public calls lost (--kills per part)',
  lanes: HUB_LANES,
  crash: () => ({ action: 'kill' }),
  crashes: 100,
  faults: 0.2,
  servers: 6,
  accounts: 3,
  width: 16,
  settleBoundMs: 120_000,
  serverOptions: { jobs: false, waitScale: 60 },
  parts: HUB_LANES.map(nameOf),
});

/** A process that is stopped past its lease and then continues. */
export const stops = crashAtCheckpoints({
  name: 'stops',
  about: 'SIGSTOP for twice the lease at each checkpoint, with 10 % faults (--kills per part)',
  lanes: LANES,
  crash: () => ({ action: 'stop' }),
  crashes: 30,
  faults: 0.1,
  servers: 3,
  accounts: 3,
  width: 12,
  settleBoundMs: 120_000,
  serverOptions: {},
  parts: EACH_LANE,
});

/**
 * Some runs continue late: after a public call may start under its intent, or after their target
 * was settled without them.
 */
const BACK_MS = { late: 30_000, tooLate: 165_000 };

/**
 * A run that hangs, for good or for a long time, in a healthy process: its lease is renewed up to
 * its deadline of two and a half minutes, then the target settles without it.
 */
export const hangs = crashAtCheckpoints({
  name: 'hangs',
  about: 'runs that never come back in processes that live on, at each checkpoint (--kills in all)',
  lanes: LANES,
  crash: (random) => {
    const forMs = random.pick([undefined, BACK_MS.late, BACK_MS.tooLate]);
    return { action: 'hang', ...(forMs !== undefined && { forMs }) };
  },
  crashes: 240,
  faults: 0,
  servers: 3,
  accounts: 8,
  width: 32,
  settleBoundMs: 240_000,
  // Until the last of them has continued, and a moment longer.
  lingerMs: 20_000,
  serverOptions: { jobs: false },
  parts: [EVERY_NETWORK],
});
