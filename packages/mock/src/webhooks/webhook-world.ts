import type { DeliveryStatus, EventType, Platform, WebhookAttempt, WebhookDisabledReason } from '@fanfare/contract';
import type { StoredEvent } from '../events/event-world.ts';

/** An address of a project that receives events. */
export type StoredWebhook = {
  readonly id: string;
  readonly projectId: string;
  url: string;
  description: string;
  /** Empty for every type. */
  events: readonly EventType[];
  /** Empty for every platform. */
  platforms: readonly Platform[];
  profileId: string | null;
  enabled: boolean;
  disabledReason: WebhookDisabledReason | null;
  disabledAtMs: number | null;
  failingSinceMs: number | null;
  failedAttempts: number;
  /** Nothing is sent to it before. */
  pausedUntilMs: number;
  secret: string;
  /** Signs as well until its time. */
  previousSecret: { readonly secret: string; readonly untilMs: number } | null;
  readonly createdAtMs: number;
  deliveriesMade: number;
  /** Ends when the attempts that were begun so far have ended: there is one at a time. */
  lastAttempt: Promise<void>;
};

/** One event on its way to one webhook. */
export type StoredDelivery = {
  readonly id: string;
  readonly webhookId: string;
  readonly event: StoredEvent;
  /** Place in the order of the webhook's deliveries, from 1. */
  readonly number: number;
  readonly createdAtMs: number;
  status: DeliveryStatus;
  nextAttemptAtMs: number | null;
  /** Attempts since it was recorded or sent again. */
  tries: number;
  readonly attempts: WebhookAttempt[];
};
