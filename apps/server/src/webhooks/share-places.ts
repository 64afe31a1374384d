/** Attempts that a server has in flight. */
const PLACES = 128;
/** Of these: at one receiver host, and at webhooks that keep failing. */
const PLACES_OF_HOST = 32;
const PLACES_OF_FAILING = 32;

/** What an attempt in flight holds places of. */
export type Attempted = { readonly projectId: string; readonly host: string; readonly isFailing: boolean };

/** A webhook with deliveries that are due; `free` is how many of them it may get now. */
export type DueEndpoint = Attempted & { readonly endpointId: string; readonly free: number };

/** How many deliveries a webhook gets. */
export type Share = Pick<DueEndpoint, 'projectId' | 'endpointId'> & { readonly deliveries: number };

/**
 * Shares the free places of a server among webhooks with due deliveries, by turns of their projects. A project holds at most half as many places as are free, and
 * the same of those at a host and of those of failing webhooks. So however many projects have receivers that hang, places are left for the next one
 * (A. Choudhury, E. Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", 1998).
 *
 * @param due in the order in which the webhooks of a project have their turns
 */
export function sharePlaces(due: readonly DueEndpoint[], running: readonly Attempted[]): readonly Share[] {
  const held = new Map<string, number>();
  const heldOf = (name: string): number => held.get(name) ?? 0;
  const hold = (attempt: Attempted): void => {
    for (const { name, ofProject } of poolsOf(attempt))
      for (const counted of [name, ofProject]) held.set(counted, heldOf(counted) + 1);
  };
  const fits = (attempt: Attempted): boolean =>
    poolsOf(attempt).every(({ name, ofProject, places }) => {
      const free = places - heldOf(name);
      return free > 0 && heldOf(ofProject) < Math.max(1, free / 2);
    });
  for (const attempt of running) hold(attempt);

  const given = new Map<DueEndpoint, number>();
  const waiting = new Map<string, DueEndpoint[]>();
  for (const endpoint of due) waiting.set(endpoint.projectId, [...(waiting.get(endpoint.projectId) ?? []), endpoint]);
  while (waiting.size > 0) {
    for (const [projectId, endpoints] of waiting) {
      const next = endpoints.findIndex(fits);
      const endpoint = endpoints[next];
      if (!endpoint) {
        waiting.delete(projectId);
        continue;
      }
      hold(endpoint);
      const deliveries = (given.get(endpoint) ?? 0) + 1;
      given.set(endpoint, deliveries);
      // It is the last one now.
      endpoints.splice(next, 1);
      if (deliveries < endpoint.free) endpoints.push(endpoint);
    }
  }
  return [...given].map(([{ projectId, endpointId }, deliveries]) => ({ projectId, endpointId, deliveries }));
}

type Pool = { readonly name: string; readonly ofProject: string; readonly places: number };

const pool = (name: string, projectId: string, places: number): Pool => ({
  ...{ name, places },
  ofProject: `${name} of ${projectId}`,
});

const poolsOf = ({ projectId, host, isFailing }: Attempted): readonly Pool[] => [
  pool('all', projectId, PLACES),
  pool(`host ${host}`, projectId, PLACES_OF_HOST),
  ...(isFailing ? [pool('failing', projectId, PLACES_OF_FAILING)] : []),
];
