/** Limits on work in flight in this process, so that one project or account cannot take everything. */
export type Bulkheads = {
  /** Takes room for an immediate publish, or null when the instance or the project is full: then nothing may be recorded. */
  enter(projectId: string, targets: number): { leave(): void } | null;
  /** Takes room for targets that were claimed and must be run; `room()` says how many may be claimed. */
  take(targets: number): () => void;
  room(): number;
  /** Runs `work` when the account has room; waiters go in turn. Null when `stopping` was aborted before there was room: then `work` never began. */
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
  const accounts = new Map<string, { running: number; waiting: (() => void)[] }>();
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
    room: () => limits.targetsInFlight - targetsInFlight,
    get targetsInFlight() {
      return targetsInFlight;
    },
    enter(projectId, targets) {
      const running = publishes.get(projectId) ?? 0;
      if (running >= limits.publishesInFlightPerProject) return null;
      // A lone post is let in even when it is larger than the whole limit.
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
    async inAccountLane(accountId, work, stopping) {
      const lane = accounts.get(accountId) ?? { running: 0, waiting: [] };
      accounts.set(accountId, lane);
      if (lane.running >= limits.writesInFlightPerAccount) {
        // The one that ends hands its place over, so `running` stays.
        if (!(await turnIn(lane.waiting, stopping))) return null;
      } else {
        lane.running++;
      }
      try {
        return await work();
      } finally {
        const next = lane.waiting.shift();
        if (next) next();
        else if (--lane.running === 0) accounts.delete(accountId);
      }
    },
    idle: () => (targetsInFlight === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}

/** Whether one's turn came before the process is to stop. */
function turnIn(waiting: (() => void)[], stopping: AbortSignal): Promise<boolean> {
  if (stopping.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const takeTurn = (): void => {
      stopping.removeEventListener('abort', leave);
      resolve(true);
    };
    const leave = (): void => {
      waiting.splice(waiting.indexOf(takeTurn), 1);
      resolve(false);
    };
    stopping.addEventListener('abort', leave, { once: true });
    waiting.push(takeTurn);
  });
}
