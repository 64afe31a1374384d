import { createReceiverClient, isExempt } from '@fanfare/network';
import type { AppDeps } from '../api/app.ts';
import { changeWebhook } from '../events/webhooks/change-webhook.ts';
import { createWebhook } from '../events/webhooks/create-webhook.ts';
import { deliver } from '../events/webhooks/deliver.ts';
import { startDeliveries } from '../events/webhooks/delivery-engine.ts';
import { readDeliveryPage } from '../events/webhooks/list-deliveries.ts';
import { replayDeliveries } from '../events/webhooks/replay-deliveries.ts';
import { rotateWebhookSecret } from '../events/webhooks/rotate-secret.ts';
import { testWebhook } from '../events/webhooks/test-webhook.ts';
import type { Base } from './compose-base.ts';
import { WEBHOOK_TIMES } from './server-options.ts';

type Features = Pick<
  AppDeps,
  'createWebhook' | 'changeWebhook' | 'rotateWebhookSecret' | 'testWebhook' | 'listDeliveries' | 'replayDeliveries'
>;

export type Webhooks = {
  readonly features: Features;
  /** Looks for due deliveries now. */
  readonly wake: () => void;
  /** Claims nothing from now on; resolves when no attempt is in flight. */
  readonly stop: () => Promise<void>;
};

/** Webhooks of callers: their settings, and the deliveries to them. */
export function composeWebhooks(base: Base): Webhooks {
  const { config, options, callers: db, upkeep, lists, ids, log, clock, keyRing, egress, metrics } = base;
  const times = { ...WEBHOOK_TIMES, ...options.webhookTimes };
  const stopping = new AbortController();
  const random = () => ids.secret(4).readUInt32BE() / 2 ** 32;
  const calling = {
    ...{ clock, keyRing },
    post: createReceiverClient({ egress, timeoutMs: times.timeoutMs }),
    // What an operator's own network answers is not shown to callers of a shared installation.
    mayShowAnswer: (url: URL) => config.development || !isExempt(egress, url),
  };
  const engine = startDeliveries({
    ...{ ...times, db: upkeep, log },
    deliver: (delivery, signal) => deliver({ ...calling, db: upkeep, log, random, observe: metrics }, delivery, signal),
  });
  const isHostAllowed = (url: URL) => isExempt(egress, url);
  return {
    wake: engine.wake,
    async stop() {
      stopping.abort(new Error('The process is to stop.'));
      await engine.stop();
    },
    features: {
      createWebhook: (projectId, body) => createWebhook({ db, ids, keyRing, isHostAllowed }, projectId, body),
      changeWebhook: (of, body) => changeWebhook({ db, isHostAllowed }, of, body),
      rotateWebhookSecret: (of, overlapSeconds) => rotateWebhookSecret({ db, ids, keyRing }, of, overlapSeconds),
      testWebhook: (of) => testWebhook({ ...calling, db, ids, stopping: stopping.signal }, of),
      listDeliveries: (of, query) => readDeliveryPage({ db: lists }, of, query),
      replayDeliveries: (of, body) => replayDeliveries({ db, wakeDeliveries: engine.wake }, of, body),
    },
  };
}
