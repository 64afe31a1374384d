import type { Delivery, Webhook } from '@fanfare/contract';
import { iso } from '../mock-state.ts';
import type { StoredDelivery, StoredWebhook } from './webhook-world.ts';

/** A webhook as callers see it at a moment: without its secrets. */
export function toWebhook(webhook: StoredWebhook, nowMs: number): Webhook {
  const { id, url, description, events, platforms, profileId, previousSecret } = webhook;
  const isRotating = previousSecret !== null && previousSecret.untilMs > nowMs;
  return {
    id,
    url,
    description,
    // Only types that are stored can be chosen.
    events: [...events] as Webhook['events'],
    platforms: [...platforms],
    ...(profileId !== null && { profileId }),
    ...stateOf(webhook),
    pausedUntil: webhook.pausedUntilMs > nowMs ? iso(webhook.pausedUntilMs) : null,
    previousSecretExpiresAt: isRotating ? iso(previousSecret.untilMs) : null,
    createdAt: iso(webhook.createdAtMs),
  };
}

/** Whether a webhook works. */
export const stateOf = ({ enabled, disabledReason, disabledAtMs, failingSinceMs }: StoredWebhook) => ({
  enabled,
  disabledReason,
  disabledAt: isoOrNull(disabledAtMs),
  failingSince: isoOrNull(failingSinceMs),
});

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
