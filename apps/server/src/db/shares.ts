/** Divides the slots of a pool: no owner holds more than its share, free slots go round-robin. */
export type Shares = {
  /** Runs `work` in a slot. Throws ShareExhausted for a full queue, or after `waitMs`. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
};

/** The owner of a statement uses its whole share of the connections. Nothing was sent. */
export class ShareExhausted extends Error {
  override readonly name = 'ShareExhausted';
}

export type ShareLimits = {
  readonly slots: number;
  /** Slots that one owner may hold at once. */
  readonly each: number;
  /** Waiting statements of one owner. */
  readonly waiting: number;
  /** Waiting statements of all owners. Beyond it the owner with most of them is refused. */
  readonly waitingInAll: number;
  readonly waitMs: number;
  /**
   * Pauses: while others call as well, an owner with waiting statements leaves its slot empty after
   * each statement for as long as that took, and so uses half of its time. Default: all of it.
   */
  readonly pauses?: boolean;
};

/** Others count as callers for this time after their last call. */
const OTHERS_MS = 1_000;

type Waiter = { readonly start: () => void; readonly refuse: () => void };
type Owner = { running: number; readonly waiters: Waiter[] };

/**
 * Shares without work take up no memory.
 *
 * @example
 * const shares = createShares({ slots: 8, each: 4, waiting: 100, waitingInAll: 800, waitMs });
 * const rows = await shares.run(projectId, () => db.query(statement));
 */
export function createShares(limits: ShareLimits): Shares {
  const owners = new Map<string, Owner>();
  /** Owners that wait, next one first. */
  const queue = new Set<string>();
  let running = 0;
  let waiting = 0;
  const callers = limits.pauses ? recentCallers() : null;

  const startWaiting = (): void => {
    for (const name of queue) {
      if (running >= limits.slots) return;
      const owner = owners.get(name)!;
      if (owner.running >= limits.each) continue;
      queue.delete(name);
      const next = owner.waiters.shift()!;
      waiting--;
      // Its next one goes to the end of the queue.
      if (owner.waiters.length > 0) queue.add(name);
      next.start();
    }
  };

  const leave = (name: string, owner: Owner, startedAt: number): void => {
    running--;
    const giveBack = (): void => {
      owner.running--;
      startWaiting();
      forget(name, owner);
    };
    if (callers && owner.waiters.length > 0 && callers.hasOthers(name)) {
      setTimeout(giveBack, performance.now() - startedAt);
      // The slot is free for others meanwhile.
      startWaiting();
    } else giveBack();
  };

  const forget = (name: string, owner: Owner): void => {
    if (owner.running === 0 && owner.waiters.length === 0) owners.delete(name);
  };

  const removeWaiter = (name: string, owner: Owner, waiter: Waiter): void => {
    const index = owner.waiters.indexOf(waiter);
    owner.waiters.splice(index, 1);
    waiting--;
    if (owner.waiters.length === 0) queue.delete(name);
    forget(name, owner);
  };

  const refuseOneOfTheLongest = (): void => {
    const [name, owner] = [...owners].reduce((longest, one) =>
      one[1].waiters.length > longest[1].waiters.length ? one : longest,
    );
    const last = owner.waiters.at(-1)!;
    removeWaiter(name, owner, last);
    last.refuse();
  };

  const takeSlot = (name: string, owner: Owner): Promise<void> => {
    if (running < limits.slots && owner.running < limits.each) {
      running++;
      owner.running++;
      return Promise.resolve();
    }
    if (owner.waiters.length >= limits.waiting) {
      forget(name, owner);
      return Promise.reject(new ShareExhausted('Too many statements of one owner wait.'));
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start() {
          clearTimeout(timer);
          running++;
          owner.running++;
          resolve();
        },
        refuse() {
          clearTimeout(timer);
          reject(new ShareExhausted('A statement found no connection.'));
        },
      };
      const timer = setTimeout(() => {
        removeWaiter(name, owner, waiter);
        waiter.refuse();
      }, limits.waitMs);
      owner.waiters.push(waiter);
      queue.add(name);
      waiting++;
      if (waiting > limits.waitingInAll) refuseOneOfTheLongest();
    });
  };

  return {
    async run(name, work) {
      const owner = owners.get(name) ?? { running: 0, waiters: [] };
      owners.set(name, owner);
      callers?.note(name);
      await takeSlot(name, owner);
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        leave(name, owner, startedAt);
      }
    },
  };
}

/** Knows whether another owner has called lately. */
function recentCallers() {
  let last = { name: '', at: Number.NEGATIVE_INFINITY };
  /** The last call of another name. */
  let before = last;
  return {
    note(name: string): void {
      if (last.name !== name) before = last;
      last = { name, at: performance.now() };
    },
    hasOthers: (name: string): boolean => performance.now() - (last.name === name ? before : last).at < OTHERS_MS,
  };
}
