/** The beginning of every secret. */
export const SECRET_PREFIX = 'whsec_';

/** The random bytes of a secret: 24 to 64 (Standard Webhooks 1.0.0, checked 2026-11). */
export const WEBHOOK_SECRET_BYTES = 32;

/** The form in which callers know a secret: `whsec_` and base64. */
export const webhookSecret = (bytes: Uint8Array): string => SECRET_PREFIX + toBase64(bytes);

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
