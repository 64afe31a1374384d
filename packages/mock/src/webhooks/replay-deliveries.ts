import { LIMITS, type ReplayBody, type ReplayStatus } from '@fanfare/contract';
import { type Decision, WEBHOOK_REFUSALS } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { startAttempt } from './start-attempt.ts';
import type { StoredDelivery, StoredWebhook } from './webhook-world.ts';

/** Sends deliveries again with the same event id and text. Pending ones stay. */
export function replayDeliveries(
  state: MockState,
  webhook: StoredWebhook,
  body: ReplayBody,
): Decision<{ readonly replayed: number }> {
  if (!webhook.enabled) return WEBHOOK_REFUSALS.disabled();
  const own = [...state.world.deliveries.values()].filter(({ webhookId }) => webhookId === webhook.id);
  const known = new Set(own.map(({ event }) => event.id));
  const missing = body.eventIds?.findIndex((id) => !known.has(id)) ?? -1;
  if (missing >= 0) return WEBHOOK_REFUSALS.noDelivery(missing);
  const chosen = own
    .filter((delivery) => delivery.status !== 'pending' && isAsked(delivery, body))
    .slice(0, LIMITS.replayDeliveries.value);
  for (const delivery of chosen) {
    Object.assign(delivery, { status: 'pending', tries: 0, nextAttemptAtMs: state.clock.now() });
    startAttempt(state, delivery);
  }
  return { ok: true, replayed: chosen.length };
}

function isAsked({ event, status }: StoredDelivery, { eventIds, since, until, ...of }: ReplayBody): boolean {
  if (eventIds !== undefined) return eventIds.includes(event.id);
  const states: readonly string[] =
    of.status === undefined ? (['failed', 'missed'] satisfies ReplayStatus[]) : [of.status];
  return (
    states.includes(status) &&
    event.atMs >= Date.parse(since!) &&
    (until === undefined || event.atMs < Date.parse(until)) &&
    (of.events?.includes(event.type) ?? true)
  );
}
