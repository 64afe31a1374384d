import { isFailing, keepsFailing, nextAttemptAt, pauseOfWebhook } from '@fanfare/rules';
import { iso, type MockState } from '../mock-state.ts';
import { callReceiver, type ReceiverAnswer } from './call-receiver.ts';
import { stateOf } from './to-webhook.ts';
import type { StoredDelivery, StoredWebhook } from './webhook-world.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'eventIds' | 'receivers' | 'deliver' | 'events'>;

/** Attempts a delivery that is due and records the result. Returns the next time, or null. */
export async function attemptDelivery(
  deps: Deps,
  webhook: StoredWebhook,
  delivery: StoredDelivery,
): Promise<number | null> {
  const { world, clock } = deps;
  const isThere = (): boolean => world.deliveries.get(delivery.id) === delivery && world.webhooks.has(webhook.id);
  if (!isThere() || delivery.status !== 'pending') return null;
  if (webhook.pausedUntilMs > clock.now()) return webhook.pausedUntilMs;
  if (delivery.nextAttemptAtMs! > clock.now()) return null;
  const atMs = clock.now();
  const answer = await callReceiver(deps, webhook, { id: delivery.event.id, body: delivery.event.body() });
  if (!isThere()) return null;
  const { durationMs, status, response, judgement } = answer;
  const number = delivery.attempts.length + 1;
  delivery.attempts.push({ number, at: iso(atMs), durationMs, status, error: judgement.error, response });
  delivery.tries += 1;
  const isMissed = noteFailures(deps, webhook, answer);
  const next = nextOf(deps, delivery, answer);
  if (judgement.delivery === 'delivered') delivery.status = 'delivered';
  else if (next === null) delivery.status = 'failed';
  else delivery.status = isMissed ? 'missed' : 'pending';
  delivery.nextAttemptAtMs = delivery.status === 'pending' ? next : null;
  return delivery.nextAttemptAtMs;
}

/** Counts the failures of a webhook. True when it is disabled: waiting deliveries are missed. */
function noteFailures({ world, clock, events }: Deps, webhook: StoredWebhook, answer: ReceiverAnswer): boolean {
  if (!webhook.enabled) return true;
  const { judgement } = answer;
  const nowMs = clock.now();
  webhook.pausedUntilMs = Math.max(webhook.pausedUntilMs, nowMs + pauseOfWebhook(answer));
  const isDelivered = judgement.delivery === 'delivered';
  webhook.failingSinceMs = isDelivered ? null : (webhook.failingSinceMs ?? nowMs);
  webhook.failedAttempts = isDelivered ? 0 : webhook.failedAttempts + 1;
  const { failingSinceMs, failedAttempts } = webhook;
  const failingSince = failingSinceMs === null ? null : new Date(failingSinceMs);
  const isEnded = isFailing({ failingSince, failedAttempts }, new Date(nowMs));
  const reason = judgement.disable ?? (isEnded ? 'failing' : null);
  const writeEvent = (type: 'webhook.failing' | 'webhook.disabled', once?: string): void =>
    events.write(webhook.projectId, { type, webhook: { id: webhook.id, ...stateOf(webhook) } }, once);
  if (reason === null) {
    if (keepsFailing({ failingSince, failedAttempts }, new Date(nowMs)))
      writeEvent('webhook.failing', `failing:${webhook.id}:${failingSinceMs}`);
    return false;
  }
  Object.assign(webhook, { enabled: false, disabledReason: reason, disabledAtMs: nowMs });
  missPending(world, webhook);
  writeEvent('webhook.disabled');
  return true;
}

/** Marks deliveries that wait for a disabled webhook as missed. */
export function missPending({ deliveries }: Pick<MockState['world'], 'deliveries'>, { id }: StoredWebhook): void {
  for (const delivery of deliveries.values()) {
    if (delivery.webhookId !== id || delivery.status !== 'pending') continue;
    delivery.status = 'missed';
    delivery.nextAttemptAtMs = null;
  }
}

/** Null where no attempt is left or wanted. */
function nextOf({ clock, eventIds }: Deps, { tries }: StoredDelivery, answer: ReceiverAnswer): number | null {
  if (answer.judgement.delivery !== 'retry') return null;
  const { retryAfterMs } = answer;
  const at = new Date(clock.now());
  return nextAttemptAt({ attempts: tries, at, random: eventIds.random(), retryAfterMs })?.getTime() ?? null;
}
