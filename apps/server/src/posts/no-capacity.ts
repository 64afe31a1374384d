import { refuse } from '@fanfare/rules';

/** This server, or the project, publishes as many targets as it may. */
export const TOO_MANY_PUBLISHES = refuse({
  code: 'rate_limited',
  message: 'Too many publishes are in progress. Send the request again.',
  headers: { 'Retry-After': '1' },
});

/** Another request has held this key for longer than a statement may take. */
export const KEY_AT_WORK = refuse({
  code: 'unavailable',
  message: 'Another request with this idempotency key is not recorded yet. Send the same request again.',
  headers: { 'Retry-After': '5' },
});
