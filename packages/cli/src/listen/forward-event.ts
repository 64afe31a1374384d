import { webhookHeaders } from '@fanfare/rules';
import type { WebhookEvent } from '@fanfare/sdk';
import { describeFailure } from '../address/describe-failure.ts';
import type { Report } from './report.ts';

export type ForwardDeps = {
  readonly clock: { now(): Date; sleep(ms: number, signal: AbortSignal): Promise<unknown> };
  /** Ends a request and a pause; `forwardEvent` then rejects. */
  readonly signal: AbortSignal;
  readonly secret: string;
  readonly forwardTo: string;
  readonly report: Pick<Report, 'retry'>;
};

/** The result at the receiver. */
export type Outcome = {
  readonly isDelivered: boolean;
  readonly attempts: number;
  /** The status of the last attempt; null when nothing answered. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: string | null;
};

/** The pause between attempts. The service goes on for three days; here somebody is looking. */
const PAUSES_MS = [1_000, 2_000, 4_000];
/** As the service waits. */
const TIMEOUT_MS = 15_000;
/** Statuses of a proxy whose application is down. */
const DOWN = [502, 503, 504];

/** Sends one event, signed as a webhook, with the same id and the same body on each attempt. */
export async function forwardEvent(deps: ForwardDeps, event: WebhookEvent): Promise<Outcome> {
  const { clock, signal, report } = deps;
  const body = JSON.stringify(event);
  for (let attempts = 1; ; attempts++) {
    const answer = await attempt(deps, event.id, body);
    const pauseMs = PAUSES_MS[attempts - 1];
    const isDown = answer.status === null || DOWN.includes(answer.status);
    if (!isDown || pauseMs === undefined) return { attempts, ...answer };
    report.retry({ id: event.id, type: event.type, attempts, error: answer.error ?? '', pauseMs });
    await clock.sleep(pauseMs, signal);
  }
}

async function attempt(
  { clock, signal, secret, forwardTo }: ForwardDeps,
  id: string,
  body: string,
): Promise<Omit<Outcome, 'attempts'>> {
  const at = clock.now();
  const startedMs = performance.now();
  const took = (): number => Math.round(performance.now() - startedMs);
  try {
    const headers = await webhookHeaders({ id, at, body, secrets: [secret] });
    const response = await fetch(forwardTo, {
      method: 'POST',
      headers: { ...headers, 'user-agent': 'fanfare-cli' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    const { status, ok } = response;
    return { isDelivered: ok, status, durationMs: took(), error: ok ? null : refusalOf(status) };
  } catch (error) {
    signal.throwIfAborted();
    return { isDelivered: false, status: null, durationMs: took(), error: describeFailure(error, forwardTo) };
  }
}

const refusalOf = (status: number): string =>
  status < 400 ? 'answered with a redirect, which is not followed' : `answered ${status}`;
