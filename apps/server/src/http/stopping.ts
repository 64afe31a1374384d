import { refuse } from '@fanfare/rules';

/** This server takes no new publishes and event streams. */
export const STOPPING = refuse({
  code: 'unavailable',
  message: 'The service is stopping. Send the request again.',
  headers: { 'Retry-After': '5' },
});
