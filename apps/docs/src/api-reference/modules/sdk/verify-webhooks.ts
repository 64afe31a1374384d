/**
 * `@fanfare/sdk/webhooks`: an entry of its own for what receives events. It has no client in it,
 * and runs in Node, Bun, Deno and workers.
 *
 * @module
 */
export {
  type UnknownEvent,
  type VerifyOptions,
  verify,
  type WebhookHeaders,
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from '@fanfare/sdk/webhooks';
