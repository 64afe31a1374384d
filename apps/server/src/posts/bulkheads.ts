import { createKeyedSemaphore } from '../semaphore.ts';

/** Limits on work in flight in this process, so that one project or account cannot use all capacity. */
export type Bulkheads = {
  /** Reserves capacity for an immediate publish. Returns null when the instance or the project is at its limit: then record nothing. */
  enter(projectId: string, targets: number): { leave(): void } | null;
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

export function createBulkheads(limits: Limits): Bulkheads {
  const publishes = new Map<string, number>();
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
    enter(projectId, targets) {
      const running = publishes.get(projectId) ?? 0;
      if (running >= limits.publishesInFlightPerProject) return null;
      // A post that is larger than the whole limit may run alone.
      if (targetsInFlight > 0 && targetsInFlight + targets > limits.targetsInFlight) return null;
      publishes.set(projectId, running + 1);
      const leaveTargets = take(targets);
      let left = false;
      return {
        leave() {
          if (left) return;
          left = true;
          const now = publishes.get(projectId)! - 1;
          if (now === 0) publishes.delete(projectId);
          else publishes.set(projectId, now);
          leaveTargets();
        },
      };
    },
    inAccountLane: accounts.run,
    idle: () => (targetsInFlight === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}
