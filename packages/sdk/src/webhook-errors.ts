import { FanfareError } from './errors.ts';

/** Reason that a request is not a delivery that can be trusted. */
export type WebhookVerificationErrorCode =
  | 'body_not_raw'
  | 'header_missing'
  | 'header_malformed'
  | 'secret_malformed'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'not_an_event';

/** The meaning of each code of a `WebhookVerificationError`, and the remedy. */
const MESSAGES = {
  body_not_raw:
    'The body was parsed before it was verified. Pass the bytes or the text exactly as they were received: parsing and writing JSON again changes them.',
  header_missing:
    'A header of the signature is missing. Is this a request of Fanfare, and does a proxy keep its headers?',
  header_malformed: '`webhook-timestamp` is not a number of seconds.',
  secret_malformed:
    'A secret is missing or not in its form: `whsec_` and base64, as it was shown when the webhook was created or its secret rotated.',
  signature_mismatch:
    'No signature fits: the secret is that of another webhook or was rotated, or the body is not the one that was sent.',
  timestamp_too_old: 'The timestamp is too old: the request is a repeated one, or the clock of this machine is fast.',
  timestamp_too_new: 'The timestamp is in the future: the clock of this machine is slow.',
  not_an_event: 'The body is signed and is not an event.',
} as const satisfies Record<WebhookVerificationErrorCode, string>;

/**
 * A request that cannot be trusted, or a mistake in the receiver: `code` says which. Its message
 * holds no secret and no part of the body; answer such a request with 400.
 *
 * @example
 * try {
 *   await verify('{}', {}, secret);
 * } catch (error) {
 *   if (error instanceof WebhookVerificationError) console.log(error.code); // header_missing
 * }
 */
export class WebhookVerificationError extends FanfareError {
  static override readonly kind: string = 'WebhookVerificationError';

  /** Stable code; branch on it. */
  readonly code: WebhookVerificationErrorCode;

  constructor(code: WebhookVerificationErrorCode, detail = '') {
    super(`${code}: ${MESSAGES[code]}${detail}`);
    this.code = code;
  }
}
