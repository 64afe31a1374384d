import type { Clock } from './clock.ts';

type Event = { readonly atMs: number; readonly run: () => void };

/** The events that are due later: scheduled posts, and slow answers of networks. */
export type Timeline = {
  /** Runs at the moment or, when that has passed, with the next request. */
  at(atMs: number, run: () => void): void;
  /** Runs everything that is due. */
  runDue(): void;
  /**
   * Moves the clock; every event happens at its time. `settled` ends its effects before the next.
   */
  travelTo(toMs: number, settled: () => Promise<void> | null): Promise<void>;
  clear(): void;
};

export function createTimeline(clock: Clock, later: (run: () => void, ms: number) => void): Timeline {
  let events: Event[] = [];

  /** False when nothing is left to run until then. */
  function runNext(untilMs: number): boolean {
    const next = events.reduce<Event | null>(
      (first, event) => (event.atMs <= untilMs && (first === null || event.atMs < first.atMs) ? event : first),
      null,
    );
    if (next === null) return false;
    events = events.filter((event) => event !== next);
    if (next.atMs > clock.now()) clock.set(next.atMs);
    next.run();
    return true;
  }

  function runDue(): void {
    const untilMs = clock.now();
    while (runNext(untilMs));
  }
  /** Timers may end early and last 24.8 days at most: waits again until the event has run. */
  function wake(event: Event): void {
    later(
      () => {
        runDue();
        if (events.includes(event)) wake(event);
      },
      Math.max(1, event.atMs - clock.now()),
    );
  }

  return {
    at(atMs, run) {
      const event = { atMs, run };
      events.push(event);
      // A frozen clock reaches it by time travel alone.
      if (clock.mode === 'running') wake(event);
    },
    runDue,
    async travelTo(toMs, settled) {
      while (runNext(toMs)) {
        const settling = settled();
        if (settling) await settling;
      }
      if (toMs > clock.now()) clock.set(toMs);
    },
    clear() {
      events = [];
    },
  };
}
