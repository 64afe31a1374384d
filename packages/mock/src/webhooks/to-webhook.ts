import type { Delivery, Webhook } from '@fanfare/contract';
import { iso } from '../mock-state.ts';
import type { StoredDelivery, StoredWebhook } from './webhook-world.ts';

/** A webhook as callers see it at a moment: without its secrets. */
export function toWebhook(webhook: StoredWebhook, nowMs: number): Webhook {
  const { id, url, description, events, platforms, profileId, enabled, disabledReason, previousSecret } = webhook;
  const isRotating = previousSecret !== null && previousSecret.untilMs > nowMs;
  return {
    id,
    url,
    description,
    // Only types that are stored can be chosen.
    events: [...events] as Webhook['events'],
    platforms: [...platforms],
    ...(profileId !== null && { profileId }),
    enabled,
    disabledReason,
    disabledAt: isoOrNull(webhook.disabledAtMs),
    failingSince: isoOrNull(webhook.failingSinceMs),
    pausedUntil: webhook.pausedUntilMs > nowMs ? iso(webhook.pausedUntilMs) : null,
    previousSecretExpiresAt: isRotating ? iso(previousSecret.untilMs) : null,
    createdAt: iso(webhook.createdAtMs),
  };
}

/** A paused webhook gets nothing earlier. */
export const toDelivery = (
  { id, event, status, createdAtMs, nextAttemptAtMs, attempts }: StoredDelivery,
  { pausedUntilMs }: Pick<StoredWebhook, 'pausedUntilMs'>,
): Delivery => ({
  id,
  eventId: event.id,
  eventType: event.type,
  status,
  createdAt: iso(createdAtMs),
  nextAttemptAt: isoOrNull(nextAttemptAtMs && Math.max(nextAttemptAtMs, pausedUntilMs)),
  attempts: [...attempts],
});

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));
