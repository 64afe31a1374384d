import type { Delivery, Webhook, WebhookAttempt } from '@fanfare/contract';
import { toPublicId } from '../../process/ids.ts';
import type { AttemptRow, DeliveryRow } from './webhook-deliveries.table.ts';
import type { EndpointRow } from './webhook-endpoints.table.ts';

export const toWebhook = (row: EndpointRow): Webhook => ({
  id: toPublicId('whk', row.id),
  url: row.url,
  description: row.description ?? '',
  events: [...(row.events ?? [])],
  platforms: [...(row.platforms ?? [])],
  ...(row.profileId !== null && { profileId: row.profileId }),
  enabled: row.enabled,
  disabledReason: row.disabledReason,
  disabledAt: toText(row.disabledAt),
  failingSince: toText(row.failingSince),
  pausedUntil: toText(row.pausedUntil),
  previousSecretExpiresAt: toText(row.previousSecretUntil),
  createdAt: row.createdAt.toISOString(),
});

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: toPublicId('dlv', row.id),
  eventId: toPublicId('evt', row.eventId),
  eventType: row.eventType,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  nextAttemptAt: toText(row.nextAttemptAt),
  attempts: row.attempts.map(toAttempt),
});

const toAttempt = ({ at, ...attempt }: AttemptRow): WebhookAttempt => ({ ...attempt, at: at.toISOString() });

const toText = (time: Date | null): string | null => time?.toISOString() ?? null;
