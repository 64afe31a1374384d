/** Attempts of a server that are not slow yet. */
const PLACES = 128;
/** All attempts in flight. Never reached while slow ones end after 15 s: 128 begin in a second. */
const PLACES_OF_ALL = 2_048;
/** Of all: at one receiver host, and at webhooks that keep failing. */
const PLACES_OF_HOST = 32;
const PLACES_OF_FAILING = 32;

/** What an attempt holds places of. */
export type Attempted = { readonly projectId: string; readonly host: string; readonly isFailing: boolean };

/** An attempt in flight. A slow one has been under way for a second. */
export type Attempt = Attempted & { readonly isSlow: boolean };

/** A webhook with deliveries that are due; `free` is how many of them it may get now. */
export type DueEndpoint = Attempted & { readonly endpointId: string; readonly free: number };

/** How many deliveries a webhook gets. */
export type Share = Pick<DueEndpoint, 'projectId' | 'endpointId'> & { readonly deliveries: number };

/**
 * Shares the free places of a server among webhooks with due deliveries, by turns of their projects. Those with the fewest attempts in flight come first. A project
 * holds at most half as many places as are free, and the same of those at a host and of those of failing webhooks. So however many projects have receivers that hang,
 * places are left for the next one (A. Choudhury, E. Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", 1998). Once many projects have taken
 * all, there are places again after a second: slow attempts leave theirs.
 *
 * @param due in the order in which the webhooks of a project have their turns
 */
export function sharePlaces(due: readonly DueEndpoint[], running: readonly Attempt[]): readonly Share[] {
  const { all, poolsOf } = createPools();
  const hold = (attempt: Attempted, isSlow: boolean): void => {
    for (const pool of poolsOf(attempt, isSlow)) {
      pool.held++;
      pool.heldOf.set(attempt.projectId, (pool.heldOf.get(attempt.projectId) ?? 0) + 1);
    }
  };
  const fits = (attempt: Attempted): boolean =>
    poolsOf(attempt, false).every(({ places, held, heldOf }) => {
      const free = places - held;
      return free > 0 && (heldOf.get(attempt.projectId) ?? 0) < Math.max(1, free / 2);
    });
  for (const attempt of running) hold(attempt, attempt.isSlow);

  const given = new Map<DueEndpoint, number>();
  const endpointsOf = new Map<string, DueEndpoint[]>();
  for (const endpoint of due)
    endpointsOf.set(endpoint.projectId, [...(endpointsOf.get(endpoint.projectId) ?? []), endpoint]);
  const inFlight = ([projectId]: readonly [string, unknown]): number => all.heldOf.get(projectId) ?? 0;
  const waiting = new Map([...endpointsOf].sort((a, b) => inFlight(a) - inFlight(b)));
  while (waiting.size > 0) {
    for (const [projectId, endpoints] of waiting) {
      const next = endpoints.findIndex(fits);
      const endpoint = endpoints[next];
      if (!endpoint) {
        waiting.delete(projectId);
        continue;
      }
      hold(endpoint, false);
      const deliveries = (given.get(endpoint) ?? 0) + 1;
      given.set(endpoint, deliveries);
      // It is the last one now.
      endpoints.splice(next, 1);
      if (deliveries < endpoint.free) endpoints.push(endpoint);
    }
  }
  return [...given].map(([{ projectId, endpointId }, deliveries]) => ({ projectId, endpointId, deliveries }));
}

/** Places, and how many of them are held: in all, and by each project. */
type Pool = { readonly places: number; held: number; readonly heldOf: Map<string, number> };

const createPool = (places: number): Pool => ({ places, held: 0, heldOf: new Map() });

/** Empty ones. `poolsOf` returns those of which an attempt holds a place. */
function createPools() {
  const all = createPool(PLACES_OF_ALL);
  const notSlow = createPool(PLACES);
  const failing = createPool(PLACES_OF_FAILING);
  const hosts = new Map<string, Pool>();
  const poolsOf = ({ host, isFailing }: Attempted, isSlow: boolean): readonly Pool[] => {
    const ofHost = hosts.get(host) ?? createPool(PLACES_OF_HOST);
    hosts.set(host, ofHost);
    return [all, ofHost, ...(isSlow ? [] : [notSlow]), ...(isFailing ? [failing] : [])];
  };
  return { all, poolsOf };
}
