import type { MockState } from '../mock-state.ts';
import type { StoredDelivery } from './webhook-world.ts';

type Deps = Pick<
  MockState,
  'world' | 'clock' | 'timeline' | 'traffic' | 'eventIds' | 'receivers' | 'deliver' | 'events'
>;

/** Begins an attempt after earlier ones of the webhook, in order. The clock waits for its end. */
export function startAttempt(deps: Deps, delivery: StoredDelivery): void {
  const webhook = deps.world.webhooks.get(delivery.webhookId);
  if (!webhook) return;
  const before = webhook.lastAttempt;
  webhook.lastAttempt = deps.traffic.answer(async () => {
    await before;
    // Loaded with the first delivery: most mocks have no webhooks.
    const { attemptDelivery } = await import('./deliver.ts');
    const nextMs = await attemptDelivery(deps, webhook, delivery);
    if (nextMs !== null) deps.timeline.at(nextMs, () => startAttempt(deps, delivery));
  });
}
