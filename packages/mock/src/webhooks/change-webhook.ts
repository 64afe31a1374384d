import type { UpdateWebhookBody } from '@fanfare/contract';
import type { MockState } from '../mock-state.ts';
import { missPending } from './deliver.ts';
import type { StoredWebhook } from './webhook-world.ts';

/** Changes the settings of a webhook; an empty filter or note removes it. Returns how many deliveries it has missed. */
export function changeWebhook(
  { world, clock }: Pick<MockState, 'world' | 'clock'>,
  webhook: StoredWebhook,
  { url = webhook.url, enabled = webhook.enabled, profileId, ...settings }: UpdateWebhookBody,
): number {
  const isFresh = url !== webhook.url || (enabled && !webhook.enabled);
  Object.assign(webhook, settings, { url, enabled });
  if (profileId !== undefined) webhook.profileId = profileId || null;
  webhook.disabledReason = enabled ? null : (webhook.disabledReason ?? 'by_caller');
  webhook.disabledAtMs = enabled ? null : (webhook.disabledAtMs ?? clock.now());
  if (isFresh) Object.assign(webhook, { failingSinceMs: null, failedAttempts: 0 });
  if (!enabled) missPending(world, webhook);
  return [...world.deliveries.values()].filter(
    ({ webhookId, status }) => webhookId === webhook.id && status === 'missed',
  ).length;
}
