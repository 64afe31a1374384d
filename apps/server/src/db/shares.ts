/** Divides the places of a pool among those who use it: none holds more than its share, and free places go round among those who wait. */
export type Shares = {
  /** Runs `work` once its owner has a place. Throws ShareExhausted when too many of its statements wait already, or when it waited for too long; then `work` never starts. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
};

/** Nothing was sent to the database, because the owner of the statement uses its whole share of the connections. */
export class ShareExhausted extends Error {
  override readonly name = 'ShareExhausted';
}

export type ShareLimits = {
  /** Places in all. */
  readonly places: number;
  /** Places that one owner may hold at once. */
  readonly each: number;
  /** How many of one owner may wait. */
  readonly waiting: number;
  /** How many of all owners may wait. Beyond it the owner with most of them is refused. */
  readonly waitingInAll: number;
  readonly waitMs: number;
  /**
   * While others call as well, an owner whose statements wait leaves a place empty after each statement, for as long as that took and a millisecond at least. So its
   * statements, and what is made of their rows, take half of the time of its places. Default: it uses all of it.
   */
  readonly rests?: boolean;
};

/** Others call as long as the last of them did within this time. */
const OTHERS_MS = 1_000;

type Waiter = { readonly start: () => void; readonly refuse: () => void };
type Owner = { running: number; readonly waiters: Waiter[] };

/**
 * Owners without work take up no memory.
 *
 * @example
 * const shares = createShares({ places: 8, each: 4, waiting: 100, waitingInAll: 800, waitMs: 10_000 });
 * const rows = await shares.run(projectId, () => db.query(statement));
 */
export function createShares(limits: ShareLimits): Shares {
  const owners = new Map<string, Owner>();
  /** Who waits, next one first. */
  const turns = new Set<string>();
  let running = 0;
  let waiting = 0;
  const callers = limits.rests ? recentCallers() : null;

  const startWaiting = (): void => {
    for (const name of turns) {
      if (running >= limits.places) return;
      const owner = owners.get(name)!;
      if (owner.running >= limits.each) continue;
      turns.delete(name);
      const next = owner.waiters.shift()!;
      waiting--;
      // Its next one waits behind everybody else's.
      if (owner.waiters.length > 0) turns.add(name);
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
      // The place is free for others meanwhile.
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
    if (owner.waiters.length === 0) turns.delete(name);
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

  const place = (name: string, owner: Owner): Promise<void> => {
    if (running < limits.places && owner.running < limits.each) {
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
      turns.add(name);
      waiting++;
      if (waiting > limits.waitingInAll) refuseOneOfTheLongest();
    });
  };

  return {
    async run(name, work) {
      const owner = owners.get(name) ?? { running: 0, waiters: [] };
      owners.set(name, owner);
      callers?.note(name);
      await place(name, owner);
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        leave(name, owner, startedAt);
      }
    },
  };
}

/** Whether somebody else has called lately. */
function recentCallers() {
  let last = { name: '', at: Number.NEGATIVE_INFINITY };
  /** The last one with another name. */
  let before = last;
  return {
    note(name: string): void {
      if (last.name !== name) before = last;
      last = { name, at: performance.now() };
    },
    hasOthers: (name: string): boolean => performance.now() - (last.name === name ? before : last).at < OTHERS_MS,
  };
}
