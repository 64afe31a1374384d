import type { OAuthPlatform } from '@fanfare/contract';
import type { PlanName } from '@fanfare/rules';
import type { Arm } from './arms.ts';
import type { Fleet } from './fleet.ts';
import type { Mutant } from './mutants.ts';
import type { ServerOrders } from './server-orders.ts';
import { type ChaosProject, createWorld, type World } from './world.ts';

/** A world with servers that are up, and one project with connected accounts. */
export type Stage = {
  readonly world: World;
  readonly fleet: Fleet;
  readonly urls: readonly string[];
  readonly project: ChaosProject;
  readonly imageUrl: string;
};

type Options = {
  readonly servers: number;
  /** An account for each. */
  readonly networks: readonly OAuthPlatform[];
  readonly plan?: PlanName;
  readonly mutants?: readonly Mutant[] | undefined;
  readonly orders?: Partial<ServerOrders> | ((index: number) => Partial<ServerOrders>);
  readonly environment?: Readonly<Record<string, string>>;
  readonly isTimed?: boolean;
  readonly onFall?: (arm: Arm) => void;
  readonly wakeAfterMs?: number;
};

/** Sets a stage, lets `work` play on it, and clears it away whatever happened. */
export async function onStage<T>(options: Options, work: (stage: Stage) => Promise<T>): Promise<T> {
  const { networks, plan, mutants, ...fleetOptions } = options;
  const world = await createWorld(mutants);
  let fleet: Fleet | null = null;
  try {
    fleet = await world.startFleet(fleetOptions);
    await fleet.ready();
    const urls = fleet.slots.map(({ url }) => url);
    const apiKey = await world.createProject(plan);
    const accounts = await world.connect(urls[0]!, apiKey, networks);
    return await work({
      world,
      fleet,
      urls,
      project: { apiKey, accounts },
      imageUrl: world.sandbox.sample('harbour.jpg'),
    });
  } finally {
    await fleet?.close();
    await world.close();
  }
}

/** `list` so many times over: several accounts of each network. */
export const times = <T>(n: number, list: readonly T[]): T[] => Array.from({ length: n }, () => list).flat();
