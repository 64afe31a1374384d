/** Slots of a server for attempts that are not slow yet. */
const SLOTS = 128;
/** Slots for all attempts. Never full while slow ones end after 15 s: 128 begin per second. */
const SLOTS_OF_ALL = 2_048;
/** Slots per receiver host, and for all failing webhooks. */
const SLOTS_OF_HOST = 32;
const SLOTS_OF_FAILING = 32;

/** Attempt as its slots depend on it. */
export type Attempted = { readonly projectId: string; readonly host: string; readonly isFailing: boolean };

/** Attempt in flight. A slow one has run for a second. */
export type Attempt = Attempted & { readonly isSlow: boolean };

/** Webhook with due deliveries; `free` is how many it may get now. */
export type DueEndpoint = Attempted & { readonly endpointId: string; readonly free: number };

export type Share = Pick<DueEndpoint, 'projectId' | 'endpointId'> & { readonly deliveries: number };

/**
 * Shares the free slots of a server round-robin among projects with due deliveries, fewest attempts
 * in flight first. A project holds at most half as many slots as are free, also per host and of
 * failing webhooks, so projects with hanging receivers leave slots for the next one (A. Choudhury,
 * E. Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", 1998). When
 * many projects use all slots, slow attempts free theirs after a second.
 *
 * @param due webhooks of a project in the order in which they get slots
 */
export function shareSlots(due: readonly DueEndpoint[], running: readonly Attempt[]): readonly Share[] {
  const { all, poolsOf } = createPools();
  const take = (attempt: Attempted, isSlow: boolean): void => {
    for (const pool of poolsOf(attempt, isSlow)) {
      pool.used++;
      pool.usedOf.set(attempt.projectId, (pool.usedOf.get(attempt.projectId) ?? 0) + 1);
    }
  };
  const fits = (attempt: Attempted): boolean =>
    poolsOf(attempt, false).every(({ slots, used, usedOf }) => {
      const free = slots - used;
      return free > 0 && (usedOf.get(attempt.projectId) ?? 0) < Math.max(1, free / 2);
    });
  for (const attempt of running) take(attempt, attempt.isSlow);

  const given = new Map<DueEndpoint, number>();
  const endpointsOf = new Map<string, DueEndpoint[]>();
  for (const endpoint of due)
    endpointsOf.set(endpoint.projectId, [...(endpointsOf.get(endpoint.projectId) ?? []), endpoint]);
  const inFlight = ([projectId]: readonly [string, unknown]): number => all.usedOf.get(projectId) ?? 0;
  const waiting = new Map([...endpointsOf].sort((a, b) => inFlight(a) - inFlight(b)));
  while (waiting.size > 0) {
    for (const [projectId, endpoints] of waiting) {
      const next = endpoints.findIndex(fits);
      const endpoint = endpoints[next];
      if (!endpoint) {
        waiting.delete(projectId);
        continue;
      }
      take(endpoint, false);
      const deliveries = (given.get(endpoint) ?? 0) + 1;
      given.set(endpoint, deliveries);
      // Moves to the end.
      endpoints.splice(next, 1);
      if (deliveries < endpoint.free) endpoints.push(endpoint);
    }
  }
  return [...given].map(([{ projectId, endpointId }, deliveries]) => ({ projectId, endpointId, deliveries }));
}

/** Slots, and how many are used: in all, and by each project. */
type Pool = { readonly slots: number; used: number; readonly usedOf: Map<string, number> };

const createPool = (slots: number): Pool => ({ slots, used: 0, usedOf: new Map() });

/** Creates empty pools. `poolsOf` returns those of an attempt. */
function createPools() {
  const all = createPool(SLOTS_OF_ALL);
  const notSlow = createPool(SLOTS);
  const failing = createPool(SLOTS_OF_FAILING);
  const hosts = new Map<string, Pool>();
  const poolsOf = ({ host, isFailing }: Attempted, isSlow: boolean): readonly Pool[] => {
    const ofHost = hosts.get(host) ?? createPool(SLOTS_OF_HOST);
    hosts.set(host, ofHost);
    return [all, ofHost, ...(isSlow ? [] : [notSlow]), ...(isFailing ? [failing] : [])];
  };
  return { all, poolsOf };
}
