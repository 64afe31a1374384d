import type { Clock } from './clock.ts';

type Event = { readonly atMs: number; readonly run: () => void };

/** What is to happen at its time: scheduled posts, and what a network takes long for. */
export type Timeline = {
  /** Runs at the moment or, when that has passed, with the next request. */
  at(atMs: number, run: () => void): void;
  /** Runs everything that is due. */
  runDue(): void;
  /** Moves the clock; every event on the way happens at its own time, earliest first. */
  travelTo(toMs: number): void;
  clear(): void;
};

export function createTimeline(clock: Clock, later: (run: () => void, ms: number) => void): Timeline {
  let events: Event[] = [];

  function runUntil(untilMs: number): void {
    for (;;) {
      const next = events.reduce<Event | null>(
        (first, event) => (event.atMs <= untilMs && (first === null || event.atMs < first.atMs) ? event : first),
        null,
      );
      if (next === null) return;
      events = events.filter((event) => event !== next);
      if (next.atMs > clock.now()) clock.set(next.atMs);
      next.run();
    }
  }

  const runDue = (): void => runUntil(clock.now());
  /** A timer can end a fraction of a millisecond before the clock gets there, and 24.8 days are the longest: wait again until the event has run. */
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
    travelTo(toMs) {
      runUntil(toMs);
      if (toMs > clock.now()) clock.set(toMs);
    },
    clear() {
      events = [];
    },
  };
}
