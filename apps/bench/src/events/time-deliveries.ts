import type { EventService } from './event-service.ts';
import { percentile, print } from './figure-table.ts';
import { EVENTS_PER_POST, publishAtRate, type Target } from './publish.ts';
import type { Receivers } from './receivers.ts';

export const EVENTS_PER_SECOND = 100;
export const HANG_MS = 15_000;
/** Rounds that warm connections and code, and are not counted. */
export const WARM_UP_SECONDS = 3;

export type DeliveryTimes = {
  /** From the settle to the arrival, ascending. */
  readonly ms: readonly number[];
  readonly expected: number;
  /** How many a second arrived. */
  readonly perSecond: number;
};

export type DeliveryRound = {
  /** Those of endpoint 0 come first, then those of endpoint 1. */
  readonly targets: readonly Target[];
  readonly seconds: number;
  /** Whether endpoint 0 hangs. */
  readonly hangs: boolean;
  /** Endpoints whose figures do not count. */
  readonly leaveOut: readonly number[];
};

/** Publishes for so many seconds and returns how long the events took. */
export async function timeDeliveries(
  { service, receivers }: { readonly service: EventService; readonly receivers: Receivers },
  { targets, seconds, hangs, leaveOut }: DeliveryRound,
): Promise<DeliveryTimes> {
  const perSecond = EVENTS_PER_SECOND / EVENTS_PER_POST;
  const posts = perSecond * seconds;
  receivers.hang(hangs ? HANG_MS : null);
  await publishAtRate(targets, { posts, perSecond });
  receivers.hang(null);
  await service.settled();
  const isCounted = (endpoint: number): boolean => !leaveOut.includes(endpoint);
  const arrivals = (await receivers.take()).filter(({ endpoint }) => isCounted(endpoint));
  const counted = Array.from({ length: posts }, (_, post) => targets[post % targets.length]!).filter(({ endpoint }) =>
    isCounted(endpoint),
  );
  const at = arrivals.map((arrival) => arrival.at);
  return {
    ms: arrivals.map(({ ms }) => ms).toSorted((a, b) => a - b),
    expected: counted.length * EVENTS_PER_POST,
    perSecond: (arrivals.length * 1_000) / (Math.max(...at) - Math.min(...at)),
  };
}

export const p99Of = ({ ms }: DeliveryTimes): number => percentile(ms, 0.99);

export function printTimes(what: string, times: DeliveryTimes): void {
  const { ms, expected, perSecond } = times;
  const of = `${ms.length} of ${expected} arrived, ${perSecond.toFixed(0)} a second`;
  print(what, `p50 ${percentile(ms, 0.5)} ms, p99 ${p99Of(times)} ms, longest ${ms.at(-1)} ms; ${of}`);
}
