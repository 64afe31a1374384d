import type { Scheduler } from 'fast-check';
import { errorDetail } from '../../../src/publishing/error-detail.ts';
import { createInvariants } from './invariants.ts';
import { createModelClock } from './model-clock.ts';
import { cancelTargets, recordPost } from './model-due-targets.ts';
import { createModelNetwork } from './model-network.ts';
import { LEASE_SECONDS, type ModelProcess, startProcess } from './model-process.ts';
import { createModelRows } from './model-rows.ts';
import { useModelTime } from './model-time.ts';
import type { Sabotage } from './sabotage.ts';
import { type NetworkKind, PLATFORM_OF, type PostPlan, type Scenario, type UserAct } from './scenario.ts';
import { createWorld, MAX_TURNS, type World } from './world.ts';

const RESTART_MS = 20_000;
/** One server's clock is right, one ten minutes ahead, one ten minutes behind. */
const SKEWS_MS = [0, 600_000, -600_000];

export type Simulated = {
  /** Sentences about broken invariants; empty when all held. */
  readonly broken: readonly string[];
  readonly turns: number;
  readonly history: readonly string[];
};

/**
 * Plays a scenario in one order of steps until everything has settled and nothing runs any more,
 * and checks the invariants.
 */
export async function simulate(scheduler: Scheduler, scenario: Scenario, sabotage: Sabotage): Promise<Simulated> {
  const clock = createModelClock();
  const rows = createModelRows(clock, sabotage.without);
  const network = createModelNetwork(clock, scenario);
  const invariants = createInvariants(rows, network);
  const kinds = new Map<string, NetworkKind>();
  const world = createWorld(scheduler, { scenario, clock, rows, network, invariants, kinds, sabotage });
  for (const kind of Object.keys(PLATFORM_OF)) rows.accounts.set(kind, { status: 'active' });

  const restoreTime = useModelTime(clock);
  try {
    const alive: ModelProcess[] = [];
    for (let slot = 0; slot < scenario.slots; slot++) void keepRunning(world, slot, alive);
    scenario.posts.forEach((plan, index) => {
      record(world, kinds, plan, index, alive[index % scenario.slots]!);
    });
    const users = { busy: scenario.users.length };
    for (const act of scenario.users) void actAsUser(world, act, users);
    await scheduler.waitFor(passTime(world, alive, users));
  } finally {
    restoreTime();
  }
  return { broken: invariants.judge(), turns: world.turns.count, history: world.history };
}

/** A process in this place; when it ends, another one some time later. */
async function keepRunning(world: World, slot: number, alive: ModelProcess[]): Promise<void> {
  for (let generation = 1; ; generation++) {
    const accidents = generation === 1 ? world.scenario.accidents.filter((accident) => accident.slot === slot) : [];
    alive[slot] = startProcess(world, { name: `${'ABC'[slot]}${generation}`, skewMs: SKEWS_MS[slot]!, accidents });
    await alive[slot].gone;
    await world.clock.sleep(RESTART_MS);
  }
}

function record(
  world: World,
  kinds: Map<string, NetworkKind>,
  plan: PostPlan,
  index: number,
  owner: ModelProcess,
): void {
  const id = `post${index + 1}`;
  const start =
    plan.dueInMs === null
      ? { leaseOwner: owner.name, leaseSeconds: LEASE_SECONDS }
      : { publishAt: world.clock.now() + plan.dueInMs };
  const targets = plan.targets.map(({ network, text, comment }, position) => {
    const targetId = `${id}-${position + 1}-${network}`;
    kinds.set(targetId, network);
    const firstComment = network === 'x' ? null : comment;
    const { budgetMs } = plan;
    return { id: targetId, accountId: network, platform: PLATFORM_OF[network], content: text, firstComment, budgetMs };
  });
  const recorded = recordPost(world.rows, { id, start, targets });
  if (plan.dueInMs === null) for (const target of recorded) owner.runNow(target, plan.budgetMs);
}

async function actAsUser(world: World, { afterMs, act, target }: UserAct, users: { busy: number }): Promise<void> {
  const { rows, clock } = world;
  await clock.sleep(afterMs);
  await world.turn(`the user asks to ${act}`);
  world.note(`the user asks to ${act}`);
  const all = [...rows.targets.values()];
  const { postId, accountId } = all[target % all.length]!;
  if (act === 'cancel') cancelTargets(rows, postId, errorDetail('cancelled'));
  else {
    rows.accounts.set(accountId, { status: 'revoked' });
    world.invariants.onDisconnected(accountId);
  }
  users.busy--;
}

/**
 * Moves the clock, in separate steps, until all targets are settled and nothing can be sent any
 * more: no run continues, asleep or not, and no call is in flight.
 */
async function passTime(world: World, alive: readonly ModelProcess[], users: { readonly busy: number }): Promise<void> {
  const { clock, rows, scenario } = world;
  const isOver = () =>
    world.inFlight.count === 0 &&
    users.busy === 0 &&
    alive.every(({ runs }) => runs === 0) &&
    [...rows.targets.values()].every(({ done }) => done);
  for (let leap = 0; !isOver() && world.turns.count < MAX_TURNS; ) {
    await world.turn('time passes');
    if (world.hasReadyStep()) {
      clock.advanceTo(clock.now() + scenario.leapsMs[leap++ % scenario.leapsMs.length]!);
    } else {
      clock.advanceTo(clock.nextAt() ?? clock.now());
    }
  }
}
