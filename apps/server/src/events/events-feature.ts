import { LIMITS } from '@fanfare/contract';
import { findAllowedCallers } from '../callers/find-allowed-callers.ts';
import type { CallersPool, ListsPool, UpkeepPool } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { Ids } from '../process/ids.ts';
import type { Logger } from '../process/log/log.ts';
import { startEventFeed } from './event-feed.ts';
import { createEventStreams } from './event-streams.ts';
import { eventsHandlers } from './events.handlers.ts';
import { purgeEvents } from './events.table.ts';
import { startRelay } from './relay-events.ts';

/** Idle time of a stream. Proxies close at 60 s (nginx, proxy_read_timeout, checked 2026-11). */
const HEARTBEAT_MS = 15_000;

export type EventsDeps = {
  readonly db: CallersPool;
  readonly lists: ListsPool;
  readonly upkeep: UpkeepPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly now: () => Date;
  /** Epoch of the data (docs/backup.md). */
  readonly epoch: () => Date;
  readonly wakeDeliveries: () => void;
  /** Interval of comments on a quiet stream; 15 seconds by default. */
  readonly heartbeatMs?: number | undefined;
};

/** Makes events public, and serves them as pages and streams. */
export function eventsFeature({ db, lists, upkeep, ids, log, now, epoch, wakeDeliveries, heartbeatMs }: EventsDeps) {
  const feed = startEventFeed({ db: upkeep, log });
  const eventStreams = createEventStreams({
    ...{ db: upkeep, feed, log, cell: ids.cell, heartbeatMs: heartbeatMs ?? HEARTBEAT_MS },
    findAllowed: (callers) => findAllowedCallers({ db: upkeep, now }, callers),
  });
  const onRelayed = (): void => {
    feed.look();
    wakeDeliveries();
  };
  const relay = startRelay({ db: upkeep, ids, log, epoch, onRelayed });
  return {
    handlers: { events: eventsHandlers({ db, lists, ids, eventStreams }) },
    jobs: {
      'delete-events': (stopping: AbortSignal) =>
        deleteInBatches(stopping, (limit) => purgeEvents(upkeep, { days: LIMITS.eventDays.value, limit })),
    },
    wake: relay.wake,
    close: eventStreams.close,
    /** Relays all written events, then stops. */
    async stop(): Promise<void> {
      feed.stop();
      await relay.stop();
    },
  };
}
