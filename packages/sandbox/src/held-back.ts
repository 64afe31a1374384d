/** What waits for its time because of a fault. */
export type HeldBack = {
  /**
   * For a request that came just now: runs a step after so long of real time, or when everything is released. At once when that happened meanwhile,
   * while the network was still performing the request.
   */
  begin(): (step: () => void, ms: number) => void;
  /** Goes on with everything that is held back. */
  release(): void;
};

export function createHeldBack(): HeldBack {
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
        if (ms <= 0 || releases > before) step();
        // A waiting fault must not keep a closed sandbox alive.
        else waiting.set(run, setTimeout(run, ms).unref());
      };
    },
    release() {
      releases++;
      for (const run of [...waiting.keys()]) run();
    },
  };
}
