/** Requests and answers that a fault delays. */
export type HeldBack = {
  /**
   * For a request that just arrived: runs a step after so much real time, or when everything is
   * released. At once when that happened meanwhile, while the network still performed the request.
   */
  begin(): (step: () => void, ms: number) => void;
  /** Continues everything that is held. */
  release(): void;
};

/** `onHold` learns how long each step is delayed, once it is. */
export function createHeldBack(onHold: (ms: number) => void = () => undefined): HeldBack {
  const waiting = new Map<() => void, NodeJS.Timeout>();
  let releases = 0;
  return {
    begin() {
      const before = releases;
      return (step, ms) => {
        const run = () => {
          clearTimeout(waiting.get(run));
          waiting.delete(run);
          step();
        };
        if (ms <= 0 || releases > before) {
          step();
          return;
        }
        // A pending fault must not keep a closed sandbox alive.
        waiting.set(run, setTimeout(run, ms).unref());
        onHold(ms);
      };
    },
    release() {
      releases++;
      for (const run of [...waiting.keys()]) run();
    },
  };
}
