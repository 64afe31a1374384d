import type { Database } from '../db/database.ts';
import type { Logger } from '../process/log/log.ts';
import { findLastPositions } from './events.table.ts';

/** Interval of the look for events that other servers made public. */
const LOOK_EVERY_MS = 1_000;

type Deps = { readonly db: Database; readonly log: Logger };

/** Wakes readers when their project has new public events. One statement serves all readers. */
export type EventFeed = {
  /** Waits for an event after `position`, for `ms` at most. */
  next(
    projectId: string,
    position: number,
    wait: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<'event' | 'timeout' | 'aborted'>;
  /** Reads the positions now: this server has made events public. */
  look(): void;
  stop(): void;
};

type Waiter = { readonly projectId: string; readonly position: number; readonly found: () => void };

export function startEventFeed(deps: Deps): EventFeed {
  const waiters = new Set<Waiter>();
  let looking: Promise<void> | null = null;
  let again = false;

  const read = async (): Promise<void> => {
    do {
      again = false;
      if (waiters.size === 0) return;
      const last = await findLastPositions(deps.db, [...new Set([...waiters].map(({ projectId }) => projectId))]);
      for (const waiter of waiters) if ((last.get(waiter.projectId) ?? 0) > waiter.position) waiter.found();
    } while (again);
  };
  const look = (): void => {
    again = true;
    if (looking) return;
    looking = read()
      .catch((err: unknown) => deps.log.warn({ err }, 'looking for new events failed'))
      .finally(() => {
        looking = null;
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    next: (projectId, position, { ms, signal }) =>
      new Promise((resolve) => {
        const end = (outcome: 'event' | 'timeout' | 'aborted'): void => {
          waiters.delete(waiter);
          clearTimeout(timeout);
          signal.removeEventListener('abort', abort);
          resolve(outcome);
        };
        const abort = (): void => end('aborted');
        const timeout = setTimeout(end, ms, 'timeout');
        const waiter: Waiter = { projectId, position, found: () => end('event') };
        if (signal.aborted) return abort();
        waiters.add(waiter);
        signal.addEventListener('abort', abort);
      }),
    look,
    stop: () => clearInterval(timer),
  };
}
