/**
 * `fanfare.webhooks`: the addresses that receive events, their secrets, and what became of each
 * delivery.
 *
 * @module
 */
export type {
  CreateWebhookRequest,
  DeliveryStatus,
  EventType,
  ListWebhookDeliveriesParams,
  ReplayOfEvents,
  ReplayOfTime,
  ReplayRequest,
  RotateSecretRequest,
  UpdateWebhookRequest,
  Webhook,
  WebhookAnswer,
  WebhookAttempt,
  WebhookCreated,
  WebhookDeleted,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookDisabledReason,
  WebhookList,
  WebhookReplayed,
  WebhookSecretRotated,
  Webhooks,
  WebhookTested,
  WebhookUpdated,
} from '@fanfare/sdk';
