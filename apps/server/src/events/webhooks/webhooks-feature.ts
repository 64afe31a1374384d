import { LIMITS } from '@fanfare/contract';
import { type Clock, createReceiverClient, type Egress } from '@fanfare/network';
import type { RateLimiter } from '../../callers/rate-limiter.ts';
import type { CallersPool, ListsPool, UpkeepPool } from '../../db/database.ts';
import type { Brand } from '../../http/html-page.ts';
import type { Ids } from '../../process/ids.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import type { Logger } from '../../process/log/log.ts';
import { type DeliverDeps, deliver } from './deliver.ts';
import { startDeliveries } from './delivery-engine.ts';
import { mailOwners } from './mail-owners.ts';
import { webhooksHandlers } from './webhooks.handlers.ts';

export type WebhookTimes = {
  /** Interval of the look for due deliveries, beside wakes. */
  readonly lookEveryMs: number;
  /** Limit of an attempt, from connecting to the last byte read. */
  readonly timeoutMs: number;
  readonly leaseSeconds: number;
  readonly heartbeatMs: number;
  /** Wait of a stop for attempts. Unfinished ones are attempted again. */
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

/** Settings of callers' webhooks, and the deliveries. */
export function webhooksFeature({ db, lists, upkeep, times: changed, ...deps }: WebhooksDeps) {
  const { log, ids, isHostAllowed } = deps;
  const times = { ...TIMES, ...changed };
  const stopping = new AbortController();
  const calling = {
    ...deps,
    post: createReceiverClient({ egress: deps.egress, timeoutMs: times.timeoutMs }),
    // A shared installation does not show callers what hosts inside its network answer.
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
    wake: engine.wake,
    /** Claims nothing more, and waits for attempts in flight. */
    async drain(): Promise<void> {
      stopping.abort(new Error('The process is to stop.'));
      await engine.stop();
    },
  };
}
