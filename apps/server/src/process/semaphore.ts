/** Bounds the concurrent work of each key. Work without a permit waits in order. */
export type KeyedSemaphore = {
  /** Runs `work` once a permit of this key is free. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Does the same, or returns null when it gave up while it waited. */
  run<T extends NonNullable<unknown>>(key: string, work: () => Promise<T>, giveUp: GiveUp): Promise<T | null>;
};

/** The end of a wait: an abort, or a time. */
type GiveUp = AbortSignal | { readonly afterMs: number };

/**
 * A keyed mutex with one permit. Unused keys take up no memory.
 *
 * @example
 * const reads = createKeyedSemaphore(8);
 * const counts = await reads.run('x', () => adapter.metrics(call, id), signal);
 */
export function createKeyedSemaphore(permits: number): KeyedSemaphore {
  const keys = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  async function run<T>(key: string, work: () => Promise<T>): Promise<T>;
  async function run<T>(key: string, work: () => Promise<T>, giveUp: GiveUp): Promise<T | null>;
  async function run<T>(key: string, work: () => Promise<T>, giveUp?: GiveUp): Promise<T | null> {
    const state = keys.get(key) ?? { running: 0, waiting: [] };
    keys.set(key, state);
    if (state.running >= permits) {
      // The ended work passes its permit on, so `running` stays.
      if (!(await permitFrom(state.waiting, giveUp))) return null;
    } else {
      state.running++;
    }
    try {
      return await work();
    } finally {
      const next = state.waiting.shift();
      if (next) next();
      else if (--state.running === 0) keys.delete(key);
    }
  }
  return { run };
}

/** False when it gave up first. */
function permitFrom(waiting: (() => void)[], giveUp: GiveUp | undefined): Promise<boolean> {
  const signal = giveUp && 'afterMs' in giveUp ? AbortSignal.timeout(giveUp.afterMs) : giveUp;
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const take = (): void => {
      signal?.removeEventListener('abort', leave);
      resolve(true);
    };
    const leave = (): void => {
      waiting.splice(waiting.indexOf(take), 1);
      resolve(false);
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.push(take);
  });
}
