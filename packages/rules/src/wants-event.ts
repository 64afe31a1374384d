import type { EventType, Platform } from '@fanfare/contract';
import type { EventFacts } from './event-facts.ts';

/** An account that an event is about. */
type AffectedAccount = { readonly platform: Platform; readonly profileId: string | null };

type Filters = {
  /** Empty for every type. */
  readonly events: readonly EventType[];
  /** Empty for every platform. */
  readonly platforms: readonly Platform[];
  /** Null for every account. */
  readonly profileId: string | null;
};

/**
 * Whether a webhook wants an event. With a platform or a grouping key chosen, one account of the
 * event must fit both. What concerns the whole project (a quota) has no platform and fits every
 * one; it belongs to no grouping key, so a webhook for one customer does not get it.
 *
 * @example
 * wantsEvent(webhook, { type: 'target.failed', accounts: [{ platform: 'x', profileId: 'customer-17' }] });
 */
export function wantsEvent(
  { events, platforms, profileId }: Filters,
  { type, accounts }: { readonly type: EventType; readonly accounts: readonly AffectedAccount[] },
): boolean {
  if (events.length > 0 && !events.includes(type)) return false;
  if (accounts.length === 0) return profileId === null;
  return accounts.some(
    (account) =>
      (platforms.length === 0 || platforms.includes(account.platform)) &&
      (profileId === null || account.profileId === profileId),
  );
}

/** Whether an event is about the webhook itself, which then does not get it. */
export const isAboutWebhook = (facts: EventFacts, webhookId: string): boolean =>
  'webhook' in facts && facts.webhook.id === webhookId;

/** The accounts that an event is about; none when it concerns the whole project. */
export function affectedAccounts(facts: EventFacts): readonly AffectedAccount[] {
  if ('targetId' in facts) return facts.post.targets.filter(({ id }) => id === facts.targetId);
  if ('post' in facts) return facts.post.targets;
  if ('repost' in facts) return [facts.repost];
  if ('account' in facts) return [facts.account];
  if ('network' in facts) return [{ platform: facts.network.platform, profileId: null }];
  return [];
}
