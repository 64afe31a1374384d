import type { OAuthPlatform } from '@fanfare/contract';
import type { PlanName } from '@fanfare/rules';
import type { ChaosPostgres } from './chaos-postgres.ts';
import type { ChaosServerOptions } from './chaos-server-options.ts';
import type { CrashPoint } from './crash-points.ts';
import type { Fleet } from './fleet.ts';
import type { Mutant } from './mutants.ts';
import { type ChaosProject, createWorld, type World } from './world.ts';

/** A world with running servers, and one project with connected accounts. */
export type Deployment = {
  readonly world: World;
  readonly fleet: Fleet;
  readonly urls: readonly string[];
  readonly project: ChaosProject;
  readonly imageUrl: string;
};

type Options = {
  readonly servers: number;
  /** One account per entry. */
  readonly networks: readonly OAuthPlatform[];
  readonly plan?: PlanName;
  readonly mutants?: readonly Mutant[] | undefined;
  /** In place of one for this run; closed with it. */
  readonly postgres?: ChaosPostgres;
  /** Servers keep their states below it; in memory when absent. */
  readonly stateFolder?: string;
  readonly serverOptions?: Partial<ChaosServerOptions> | ((index: number) => Partial<ChaosServerOptions>);
  readonly environment?: Readonly<Record<string, string>>;
  readonly isTimed?: boolean;
  readonly onCrash?: (crashPoint: CrashPoint) => void;
  readonly wakeAfterMs?: number;
  /** Starts a balancer of these servers, which callers use in their place. Returns its address. */
  readonly balance?: (servers: readonly string[]) => Promise<string>;
};

/** Starts a deployment, runs `work` and always cleans up. */
export async function withDeployment<T>(options: Options, work: (deployment: Deployment) => Promise<T>): Promise<T> {
  const { networks, plan, mutants, postgres, balance, ...fleetOptions } = options;
  const world = await createWorld(mutants, postgres);
  let fleet: Fleet | null = null;
  try {
    fleet = await world.startFleet(fleetOptions);
    await fleet.ready();
    const servers = fleet.slots.map(({ url }) => url);
    const urls = balance ? [await balance(servers)] : servers;
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

/** `list` repeated so many times: several accounts of each network. */
export const times = <T>(n: number, list: readonly T[]): T[] => Array.from({ length: n }, () => list).flat();
