import { refuse } from '@fanfare/rules';

/** As many targets are being published as this server, or the project, may have in progress. */
export const TOO_MANY_PUBLISHES = refuse({
  code: 'rate_limited',
  message: 'Too many publishes are in progress. Send the request again.',
  headers: { 'Retry-After': '1' },
});

/** Another request with this key has held it for longer than a statement of the database may take. */
export const KEY_AT_WORK = refuse({
  code: 'unavailable',
  message: 'Another request with this idempotency key is not recorded yet. Send the same request again.',
  headers: { 'Retry-After': '5' },
});
