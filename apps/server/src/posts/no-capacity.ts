import { refuse } from '@fanfare/rules';

/** As many targets are being published as this server, or the project, may have in progress. */
export const TOO_MANY_PUBLISHES = refuse({
  code: 'rate_limited',
  message: 'Too many publishes are in progress. Send the request again.',
  headers: { 'Retry-After': '1' },
});

/** This server takes no new publishes. */
export const STOPPING = refuse({
  code: 'unavailable',
  message: 'The service is stopping. Send the request again.',
  headers: { 'Retry-After': '5' },
});
