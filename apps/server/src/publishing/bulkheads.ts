import { createKeyedSemaphore } from '../process/semaphore.ts';

/** Limits on work in flight, so that one project or account cannot use all of this process. */
export type Bulkheads = {
  /**
   * Reserves capacity for an immediate publish. `hubs` has the address for each target on a hub.
   * Null when the instance, the project, its share of one hub, or all hubs are at their limit.
   */
  enter(projectId: string, targets: number, hubs?: readonly string[]): { leave(): void } | null;
  /** Takes the slot of a claimed target, which must run. `hub` is the address of its hub. */
  take(platform: string, hub?: string | null): Slot;
  /** Number of targets that may be claimed, of any network. */
  available(): number;
  /** Slots of each network, so that none waits for another. */
  networkSlots(): NetworkSlots;
  /** Number of targets on hubs that may be claimed. */
  hubsAvailable(): HubsAvailable;
  /** Runs `work` within the account's limit, in order. Null when `stopping` is aborted first. */
  inAccountLane<T extends NonNullable<unknown>>(
    accountId: string,
    work: () => Promise<T>,
    stopping: AbortSignal,
  ): Promise<T | null>;
  /** Calls `listener` when an immediate publish or repost frees capacity for due targets. */
  onFreed(listener: () => void): void;
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>;
  /** Includes targets that only settle. */
  readonly targetsInFlight: number;
};

/** The slot of a claimed target. Each function returns true when it has freed the slot. */
export type Slot = {
  /**
   * Frees the slot: the network has answered, and the target only settles. Does nothing while half
   * as many targets as there are slots settle, so that a slow database holds up claims.
   */
  startSettling(): boolean;
  leave(): boolean;
};

export type NetworkSlots = {
  /** Number of due targets that a network may always run, even when others use all slots. */
  readonly reserved: number;
  /** Number of running targets, by platform. */
  readonly taken: Readonly<Record<string, number>>;
};

export type HubsAvailable = {
  readonly onAll: number;
  /** For each hub that is not in `onBusy`. */
  readonly onEach: number;
  /** The same for busy hubs, by address. */
  readonly onBusy: Readonly<Record<string, number>>;
};

type Limits = {
  readonly targetsInFlight: number;
  readonly publishesInFlightPerProject: number;
  readonly writesInFlightPerAccount: number;
};

/** Part of a project's publishes that one hub may take, so that two dead hubs leave some free. */
const SHARE_OF_A_HUB = 0.4;
/** Parts of this process for all hubs, and for the due targets of one hub: many may be down. */
const SHARE_OF_HUBS = 0.5;
const DUE_SHARE_OF_A_HUB = 0.1;
/** Targets that may settle without a slot, as a part of the slots. */
const SETTLING = 0.5;
/** Slots of each network on top of the limit, as another network may hold all others. */
const OWN_SHARE_OF_A_NETWORK = 0.1;

export function createBulkheads(limits: Limits): Bulkheads {
  const publishesPerHub = Math.ceil(limits.publishesInFlightPerProject * SHARE_OF_A_HUB);
  const targetsOnHubs = Math.ceil(limits.targetsInFlight * SHARE_OF_HUBS);
  const dueOnAHub = Math.ceil(limits.targetsInFlight * DUE_SHARE_OF_A_HUB);
  const publishes = createCounts();
  const hubPublishes = createCounts();
  const accounts = createKeyedSemaphore(limits.writesInFlightPerAccount);
  const idleWaiters: (() => void)[] = [];
  const reserved = Math.ceil(limits.targetsInFlight * OWN_SHARE_OF_A_NETWORK);
  const dueOnHubs = createCounts();
  const dueOnNetworks = createCounts();
  const maySettle = Math.floor(limits.targetsInFlight * SETTLING);
  let running = 0;
  let settling = 0;
  let onHubs = 0;
  let freed: () => void = () => undefined;

  const reserve = (targets: number, hubTargets: number): (() => void) => {
    running += targets;
    onHubs += hubTargets;
    return () => {
      running -= targets;
      onHubs -= hubTargets;
    };
  };
  const wakeIdle = (): void => {
    if (running + settling === 0) for (const wake of idleWaiters.splice(0)) wake();
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
      let state: 'running' | 'settling' | 'left' = 'running';
      return {
        startSettling() {
          if (state !== 'running' || settling >= maySettle) return false;
          state = 'settling';
          settling++;
          free();
          return true;
        },
        leave() {
          const wasRunning = state === 'running';
          if (wasRunning) free();
          if (state === 'settling') settling--;
          state = 'left';
          wakeIdle();
          return wasRunning;
        },
      };
    },
    available: () => limits.targetsInFlight - running,
    networkSlots: () => ({ reserved, taken: Object.fromEntries(dueOnNetworks.all()) }),
    hubsAvailable: () => ({
      onAll: targetsOnHubs - onHubs,
      onEach: dueOnAHub,
      onBusy: Object.fromEntries(dueOnHubs.all().map(([hub, count]) => [hub, dueOnAHub - count])),
    }),
    get targetsInFlight() {
      return running + settling;
    },
    enter(projectId, targets, hubs = []) {
      const lanes = [...new Set(hubs)].map((url) => `${projectId} ${url}`);
      if (publishes.of(projectId) >= limits.publishesInFlightPerProject) return null;
      if (lanes.some((lane) => hubPublishes.of(lane) >= publishesPerHub)) return null;
      // A post that is larger than the whole limit may run alone.
      if (running > 0 && running + targets > limits.targetsInFlight) return null;
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
          const wasFull = running >= limits.targetsInFlight || (hubs.length > 0 && onHubs >= targetsOnHubs);
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
    idle: () => (running + settling === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}

/** Counts by key. A key with count 0 takes up no memory. */
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
