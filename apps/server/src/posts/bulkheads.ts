import { createKeyedSemaphore } from '../semaphore.ts';

/** Limits on work in flight in this process, so that one project or account cannot use all capacity. */
export type Bulkheads = {
  /**
   * Reserves capacity for an immediate publish, which goes to the hubs at these addresses as well. Returns null when the instance, the project, or the project on
   * one of the hubs is at its limit: then record nothing.
   */
  enter(projectId: string, targets: number, hubs?: readonly string[]): { leave(): void } | null;
  /** Reserves capacity for targets that were claimed and must run; `available()` is the number that may be claimed. */
  take(targets: number): () => void;
  available(): number;
  /** Runs `work` within the account's limit, first come first served. Returns null when `stopping` is aborted while it waits: then `work` never starts. */
  inAccountLane<T extends NonNullable<unknown>>(
    accountId: string,
    work: () => Promise<T>,
    stopping: AbortSignal,
  ): Promise<T | null>;
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>;
  readonly targetsInFlight: number;
};

type Limits = {
  readonly targetsInFlight: number;
  readonly publishesInFlightPerProject: number;
  readonly writesInFlightPerAccount: number;
};

/** How much of the publishes of a project one hub may take: two that do not answer leave the rest to the others. */
const SHARE_OF_A_HUB = 0.4;

export function createBulkheads(limits: Limits): Bulkheads {
  const publishesPerHub = Math.ceil(limits.publishesInFlightPerProject * SHARE_OF_A_HUB);
  const publishes = createCounts();
  const hubPublishes = createCounts();
  const accounts = createKeyedSemaphore(limits.writesInFlightPerAccount);
  const idleWaiters: (() => void)[] = [];
  let targetsInFlight = 0;

  const take = (targets: number): (() => void) => {
    targetsInFlight += targets;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      targetsInFlight -= targets;
      if (targetsInFlight === 0) for (const wake of idleWaiters.splice(0)) wake();
    };
  };

  return {
    take,
    available: () => limits.targetsInFlight - targetsInFlight,
    get targetsInFlight() {
      return targetsInFlight;
    },
    enter(projectId, targets, hubs = []) {
      const lanes = [...new Set(hubs)].map((url) => `${projectId} ${url}`);
      const running = publishes.of(projectId);
      if (running >= limits.publishesInFlightPerProject) return null;
      if (lanes.some((lane) => hubPublishes.of(lane) >= publishesPerHub)) return null;
      // A post that is larger than the whole limit may run alone.
      if (targetsInFlight > 0 && targetsInFlight + targets > limits.targetsInFlight) return null;
      publishes.add(projectId, 1);
      for (const lane of lanes) hubPublishes.add(lane, 1);
      const leaveTargets = take(targets);
      let left = false;
      return {
        leave() {
          if (left) return;
          left = true;
          publishes.add(projectId, -1);
          for (const lane of lanes) hubPublishes.add(lane, -1);
          leaveTargets();
        },
      };
    },
    inAccountLane: accounts.run,
    idle: () => (targetsInFlight === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}

/** How many there are of each key. Keys without any take up no memory. */
function createCounts() {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    of,
    add(key: string, change: 1 | -1): void {
      const now = of(key) + change;
      if (now === 0) counts.delete(key);
      else counts.set(key, now);
    },
  };
}
