import { findAllowedCallers } from '../callers/find-allowed-callers.ts';
import { startEventFeed } from '../events/event-feed.ts';
import { createEventStreams } from '../events/event-streams.ts';
import { startRelay } from '../events/relay-events.ts';
import type { Base } from './compose-base.ts';

/** Proxies close a connection that is quiet for 60 s (nginx, proxy_read_timeout, checked 2026-11), some earlier. */
const HEARTBEAT_MS = 15_000;

export type Events = ReturnType<typeof composeEvents>;

/** What makes events public, and those who read them at once. `wakeDeliveries`: there may be new deliveries. */
export function composeEvents({ upkeep: db, ids, log, options, restoreGuard }: Base, wakeDeliveries: () => void) {
  const feed = startEventFeed({ db, log });
  const eventStreams = createEventStreams({
    ...{ db, feed, log, heartbeatMs: options.eventHeartbeatMs ?? HEARTBEAT_MS },
    findAllowed: (callers) => findAllowedCallers(db, callers),
  });
  const onRelayed = (): void => {
    feed.look();
    wakeDeliveries();
  };
  const relay = startRelay({ db, ids, log, epoch: restoreGuard.epoch, onRelayed });
  return {
    eventStreams,
    /** Something was written that has an event. */
    wake: relay.wake,
    /** Ends the streams. */
    close: eventStreams.close,
    /** Relays what was written until now. */
    async stop(): Promise<void> {
      feed.stop();
      await relay.stop();
    },
  };
}
