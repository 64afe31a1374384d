/** Running requests and deliveries. The clock waits until each is answered or waits for time. */
export type Traffic = {
  /** Counts a request while `work` answers it. */
  answer<T>(work: () => Promise<T>): Promise<T>;
  /** Lets a request wait for time; `quiet` does not wait for it meanwhile. */
  park<T>(until: Promise<T>): Promise<T>;
  /** Resolves when every request is answered or waits for time. */
  quiet(): Promise<void>;
  /** The same for those that are known here; null when there is none. */
  settled(): Promise<void> | null;
};

/** Tests replace the global timer with a fake one that never fires. */
const later = globalThis.setTimeout;

/** Waits until the adapters of this process have passed their requests on. */
const nextTask = (): Promise<void> => new Promise((resolve) => void later(resolve, 0));

export function createTraffic(): Traffic {
  let active = 0;
  let waiting: (() => void)[] = [];
  const leave = (): void => {
    active -= 1;
    if (active > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const settled = async (): Promise<void> => {
    while (active > 0) {
      await new Promise<void>((resolve) => void waiting.push(resolve));
      await nextTask();
    }
  };
  return {
    async answer(work) {
      active += 1;
      try {
        return await work();
      } finally {
        leave();
      }
    },
    async park(until) {
      leave();
      try {
        return await until;
      } finally {
        active += 1;
      }
    },
    async quiet() {
      await nextTask();
      await settled();
    },
    settled: () => (active > 0 ? settled() : null),
  };
}
