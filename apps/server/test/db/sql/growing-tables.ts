/**
 * Tables with a row for each post, or for each of its targets, writes and events. The others have
 * one for an account, a person, a project.
 */
export const GROW_WITH_POSTS = [
  'events',
  'first_comments',
  'idempotency_keys',
  'media',
  'media_uses',
  'posts',
  'request_log',
  'reservations',
  'targets',
  'usage_events',
  'webhook_deliveries',
  'write_intents',
];
