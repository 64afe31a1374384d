import { refuse } from '@fanfare/rules';

/** Refusal of publishes and event streams during a stop. */
export const STOPPING = refuse({
  code: 'unavailable',
  message: 'The service is stopping. Send the request again.',
  headers: { 'Retry-After': '5' },
});
