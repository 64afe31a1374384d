import { createKeyedSemaphore } from '../process/semaphore.ts';

/** Limits on work in flight in this process, so that one project or account cannot use all capacity. */
export type Bulkheads = {
  /**
   * Reserves capacity for an immediate publish, which goes to the hubs at these addresses as well: one for each target on a hub. Returns null when the instance,
   * the project, the project on one of the hubs, or all hubs together are at their limit: then record nothing.
   */
  enter(projectId: string, targets: number, hubs?: readonly string[]): { leave(): void } | null;
  /** Reserves capacity for a target that was claimed and must run, on a hub with the hub's address. */
  take(platform: string, hub?: string | null): Place;
  /** How many targets may be claimed, of any network. */
  available(): number;
  /** How many more each network may have, so that none waits for another. */
  networkPlaces(): NetworkPlaces;
  /** How many of them may be on hubs. */
  hubsAvailable(): HubsAvailable;
  /** Runs `work` within the account's limit, first come first served. Returns null when `stopping` is aborted while it waits: then `work` never starts. */
  inAccountLane<T extends NonNullable<unknown>>(
    accountId: string,
    work: () => Promise<T>,
    stopping: AbortSignal,
  ): Promise<T | null>;
  /** Calls `listener` each time a publish at once, or reposts, leave capacity that due targets may have waited for. */
  onFreed(listener: () => void): void;
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>;
  /** Includes those that only settle. */
  readonly targetsInFlight: number;
};

/** The place of a target that was claimed. Each function returns true when it has freed the place, so that another target may be claimed. */
export type Place = {
  /** The network has answered, and what is left is to settle. Does nothing while half as many as there are places settle, so that a slow database holds up claims. */
  pass(): boolean;
  /** The run has ended. */
  leave(): boolean;
};

export type NetworkPlaces = {
  /** Each network may run so many due targets, also when other networks use all places. */
  readonly ofItsOwn: number;
  /** By platform: how many run. */
  readonly taken: Readonly<Record<string, number>>;
};

export type HubsAvailable = {
  readonly onAll: number;
  /** On each hub that is not in `onBusy`. */
  readonly onEach: number;
  /** By address: on the hubs where targets run. */
  readonly onBusy: Readonly<Record<string, number>>;
};

type Limits = {
  readonly targetsInFlight: number;
  readonly publishesInFlightPerProject: number;
  readonly writesInFlightPerAccount: number;
};

/** How much of the publishes of a project one hub may take: two that do not answer leave the rest to the others. */
const SHARE_OF_A_HUB = 0.4;
/** How much of this process all hubs together may take, and how much of it the due targets of one hub. Hubs are other people's servers: many may be down at once. */
const SHARE_OF_HUBS = 0.5;
const DUE_SHARE_OF_A_HUB = 0.1;
/** How many may settle without a place, as a part of the places. */
const SETTLING = 0.5;
/** Places that each network has on top of the limit: another one that answers slowly may hold all others. */
const OWN_SHARE_OF_A_NETWORK = 0.1;

export function createBulkheads(limits: Limits): Bulkheads {
  const publishesPerHub = Math.ceil(limits.publishesInFlightPerProject * SHARE_OF_A_HUB);
  const targetsOnHubs = Math.ceil(limits.targetsInFlight * SHARE_OF_HUBS);
  const dueOnAHub = Math.ceil(limits.targetsInFlight * DUE_SHARE_OF_A_HUB);
  const publishes = createCounts();
  const hubPublishes = createCounts();
  const accounts = createKeyedSemaphore(limits.writesInFlightPerAccount);
  const idleWaiters: (() => void)[] = [];
  const ofItsOwn = Math.ceil(limits.targetsInFlight * OWN_SHARE_OF_A_NETWORK);
  const dueOnHubs = createCounts();
  const dueOnNetworks = createCounts();
  const maySettle = Math.floor(limits.targetsInFlight * SETTLING);
  /** Targets with a place, and those that settle without one. */
  let placed = 0;
  let settling = 0;
  let onHubs = 0;
  let freed: () => void = () => undefined;

  const reserve = (targets: number, hubTargets: number): (() => void) => {
    placed += targets;
    onHubs += hubTargets;
    return () => {
      placed -= targets;
      onHubs -= hubTargets;
    };
  };
  const wakeIdle = (): void => {
    if (placed + settling === 0) for (const wake of idleWaiters.splice(0)) wake();
  };

  return {
    take(platform, hub = null) {
      const release = reserve(1, hub === null ? 0 : 1);
      dueOnNetworks.add(platform, 1);
      if (hub !== null) dueOnHubs.add(hub, 1);
      const free = (): void => {
        dueOnNetworks.add(platform, -1);
        if (hub !== null) dueOnHubs.add(hub, -1);
        release();
      };
      let state: 'placed' | 'settling' | 'left' = 'placed';
      return {
        pass() {
          if (state !== 'placed' || settling >= maySettle) return false;
          state = 'settling';
          settling++;
          free();
          return true;
        },
        leave() {
          const wasPlaced = state === 'placed';
          if (wasPlaced) free();
          if (state === 'settling') settling--;
          state = 'left';
          wakeIdle();
          return wasPlaced;
        },
      };
    },
    available: () => limits.targetsInFlight - placed,
    networkPlaces: () => ({ ofItsOwn, taken: Object.fromEntries(dueOnNetworks.all()) }),
    hubsAvailable: () => ({
      onAll: targetsOnHubs - onHubs,
      onEach: dueOnAHub,
      onBusy: Object.fromEntries(dueOnHubs.all().map(([hub, running]) => [hub, dueOnAHub - running])),
    }),
    get targetsInFlight() {
      return placed + settling;
    },
    enter(projectId, targets, hubs = []) {
      const lanes = [...new Set(hubs)].map((url) => `${projectId} ${url}`);
      const running = publishes.of(projectId);
      if (running >= limits.publishesInFlightPerProject) return null;
      if (lanes.some((lane) => hubPublishes.of(lane) >= publishesPerHub)) return null;
      // A post that is larger than the whole limit may run alone.
      if (placed > 0 && placed + targets > limits.targetsInFlight) return null;
      if (onHubs > 0 && hubs.length > 0 && onHubs + hubs.length > targetsOnHubs) return null;
      publishes.add(projectId, 1);
      for (const lane of lanes) hubPublishes.add(lane, 1);
      const release = reserve(targets, hubs.length);
      let left = false;
      return {
        leave() {
          if (left) return;
          left = true;
          publishes.add(projectId, -1);
          for (const lane of lanes) hubPublishes.add(lane, -1);
          const wasFull = placed >= limits.targetsInFlight || (hubs.length > 0 && onHubs >= targetsOnHubs);
          release();
          wakeIdle();
          if (wasFull) freed();
        },
      };
    },
    inAccountLane: accounts.run,
    onFreed(listener) {
      freed = listener;
    },
    idle: () => (placed + settling === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}

/** How many there are of each key. Keys without any take up no memory. */
function createCounts() {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    of,
    all: (): readonly (readonly [key: string, count: number])[] => [...counts],
    add(key: string, change: number): void {
      const now = of(key) + change;
      if (now === 0) counts.delete(key);
      else counts.set(key, now);
    },
  };
}
