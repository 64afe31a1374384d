import type { EventType, Platform } from '@fanfare/contract';
import type { EventFacts } from './event-facts.ts';

/** A place where something happened: an account's platform and grouping key. */
export type EventPlace = { readonly platform: Platform; readonly profileId: string | null };

type Filters = {
  /** Empty for every type. */
  readonly events: readonly EventType[];
  /** Empty for every platform. */
  readonly platforms: readonly Platform[];
  /** Null for every account. */
  readonly profileId: string | null;
};

/**
 * Whether a webhook wants an event. With a platform or a grouping key chosen, one account of the event must fit both. What concerns the whole project (a
 * quota) has no platform and fits every one; it belongs to no grouping key, so a webhook for one customer does not get it.
 *
 * @example
 * wantsEvent(webhook, { type: 'target.failed', places: [{ platform: 'x', profileId: 'customer-17' }] });
 */
export function wantsEvent(
  { events, platforms, profileId }: Filters,
  { type, places }: { readonly type: EventType; readonly places: readonly EventPlace[] },
): boolean {
  if (events.length > 0 && !events.includes(type)) return false;
  if (places.length === 0) return profileId === null;
  return places.some(
    (place) =>
      (platforms.length === 0 || platforms.includes(place.platform)) &&
      (profileId === null || place.profileId === profileId),
  );
}

/** Whether an event is about a webhook itself, which does not get it: it says that the webhook gets nothing. */
export const isAboutWebhook = (facts: EventFacts, webhookId: string): boolean =>
  'webhook' in facts && facts.webhook.id === webhookId;

/** Where an event happened: on each account that it is about; nowhere when it concerns the whole project. */
export function eventPlaces(facts: EventFacts): readonly EventPlace[] {
  if ('targetId' in facts) return facts.post.targets.filter(({ id }) => id === facts.targetId);
  if ('post' in facts) return facts.post.targets;
  if ('repost' in facts) return [facts.repost];
  if ('account' in facts) return [facts.account];
  if ('network' in facts) return [{ platform: facts.network.platform, profileId: null }];
  return [];
}
