import { median, spread } from '../figures.ts';
import type { EventService } from './event-service.ts';
import { judge } from './figure-table.ts';
import { openEndpoints } from './open-endpoints.ts';
import type { Receivers } from './receivers.ts';
import { type DeliveryTimes, HANG_MS, p99Of, printTimes, timeDeliveries, WARM_UP_SECONDS } from './time-deliveries.ts';

const GOAL = 1.2;
const ENDPOINTS = 50;
/** A project has up to 20 endpoints. */
const PROJECTS = 5;
/** Longer than a call may hang, so that what comes after it counts. */
const SECONDS = 18;

/** (b) What the other endpoints notice of one that hangs, against rounds without it. Returns whether the goal is reached. */
export async function measureHanging(
  at: { readonly service: EventService; readonly receivers: Receivers },
  rounds: number,
): Promise<boolean> {
  const projects = await at.service.addProjects(PROJECTS);
  const targets = await openEndpoints(at, { projects, endpoints: ENDPOINTS, accountsEach: 1 });
  const time = (hangs: boolean, seconds: number): Promise<DeliveryTimes> =>
    timeDeliveries(at, { targets, seconds, hangs, leaveOut: [0] });
  console.log(
    `(b) the same to ${ENDPOINTS} endpoints for ${SECONDS} s, without and with one that hangs ${HANG_MS / 1_000} s; figures of the other ${ENDPOINTS - 1}`,
  );
  await time(false, WARM_UP_SECONDS);
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const isCalmFirst = round % 2 === 1;
    const first = await time(!isCalmFirst, SECONDS);
    const second = await time(isCalmFirst, SECONDS);
    const [calm, hanging] = isCalmFirst ? [first, second] : [second, first];
    printTimes(`round ${round}, none hangs`, calm);
    printTimes(`round ${round}, one hangs`, hanging);
    ratios.push(p99Of(hanging) / p99Of(calm));
  }
  const isReached = median(ratios) <= GOAL;
  return judge('ratio of p99', spread(ratios, 'x', 2), { text: `at most ${GOAL} x`, isReached });
}
