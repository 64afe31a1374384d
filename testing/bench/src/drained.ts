import { setTimeout as sleep } from 'node:timers/promises';
import { lastAnswer, lateness } from './installation/arrivals.ts';
import type { Installation } from './installation/installation.ts';
import type { Sample } from './measure.ts';

type Drain = {
  readonly due: number;
  readonly dueMs: number;
  readonly inFlight: number;
  /** Answer time of the network, for each post, at random between both. */
  readonly delay: { readonly fromMs: number; readonly toMs: number };
};

const GIVE_UP_MS = 120_000;

/** Waits until the network has the posts. Missing ones count as if the rate stayed the same. */
export async function drained(
  { network }: Pick<Installation, 'network'>,
  { due, dueMs, inFlight, delay: { fromMs, toMs } }: Drain,
): Promise<Sample> {
  while (network.count() < due && Date.now() < dueMs + GIVE_UP_MS) await sleep(20);
  const arrivals = await network.take();
  if (arrivals.count === 0) throw new Error(`none of ${due} posts arrived`);
  const tookMs = ((lastAnswer(arrivals) - dueMs) * due) / arrivals.count;
  // The longest call, or every slot in use until the end.
  const idealMs = Math.max(toMs, (due / inFlight) * ((fromMs + toMs) / 2) + (toMs - fromMs) / 2);
  return {
    figure: tookMs / idealMs,
    done: arrivals.count,
    more: {
      s: tookMs / 1_000,
      'p99 ms late': lateness(arrivals, 0.99),
      'earliest ms': lateness(arrivals, 0),
      'share out': arrivals.count / due,
    },
  };
}
