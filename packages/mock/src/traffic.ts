/** Requests that are being answered, so that the clock can wait until each has come as far as it can without time. */
export type Traffic = {
  /** Counts a request while `work` answers it. */
  answer<T>(work: () => Promise<T>): Promise<T>;
  /** Lets a request wait for time; meanwhile nobody waits for the request. */
  park<T>(until: Promise<T>): Promise<T>;
  /** Ends once every request is answered or waits for time. */
  quiet(): Promise<void>;
};

/** Tests put timers of their own in the place of the global one, and it never fires. */
const later = globalThis.setTimeout;

/** A turn of the event loop: whoever adapts a request to the mock in this process has handed it over after it. */
const turn = (): Promise<void> => new Promise((resolve) => void later(resolve, 0));

export function createTraffic(): Traffic {
  let active = 0;
  let waiting: (() => void)[] = [];
  const leave = (): void => {
    active -= 1;
    if (active > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
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
      await turn();
      while (active > 0) {
        await new Promise<void>((resolve) => void waiting.push(resolve));
        await turn();
      }
    },
  };
}
