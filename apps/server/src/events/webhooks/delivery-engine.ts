import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from '../../db/database.ts';
import { endsWithin } from '../../process/ends-within.ts';
import type { Logger } from '../../process/log/log.ts';
import { type ClaimedDelivery, claimDeliveries, findDueEndpoints, renewDeliveries } from './due-deliveries.table.ts';
import { shareSlots } from './share-slots.ts';

/** Pause between two claims, so that under load one claim takes more. */
const PAUSE_MS = 5;

/** Age after which an attempt frees its slot: working receivers answer sooner. */
const SLOW_MS = 1_000;

/** Wait of a stop for a running claim. */
const CLAIM_MS = 1_000;

type Deps = {
  readonly db: DatabasePool;
  readonly log: Logger;
  /** Lease of a claimed delivery without a heartbeat; another server takes it after a crash. */
  readonly leaseSeconds: number;
  readonly heartbeatMs: number;
  readonly lookEveryMs: number;
  readonly drainMs: number;
  /** Attempts one delivery and stores the outcome, or returns it once `signal` is aborted. */
  readonly deliver: (delivery: ClaimedDelivery, signal: AbortSignal) => Promise<void>;
};

/** Claims due deliveries and attempts as many at once as there are slots. */
export type DeliveryEngine = {
  wake(): void;
  /** Claims nothing more, and waits for attempts; after `drainMs` it stops and returns them. */
  stop(): Promise<void>;
};

export function startDeliveries(deps: Deps): DeliveryEngine {
  const running = new Map<Promise<void>, ClaimedDelivery & { isSlow: boolean }>();
  const stopping = new AbortController();
  let claiming: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  let keptAt = performance.now();
  const keepLeases = async (): Promise<void> => {
    const leases = [...running.values()];
    if (leases.length > 0) await renewDeliveries(deps.db, leases, deps.leaseSeconds);
    keptAt = performance.now();
  };
  const claim = async (): Promise<void> => {
    do {
      again = false;
      // Renewed after a time without the database, to claim nothing that is still attempted.
      if (performance.now() - keptAt > 2 * deps.heartbeatMs) await keepLeases();
      const claimed = await deps.db.transaction(async (tx) => {
        const shares = shareSlots(await findDueEndpoints(tx), [...running.values()]);
        return shares.length === 0 ? [] : claimDeliveries(tx, shares, deps.leaseSeconds);
      });
      for (const delivery of claimed) start(delivery);
      if (claimed.length > 0) again = true;
      if (again) await sleep(PAUSE_MS);
    } while (again && !stopped);
  };

  /** Wakes the engine when the attempt becomes slow and when it ends. */
  const start = (delivery: ClaimedDelivery): void => {
    const attempt = { ...delivery, isSlow: false };
    const becomeSlow = setTimeout(() => {
      attempt.isSlow = true;
      wake();
    }, SLOW_MS);
    const run: Promise<void> = deps
      .deliver(delivery, stopping.signal)
      .catch((err: unknown) => {
        const { eventId, endpointId } = delivery;
        deps.log.error({ endpointId, eventId, err }, 'the end of a webhook delivery could not be stored');
      })
      .finally(() => {
        clearTimeout(becomeSlow);
        running.delete(run);
        wake();
      });
    running.set(run, attempt);
  };

  const wake = (): void => {
    again = true;
    if (stopped || claiming) return;
    claiming = claim()
      .catch((err: unknown) => deps.log.warn({ err }, 'looking for due webhook deliveries failed'))
      .finally(() => {
        claiming = null;
        if (again && !stopped) wake();
      });
  };

  const timer = setInterval(wake, deps.lookEveryMs);
  const heartbeat = setInterval(
    () =>
      void keepLeases().catch((err: unknown) =>
        deps.log.warn({ err }, 'leases of webhook deliveries could not be renewed'),
      ),
    deps.heartbeatMs,
  );
  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      const isClaimed = await endsWithin(CLAIM_MS, Promise.resolve(claiming));
      // A claim that hangs ends with its connection; its leases expire, and late ones stop at once.
      const isDone = (await endsWithin(deps.drainMs, Promise.all(running.keys()))) && isClaimed;
      if (!isDone) stopping.abort(new Error('The process is to stop.'));
      await Promise.all(running.keys());
      clearInterval(heartbeat);
    },
  };
}
