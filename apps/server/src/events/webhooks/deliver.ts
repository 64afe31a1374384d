import { nextAttemptAt, pauseOfWebhook } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import { retryTransient } from '../../db/retry-transient.ts';
import { toPublicId } from '../../process/ids.ts';
import type { Logger } from '../../process/log/log.ts';
import { type CallEndpointDeps, callEndpoint, type EndpointAnswer } from './call-endpoint.ts';
import { type ClaimedDelivery, handBackDelivery } from './due-deliveries.table.ts';
import { type AttemptVerdict, type RecordedAttempt, recordAttempt } from './webhook-attempts.table.ts';

type AttemptOutcome = 'delivered' | 'retried' | 'failed' | 'missed' | 'lease_lost';

export type DeliverDeps = CallEndpointDeps & {
  readonly db: Database;
  readonly log: Logger;
  /** At least 0, below 1. */
  readonly random: () => number;
  readonly observe: { webhookAttempt(outcome: AttemptOutcome): void };
};

/** Attempts one delivery and stores the outcome. Returns a stopped one to the queue. */
export async function deliver(deps: DeliverDeps, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const answer = await callEndpoint(deps, { ...delivery, eventId: toPublicId('evt', delivery.eventId) }, signal);
  if (answer.isStopped) return handBackDelivery(db, delivery);
  const verdict = judge(deps, delivery, answer);
  const { durationMs, status, response, judgement } = answer;
  const attempt = { durationMs, status, response, error: judgement.error };
  const recorded = await retryTransient(() => recordAttempt(db, delivery, attempt, verdict));
  report(deps, delivery, attempt, recorded);
}

function judge(
  { clock, random }: Pick<DeliverDeps, 'clock' | 'random'>,
  { attempts }: ClaimedDelivery,
  { status, judgement, retryAfterMs }: EndpointAnswer,
): AttemptVerdict {
  const { delivery, disable } = judgement;
  const ofEndpoint = { disable, pauseMs: pauseOfWebhook({ status, retryAfterMs }) };
  if (delivery !== 'retry') return { state: delivery === 'delivered' ? 'delivered' : 'failed', ...ofEndpoint };
  const at = new Date(clock.now());
  const next = nextAttemptAt({ attempts: attempts + 1, at, random: random(), retryAfterMs });
  return next === null
    ? { state: 'failed', ...ofEndpoint }
    : { state: 'retry', inMs: next.getTime() - at.getTime(), ...ofEndpoint };
}

type Attempt = Parameters<typeof recordAttempt>[2];

/** Logs the host only, because the rest of the address may hold a token. No body, no secret. */
function report(
  { log, observe }: DeliverDeps,
  delivery: ClaimedDelivery,
  { durationMs, status, error }: Attempt,
  recorded: RecordedAttempt,
): void {
  const webhook = { webhookId: toPublicId('whk', delivery.endpointId), host: new URL(delivery.url).host };
  const event = { eventId: toPublicId('evt', delivery.eventId), eventType: delivery.eventType };
  const outcome = outcomeOf(recorded);
  observe.webhookAttempt(outcome);
  log.debug(
    { ...webhook, ...event, attempt: delivery.attempts + 1, durationMs, status, error, outcome },
    'webhook attempt',
  );
  if (recorded.recorded && recorded.disabled !== null)
    log.warn({ ...webhook, reason: recorded.disabled }, 'a webhook was disabled because of its answers');
}

function outcomeOf(recorded: RecordedAttempt): AttemptOutcome {
  if (!recorded.recorded) return 'lease_lost';
  return recorded.status === 'pending' ? 'retried' : recorded.status;
}
