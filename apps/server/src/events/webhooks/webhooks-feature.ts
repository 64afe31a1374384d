import { LIMITS } from '@fanfare/contract';
import { type Clock, createReceiverClient, type Egress } from '@fanfare/network';
import type { KeyRing } from '../../accounts/credentials/key-ring.ts';
import type { RateLimiter } from '../../callers/rate-limiter.ts';
import type { CallersPool, ListsPool, UpkeepPool } from '../../db/database.ts';
import type { Brand } from '../../http/html-page.ts';
import type { Logger } from '../../log/log.ts';
import type { Ids } from '../../process/ids.ts';
import { type DeliverDeps, deliver } from './deliver.ts';
import { startDeliveries } from './delivery-engine.ts';
import { mailOwners } from './mail-owners.ts';
import { webhooksHandlers } from './webhooks.handlers.ts';

/** Times of the deliveries to webhooks. */
export type WebhookTimes = {
  /** How often every server looks for due deliveries, in addition to when one is added. */
  readonly lookEveryMs: number;
  /** Limit of an attempt, from connecting to the last byte that is read. */
  readonly timeoutMs: number;
  /** How long a delivery belongs to the server that attempts it, without a heartbeat: a crash holds it no longer. */
  readonly leaseSeconds: number;
  readonly heartbeatMs: number;
  /** How long a stop waits for attempts. What is in flight then is attempted again. */
  readonly drainMs: number;
};

const TIMES: WebhookTimes = {
  lookEveryMs: 1_000,
  timeoutMs: LIMITS.webhookTimeoutMs.value,
  leaseSeconds: 15,
  heartbeatMs: 3_000,
  drainMs: 16_000,
};

export type WebhooksDeps = {
  readonly db: CallersPool;
  readonly lists: ListsPool;
  readonly upkeep: UpkeepPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly clock: Clock;
  readonly keyRing: KeyRing;
  readonly egress: Egress;
  readonly rateLimiter: RateLimiter;
  readonly observe: DeliverDeps['observe'];
  readonly isHostAllowed: (url: URL) => boolean;
  readonly development: boolean;
  readonly baseUrl: string;
  readonly brand: Brand;
  readonly wakeMails: () => void;
  readonly times?: Partial<WebhookTimes> | undefined;
};

/** Webhooks of callers: their settings, and the deliveries to them. */
export function webhooksFeature({ db, lists, upkeep, times: changed, ...deps }: WebhooksDeps) {
  const { log, ids, isHostAllowed } = deps;
  const times = { ...TIMES, ...changed };
  const stopping = new AbortController();
  const calling = {
    ...deps,
    post: createReceiverClient({ egress: deps.egress, timeoutMs: times.timeoutMs }),
    // What an operator's own network answers is not shown to callers of a shared installation.
    mayShowAnswer: (url: URL) => deps.development || !isHostAllowed(url),
  };
  const delivering = { ...calling, db: upkeep, random: () => ids.secret(4).readUInt32BE() / 2 ** 32 };
  const engine = startDeliveries({
    ...{ ...times, db: upkeep, log },
    deliver: (delivery, signal) => deliver(delivering, delivery, signal),
  });
  return {
    handlers: {
      webhooks: webhooksHandlers({ ...calling, db, lists, stopping: stopping.signal, wakeDeliveries: engine.wake }),
    },
    jobs: { 'mail-owners': (stopping: AbortSignal) => mailOwners({ ...deps, db: upkeep }, stopping) },
    /** Looks for due deliveries now. */
    wake: engine.wake,
    /** Claims nothing from now on; resolves when no attempt is in flight. */
    async drain(): Promise<void> {
      stopping.abort(new Error('The process is to stop.'));
      await engine.stop();
    },
  };
}
