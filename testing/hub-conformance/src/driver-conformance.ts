import type { StartTestHub } from './test-hub.ts';

/** What the suite does to reach an edge of the hub. */
export type HubRun = 'connect' | 'check' | 'spaces' | 'prepare' | 'publish' | 'metrics' | 'deleteKey' | 'discard';

/** One edge of the hub: which requests it gets, as the simulator counts paths, and what makes the driver send one. */
export type HubEdge = {
  readonly method: string;
  /** A regular expression. */
  readonly path: string;
  readonly run: HubRun;
  /** True: the driver goes on without this answer, because it only improves something. */
  readonly optional?: boolean;
};

/** Everything the suite needs to know about a driver and its hub. */
export type DriverConformance = {
  /** As in the titles of the tests. */
  readonly name: string;
  readonly start: StartTestHub;
  /** Text of docs/hubs/<name>.md with its table "Every request". */
  readonly page: string;
  /** At least `connect` and `publish`; the others under names of their own. They are what faults are planted on. */
  readonly edges: { readonly connect: HubEdge; readonly publish: HubEdge } & Readonly<Record<string, HubEdge>>;
  /** True: the hub does not let posts be found again, so a lost answer must be left undecided. */
  readonly unreadable?: boolean;
  /** True: the hub publishes a post at most once however often it is asked, so that a lost answer never stays in doubt. */
  readonly repeatable?: boolean;
  /** True: an upload whose answer was lost stays on the hub, because nothing finds it again. */
  readonly losesUploads?: boolean;
  /** Content types of uploads whose body is the file itself. */
  readonly byteTypes?: readonly string[];
  /** Rows of the table that no test of this run can reach, by their purpose, and the optional parts that none has: `Create the post: mp-channel`. */
  readonly unused?: readonly string[];
};
