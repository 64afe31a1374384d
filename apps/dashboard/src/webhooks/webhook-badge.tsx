import type { Webhook } from '@fanfare/sdk';
import { Badge } from '../parts/badge.tsx';

/** Whether a webhook receives events. */
export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, failingSince, pausedUntil, disabledReason } = webhook;
  if (!enabled) return <Badge tone={disabledReason === 'by_caller' ? 'plain' : 'bad'}>Disabled</Badge>;
  if (pausedUntil !== null) return <Badge tone="warn">Paused</Badge>;
  return failingSince === null ? <Badge tone="good">Enabled</Badge> : <Badge tone="warn">Failing</Badge>;
}

/** The address without its scheme, as people read it. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** Types of events that it receives, in a few words. */
export const eventsInWords = ({ events: { length } }: Pick<Webhook, 'events'>): string =>
  length === 0 ? 'Every type' : length === 1 ? '1 type' : `${length} types`;
