import type { EventService } from './event-service.ts';
import { judge } from './figure-table.ts';
import { openEndpoints } from './open-endpoints.ts';
import type { Receivers } from './receivers.ts';
import { EVENTS_PER_SECOND, p99Of, printTimes, timeDeliveries, WARM_UP_SECONDS } from './time-deliveries.ts';

const GOAL_MS = 1_000;
const ACCOUNTS = 16;

/** (a) How long after the settle a delivery arrives at the only endpoint. Returns whether the goal is reached. */
export async function measureDelivery(
  at: { readonly service: EventService; readonly receivers: Receivers },
  seconds: number,
): Promise<boolean> {
  const projects = await at.service.addProjects(1);
  const targets = await openEndpoints(at, { projects, endpoints: 1, accountsEach: ACCOUNTS });
  const round = { targets, hangs: false, leaveOut: [] };
  await timeDeliveries(at, { ...round, seconds: WARM_UP_SECONDS });
  const times = await timeDeliveries(at, { ...round, seconds });
  console.log(
    `(a) from the settle to the arrival: one endpoint, ${EVENTS_PER_SECOND} events a second for ${seconds} s`,
  );
  printTimes('all deliveries', times);
  const isReached = p99Of(times) <= GOAL_MS && times.ms.length >= times.expected;
  return judge('p99', `${p99Of(times)} ms`, { text: `at most ${GOAL_MS} ms, none missing`, isReached });
}
