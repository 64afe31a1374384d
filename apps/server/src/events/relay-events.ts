import { setTimeout as sleep } from 'node:timers/promises';
import { type RelayBatchDeps, relayBatch } from './relay-batch.ts';

/** Interval of the look for events without a wake: of other servers, and those due now. */
const BUSY_MS = 400;
const QUIET_MS = 1_000;
/** Idle time after which the relay looks less often. */
const QUIET_AFTER_MS = 15_000;
/** Pause after a batch, so that events written meanwhile share the next one. */
const BATCH_PAUSE_MS = 200;

export type RelayDeps = RelayBatchDeps & {
  readonly onRelayed: () => void;
};

/** Makes written events public. Servers share the work by project. */
export type Relay = {
  /** Looks for events now, once more when a look is running. */
  wake(): void;
  /** Relays all written events, then stops. */
  stop(): Promise<void>;
};

export function startRelay(deps: RelayDeps): Relay {
  let working: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let lastEventAt = performance.now();

  const work = async (): Promise<void> => {
    do {
      again = false;
      const relayed = await relayBatch(deps);
      if (relayed.publicNow > 0) {
        lastEventAt = performance.now();
        deps.onRelayed();
      }
      if (relayed.isRest) again = true;
      else if (again || relayed.publicNow > 0) await pause();
    } while (again);
  };
  /** Pauses unless the relay stops. */
  const pause = () => sleep(BATCH_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
  const wake = (): void => {
    again = true;
    if (stopped || working) return;
    working = work()
      .catch((err: unknown) => deps.log.warn({ err }, 'relaying events failed'))
      .finally(() => {
        working = null;
        arm();
      });
  };
  const arm = (): void => {
    if (timer) clearTimeout(timer);
    const isQuiet = performance.now() - lastEventAt > QUIET_AFTER_MS;
    timer = stopped ? null : setTimeout(wake, isQuiet ? QUIET_MS : BUSY_MS);
  };
  arm();

  return {
    wake,
    async stop() {
      if (!stopped) wake();
      stopped = true;
      stopping.abort();
      if (timer) clearTimeout(timer);
      await working;
    },
  };
}
