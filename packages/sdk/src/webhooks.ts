/** Verifies what your webhook receives; `fanfare.webhooks` of the main entry manages webhooks. */
export type * from './types.gen.ts';
export { type UnknownEvent, type VerifyOptions, verify, type WebhookHeaders } from './verify-webhook.ts';
export { WebhookVerificationError, type WebhookVerificationErrorCode } from './webhook-errors.ts';
