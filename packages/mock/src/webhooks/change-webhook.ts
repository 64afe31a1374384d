import type { UpdateWebhookBody } from '@fanfare/contract';
import type { MockState } from '../mock-state.ts';
import { missPending } from './deliver.ts';
import { startAttempt } from './start-attempt.ts';
import type { StoredWebhook } from './webhook-world.ts';

/** Changes a webhook; an empty filter or note removes it. Returns the missed deliveries. */
export function changeWebhook(
  state: MockState,
  webhook: StoredWebhook,
  { url = webhook.url, enabled = webhook.enabled, profileId, ...settings }: UpdateWebhookBody,
): number {
  const { world, clock } = state;
  const isFresh = url !== webhook.url || (enabled && !webhook.enabled);
  Object.assign(webhook, settings, { url, enabled });
  if (profileId !== undefined) webhook.profileId = profileId || null;
  webhook.disabledReason = enabled ? null : (webhook.disabledReason ?? 'by_caller');
  webhook.disabledAtMs = enabled ? null : (webhook.disabledAtMs ?? clock.now());
  if (isFresh) Object.assign(webhook, { failingSinceMs: null, failedAttempts: 0, pausedUntilMs: 0 });
  if (!enabled) missPending(world, webhook);
  const own = [...world.deliveries.values()].filter(({ webhookId }) => webhookId === webhook.id);
  // Deliveries may have been due during a pause that ends here.
  if (isFresh) for (const delivery of own) if (delivery.status === 'pending') startAttempt(state, delivery);
  return own.filter(({ status }) => status === 'missed').length;
}
