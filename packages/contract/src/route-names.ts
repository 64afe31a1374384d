/** Every route in reading order; separate, so that the mock's declarations have no ts-rest. */
export const ROUTE_NAMES = [
  'accounts.connect',
  'accounts.connectHub',
  'accounts.list',
  'accounts.get',
  'accounts.delete',
  'accounts.spaces',
  'posts.create',
  'posts.validate',
  'posts.list',
  'posts.get',
  'posts.cancel',
  'posts.repost',
  'posts.metrics',
  'reposts.create',
  'platforms.list',
  'usage.get',
  'webhooks.create',
  'webhooks.list',
  'webhooks.get',
  'webhooks.update',
  'webhooks.delete',
  'webhooks.rotateSecret',
  'webhooks.test',
  'webhooks.deliveries',
  'webhooks.replay',
  'events.list',
  'events.stream',
] as const;

/** Name of a route of the API. */
export type RouteName = (typeof ROUTE_NAMES)[number];
